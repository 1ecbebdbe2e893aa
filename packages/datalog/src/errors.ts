import type { Place } from './syntax/ast';

/** What can be wrong with a policy or a model; each has one meaning, the words are in the message. */
export const POLICY_PROBLEM_KINDS = [
  // a model that cannot be told as relations
  'missing_header',
  'missing_id',
  'missing_type',
  'bad_type',
  // text
  'syntax',
  'bad_number',
  // columns
  'column_reference',
  'schema_unknown',
  'unknown_table',
  'unknown_name',
  'arity',
  // rules
  'fact_not_ground',
  'head_safety',
  'body_safety',
  'recursion',
  'policy_in_head',
  'builtin_conflict',
  'argument_kind',
  'modal_in_body',
  'modal_not_permitted',
  'modal_multi_head',
  'non_formula',
  // asking
  'unknown_policy',
  'sequence_non_action',
  // changes of a model
  'modification',
  'limit',
] as const;

export type PolicyProblemKind = (typeof POLICY_PROBLEM_KINDS)[number];

/** One thing that is wrong, in a sentence, and where in the text. */
export interface PolicyProblem {
  kind: PolicyProblemKind;
  message: string;
  /** null where no place of a text is at fault */
  place: Place | null;
}

const BRAND = Symbol.for('vetro.policy.error');

/** An error of the language: everything that is wrong, the first one as its message. */
export class PolicyError extends Error {
  readonly [BRAND] = true;

  constructor(readonly problems: readonly [PolicyProblem, ...PolicyProblem[]]) {
    super(problems[0].message);
    this.name = 'PolicyError';
  }

  get kind(): PolicyProblemKind {
    return this.problems[0].kind;
  }
}

/** An error of one problem. */
export function policyError(kind: PolicyProblemKind, message: string, place: Place | null = null): PolicyError {
  return new PolicyError([{ kind, message, place }]);
}

/** Tells an error of the language from any other, across copies of this module. */
export function isPolicyError(error: unknown): error is PolicyError {
  return typeof error === 'object' && error !== null && BRAND in error;
}

/**
 * Ends reading once problems were found.
 *
 * @throws PolicyError with what was found, if anything was
 */
export function throwProblems(problems: readonly PolicyProblem[]): void {
  const [first, ...others] = problems;
  if (first) throw new PolicyError([first, ...others]);
}
