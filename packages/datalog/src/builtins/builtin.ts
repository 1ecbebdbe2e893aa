import type { Value } from '../syntax/ast';

/** What comes from outside: the language has no clock of its own. */
export interface BuiltinContext {
  /** `2026-11-22 10:00:00`, local time of the installation */
  now: string;
}

/** A value that no input of this type has an answer for. */
export const NO_ANSWER: unique symbol = Symbol('no answer');

type Answer = boolean | Value | readonly Value[] | typeof NO_ANSWER;

export interface Builtin {
  /** names of the arguments, inputs first */
  parameters: readonly string[];
  inputs: number;
  outputs: number;
  /** whether it holds, or its outputs; an exception means that it does not hold */
  compute: (inputs: readonly Value[], context: BuiltinContext) => Answer;
  /** whether its answer may be another one later: it reads the context */
  usesClock?: boolean;
}

/** `define('x, y', 'z', …)`: inputs and outputs by their names. */
export function define(inputs: string, outputs: string, compute: Builtin['compute']): Builtin {
  const names = (list: string) => (list === '' ? [] : list.split(', '));
  const parameters = [...names(inputs), ...names(outputs)];
  return { parameters, inputs: names(inputs).length, outputs: names(outputs).length, compute };
}
