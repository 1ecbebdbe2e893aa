import type { FunctionDefinition } from '../engine/context';
import { define } from '../engine/functions';
import { equals } from '../values/equality';

const RESULTS = [
  // sign, [value, null], [null, value], [null, null]
  ['<', false, true, false],
  ['<=', false, true, true],
  ['>', true, false, false],
  ['>=', true, false, true],
] as const;

/** yaql.standard_library.common: equality of everything, and null, which is below everything else. */
export const COMMON: readonly FunctionDefinition[] = [
  define('*equal', 'function', 'left:any, right:any', (_context, left: unknown, right: unknown) => equals(left, right)),
  define(
    '*not_equal',
    'function',
    'left:any, right:any',
    (_context, left: unknown, right: unknown) => !equals(left, right),
  ),
  ...RESULTS.flatMap(([sign, valueNull, nullValue, nullNull]) => [
    define(`#operator_${sign}`, 'function', 'left:some, right:null', () => valueNull),
    define(`#operator_${sign}`, 'function', 'left:null, right:some', () => nullValue),
    define(`#operator_${sign}`, 'function', 'left:null, right:null', () => nullNull),
  ]),
];
