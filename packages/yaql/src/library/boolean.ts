import type { FunctionDefinition } from '../engine/context';
import { define } from '../engine/functions';
import type { Lambda } from '../engine/lambda';
import { isTrue } from '../values/truth';

/** yaql.standard_library.boolean: `and` and `or` answer the operand that decided. */
export const BOOLEAN: readonly FunctionDefinition[] = [
  define('#operator_and', 'function', 'left:lambda, right:lambda', (_context, left: Lambda, right: Lambda) => {
    const value = left.run();
    return isTrue(value) ? right.run() : value;
  }),
  define('#operator_or', 'function', 'left:lambda, right:lambda', (_context, left: Lambda, right: Lambda) => {
    const value = left.run();
    return isTrue(value) ? value : right.run();
  }),
  define('#unary_operator_not', 'function', 'arg:any', (_context, value: unknown) => !isTrue(value)),
  define('bool', 'function', 'value:any', (_context, value: unknown) => isTrue(value)),
  define('isBoolean', 'function', 'value:any', (_context, value: unknown) => typeof value === 'boolean'),
];
