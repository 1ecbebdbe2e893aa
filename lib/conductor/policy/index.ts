/**
 * Policies: rules over relations, in the Datalog of OpenStack Congress, and the relations that an environment's model
 * is told as. Pure: no clock, network or database. See docs/policy.md.
 */
export { builtinSignatures } from './builtins';
export { expandColumns } from './checks/columns';
export { findRecursion, isStratified } from './checks/dependencies';
export type { SourceColumns } from './checks/firing-problems';
export { reorder } from './checks/reorder';
export { ruleProblems } from './checks/rule-problems';
export type { KnownNames } from './checks/unlikely-names';
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
export { type Change, changeOf } from './engine/change';
export { type ExplanationBounds, type ExplanationStep, explain } from './engine/explain';
export { byTable, FactBase, type SourceOptions } from './engine/fact-base';
export { Policies, type PolicyOptions } from './engine/policies';
export type { Premise } from './engine/premises';
export type { Row } from './engine/relation';
export { type Answer, select } from './engine/select';
export { simulate, simulateDelta } from './engine/simulate';
export { isPolicyError, type PolicyProblem } from './errors';
export { FACT_TABLES, type ModelChanges, ModelFacts } from './facts/model-facts';
export type { Literal, Rule, Value } from './syntax/ast';
export { parse, parseRule } from './syntax/parse';
export { print, printLiteral, printRule } from './syntax/print';
