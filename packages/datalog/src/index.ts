/**
 * Datalog with negation, built-in functions, tables of several policies and simulated changes, in the words of OpenStack
 * Congress. Pure: no clock, network or database. See README.md.
 */
export { type BuiltinContext, builtinSignatures } from './builtins';
export { expandColumns } from './checks/columns';
export { findRecursion, isStratified } from './checks/dependencies';
export { firingProblems, type SourceColumns } from './checks/firing-problems';
export { reorder } from './checks/reorder';
export { ruleProblems } from './checks/rule-problems';
export { type KnownNames, unlikelyNames } from './checks/unlikely-names';
export { type Change, changeOf } from './engine/change';
export { Evaluation, type Limits } from './engine/evaluate';
export {
  atomOf,
  type Explanation,
  type ExplanationBounds,
  type ExplanationStep,
  explain,
  explainWith,
} from './engine/explain';
export { byTable, FactBase, type SourceOptions } from './engine/fact-base';
export { Policies, type PolicyOptions } from './engine/policies';
export { type Premise, premisesOf } from './engine/premises';
export { keyOf, type Row } from './engine/relation';
export { type Answer, select } from './engine/select';
export { simulate, simulateDelta } from './engine/simulate';
export { isPolicyError, type PolicyProblem, policyError } from './errors';
export type { Atom, Literal, Rule, Term, Value } from './syntax/ast';
export { parse, parseRule } from './syntax/parse';
export { print, printLiteral, printRule } from './syntax/print';
