import type { Atom, Value } from '../syntax/ast';
import { ADDRESSES } from './addresses';
import { type Builtin, type BuiltinContext, NO_ANSWER } from './builtin';
import { COMPARISONS } from './comparisons';
import { DATES } from './dates';
import { NUMBERS } from './numbers';

export type { BuiltinContext } from './builtin';

/** Every computed table by its name. Another one is a line in its file. */
const BUILTINS: ReadonlyMap<string, Builtin> = new Map(
  Object.entries({ ...COMPARISONS, ...NUMBERS, ...clocked(DATES), ...ADDRESSES }),
);
const POLICY = 'builtin';

/** Texts of dates leave out what today says. */
function clocked(builtins: Readonly<Record<string, Builtin>>): Record<string, Builtin> {
  return Object.fromEntries(Object.entries(builtins).map(([name, one]) => [name, { ...one, usesClock: true }]));
}

/**
 * What computes a literal: `builtin:plus(x, y, z)` or `plus(x, y, z)`. A name with another number of arguments is an
 * ordinary table, as in Congress.
 *
 * @returns null for an ordinary table
 */
export function builtinOf({ policy, table, args, named }: Pick<Atom, 'policy' | 'table' | 'args' | 'named'>) {
  if ((policy !== null && policy !== POLICY) || named.length > 0) return null;
  const builtin = BUILTINS.get(table);
  return builtin && builtin.inputs + builtin.outputs === args.length ? builtin : null;
}

/** Whether a table has the name of one that is computed, with whatever number of arguments. */
export function isBuiltinTable({ policy, table }: Pick<Atom, 'policy' | 'table'>): boolean {
  return policy === POLICY || (policy === null && BUILTINS.has(table));
}

/** Names of all that is computed. */
export function builtinNames(): string[] {
  return [...BUILTINS.keys()];
}

/** What something computed takes and gives, by name; null when nothing has the name. */
export function builtinParameters(name: string): readonly string[] | null {
  return BUILTINS.get(name)?.parameters ?? null;
}

/** Names and arguments of all that is computed, for an editor: `plus(x, y, result)`. */
export function builtinSignatures(): string[] {
  return [...BUILTINS].map(([name, { parameters }]) => `${name}(${parameters.join(', ')})`);
}

/**
 * Computes a builtin.
 *
 * @returns its outputs; null when it does not hold or cannot be computed: what fails is false (text compared with a
 *   number, a division by zero, a date that is none)
 */
export function compute(builtin: Builtin, inputs: readonly Value[], context: BuiltinContext): readonly Value[] | null {
  try {
    const answer = builtin.compute(inputs, context);
    if (typeof answer === 'boolean') return answer ? [] : null;
    if (answer === NO_ANSWER) return null;
    return Array.isArray(answer) ? answer : [answer as Value];
  } catch {
    // whatever a value is not fit for: the original turns every exception into "does not hold"
    return null;
  }
}
