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
export type { Schema } from './checks/schemas';
export { type Enforcement, enforce, MODEL_POLICY, RULES_POLICY, type Verdict, type Verdicts } from './enforce/enforce';
export {
  DerivedRules,
  evaluateRuleSets,
  explainRules,
  PARAMETER_TABLE,
  PARAMETER_TEXT_TABLE,
  type RuleSetFailure,
  type RuleSetInput,
  type RuleSetVerdict,
  rulesProblems,
} from './enforce/evaluate-rule-sets';
export { applyModification, type ModelTypes } from './enforce/modifications';
export { type Change, changeOf } from './engine/change';
export { DEFAULT_LIMITS, type Limits } from './engine/evaluate';
export {
  atomOf,
  DEFAULT_BOUNDS,
  type Explanation,
  type ExplanationBounds,
  type ExplanationStep,
  explain,
  STEP_KINDS,
  type StepKind,
} from './engine/explain';
export { byTable, type Changes, FactBase, type SourceOptions } from './engine/fact-base';
export { Policies, type PolicyKind, type PolicyOptions } from './engine/policies';
export type { Premise } from './engine/premises';
export type { Row } from './engine/relation';
export { type Answer, select } from './engine/select';
export { type Simulation, simulate, simulateDelta } from './engine/simulate';
export { isPolicyError, PolicyError, type PolicyProblem, type PolicyProblemKind } from './errors';
export { decompose, type Fact } from './facts/decompose';
export { FACT_TABLES, type ModelChanges, type ModelContext, ModelFacts } from './facts/model-facts';
export type { Literal, Rule, Statement, Value } from './syntax/ast';
export { parse, parseRule } from './syntax/parse';
export { print, printLiteral, printRule } from './syntax/print';
