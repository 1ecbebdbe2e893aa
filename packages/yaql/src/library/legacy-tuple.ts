import type { CallArgument } from '../engine/arguments';
import type { FunctionDefinition } from '../engine/context';
import { define } from '../engine/functions';
import { YaqlError } from '../errors';

/** `a => b` of the 0.2 grammar is a pair; `a => b => c` is one tuple of three, `(a => b) => c` a pair. */
export const buildTuple: FunctionDefinition = define(
  '#operator_=>',
  'function',
  'left:expression, right:any',
  (context, left: CallArgument, right: unknown) => {
    const value = left.code(context);
    if (left.node?.kind !== 'binary' || left.node.operator !== '=>') return [value, right];
    if (!Array.isArray(value)) throw new YaqlError('TypeError', 'The left side of => is no tuple.');
    return [...(value as readonly unknown[]), right];
  },
);
