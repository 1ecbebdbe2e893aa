import type { Json } from '@/lib/model/json';

/**
 * The parsed form of a query. Interpolated values never become syntax: they are *holes*, numbered
 * places that are filled with bound values when the query runs.
 */
export interface Query {
  /** an explicit `$` was written */
  rooted: boolean;
  /** a dot follows the `$`: the first step goes into the object that `$` stands for */
  dotted: boolean;
  steps: QueryStep[];
}

export type QueryStep =
  /** every value of an object or list */
  | { kind: 'all' }
  /** this value and everything below it, parents first */
  | { kind: 'descend' }
  /** each selector in turn */
  | { kind: 'select'; selectors: Selector[] }
  /** the values for which the filter is true */
  | { kind: 'filter'; filter: Filter }
  /** `[(expression)]`: the key or index is computed */
  | { kind: 'computed'; key: Filter };

export type Selector =
  | { kind: 'name'; name: TextPart[] }
  | { kind: 'slice'; from: number | null; to: number | null; step: number };

/** A piece of a text: literal, or the value bound to a hole, written as text. */
export type TextPart = string | { hole: number };

/** A Python-like expression. */
export type Filter =
  | { kind: 'value'; value: Json }
  /** a quoted text with holes in it */
  | { kind: 'text'; parts: TextPart[] }
  /** a hole that stands where a value may stand */
  | { kind: 'hole'; hole: number }
  /** `@` */
  | { kind: 'current' }
  /** `@.a.b`: null when anything on the way is missing */
  | { kind: 'attribute'; of: Filter; names: string[] }
  /** `x[k]`: an error when it is missing, which makes the filter false */
  | { kind: 'index'; of: Filter; key: Filter }
  /** `!@.name` of JavaScript habit: the attribute is absent */
  | { kind: 'absent'; name: string }
  | { kind: 'tuple'; items: Filter[] }
  | { kind: 'call'; name: FilterFunction; arguments: Filter[] }
  | { kind: 'not'; of: Filter }
  | { kind: 'negate'; of: Filter }
  | { kind: 'and' | 'or'; left: Filter; right: Filter }
  | { kind: 'compare'; first: Filter; rest: { operator: Comparison; operand: Filter }[] }
  | { kind: 'arithmetic'; operator: Arithmetic; left: Filter; right: Filter }
  | { kind: 'choose'; condition: Filter; yes: Filter; no: Filter };

export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | 'not in' | 'is' | 'is not';
export type Arithmetic = '+' | '-' | '*' | '/' | '//' | '%' | '**';

export const FILTER_FUNCTIONS = ['len', 'str', 'int', 'float', 'bool', 'abs', 'min', 'max'] as const;
export type FilterFunction = (typeof FILTER_FUNCTIONS)[number];

/**
 * Where a query stands. In a `match`, attributes are plain (`length` too) and only Python's operators
 * exist; in `select-all`, `@.length` counts and `!` negates. So the original had it.
 */
export type QueryMode = 'match' | 'select';

/** Why a text is not a query; `at` counts characters from 0. */
export class QuerySyntaxError extends Error {
  constructor(
    message: string,
    readonly at: number,
  ) {
    super(message);
    this.name = 'QuerySyntaxError';
  }
}

/** Holes are written into a query's text as these characters, which no text may contain otherwise. */
export const FIRST_HOLE = 0xfdd0;
export const MAX_HOLES = 32;

/** The number of the hole that a character stands for, or null. */
export function holeOf(character: string | undefined): number | null {
  const code = character?.charCodeAt(0) ?? 0;
  return code >= FIRST_HOLE && code < FIRST_HOLE + MAX_HOLES ? code - FIRST_HOLE : null;
}
