/**
 * Policies of a deployment: rule sets asked about an environment's model, and the relations that it is told as. Pure: no
 * clock, network or database. The language is `@vetro/datalog`; see docs/policy.md.
 */
export { askRules, type RuleAnswers, type TriedChanges } from './enforce/ask-rules';
export {
  DerivedRules,
  evaluateRuleSets,
  explainRules,
  PARAMETER_TABLE,
  PARAMETER_TEXT_TABLE,
  type RuleSetInput,
  type RuleSetVerdict,
  rulesProblems,
} from './enforce/evaluate-rule-sets';
export { applyModification, type ModelTypes } from './enforce/modifications';
export { rulesWarnings } from './enforce/rules-warnings';
export { FACT_TABLES, type ModelChanges, ModelFacts } from './facts/model-facts';
