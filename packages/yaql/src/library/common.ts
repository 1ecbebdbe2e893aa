import type { Context, FunctionDefinition } from '../engine/context';
import { define } from '../engine/functions';
import { equals } from '../values/equality';

const RESULTS = [
  // sign, [value, null], [null, value], [null, null]
  ['<', false, true, false],
  ['<=', false, true, true],
  ['>', true, false, false],
  ['>=', true, false, true],
] as const;

/** Equality, counted: containers in one another may be as long as they like once they are written out. */
export function same(context: Context, left: unknown, right: unknown): boolean {
  return equals(left, right, (parts) => context.runtime?.spend(parts >> 1));
}

/** yaql.standard_library.common: equality of everything, and null, which is below everything else. */
export const COMMON: readonly FunctionDefinition[] = [
  define('*equal', 'function', 'left:any, right:any', (context, left: unknown, right: unknown) =>
    same(context, left, right),
  ),
  define(
    '*not_equal',
    'function',
    'left:any, right:any',
    (context, left: unknown, right: unknown) => !same(context, left, right),
  ),
  ...RESULTS.flatMap(([sign, valueNull, nullValue, nullNull]) => [
    define(`#operator_${sign}`, 'function', 'left:some, right:null', () => valueNull),
    define(`#operator_${sign}`, 'function', 'left:null, right:some', () => nullValue),
    define(`#operator_${sign}`, 'function', 'left:null, right:null', () => nullNull),
  ]),
];
