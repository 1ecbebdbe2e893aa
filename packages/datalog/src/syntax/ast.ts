/** A place in a text; both count from 1. */
export interface Place {
  line: number;
  column: number;
}

/**
 * A value of the language: a text, a whole number (bigint) or a floating one (number). The three never join: 1, 1.0
 * and "1" are three values.
 */
export type Value = string | bigint | number;

export type Term = { kind: 'constant'; value: Value } | { kind: 'variable'; name: string };

/** An argument given by the name or the number (from 0) of its column. */
export interface NamedArgument {
  column: string | number;
  term: Term;
}

export const MODALS = ['execute', 'insert', 'delete'] as const;
export type Modal = (typeof MODALS)[number];

/** `policy:table(x, 1, column=y)`, perhaps within a modal: `execute[…]`. */
export interface Atom {
  /** null: the policy that the statement stands in */
  policy: string | null;
  /** with its sign: `p+`, `p-` */
  table: string;
  modal: Modal | null;
  args: readonly Term[];
  named: readonly NamedArgument[];
  place: Place;
}

export interface Literal extends Atom {
  negated: boolean;
}

/** A rule; a fact is one without a body. */
export interface Rule {
  kind: 'rule';
  heads: readonly Atom[];
  body: readonly Literal[];
  place: Place;
}

/** `insert[rule]`, `delete[rule; "policy"]`: a change of a policy. */
export interface ChangeEvent {
  kind: 'event';
  change: 'insert' | 'delete';
  rule: Rule;
  policy: string | null;
  place: Place;
}

export type Statement = Rule | ChangeEvent;

/** Names of the variables of an atom, in their order, each once. */
export function variablesOf({ args, named }: Pick<Atom, 'args' | 'named'>): string[] {
  const terms = [...args, ...named.map(({ term }) => term)];
  return [...new Set(terms.flatMap((term) => (term.kind === 'variable' ? [term.name] : [])))];
}

/** Whether a statement is a single fact. */
export function isFact(rule: Rule): boolean {
  return rule.body.length === 0 && rule.heads.length === 1;
}
