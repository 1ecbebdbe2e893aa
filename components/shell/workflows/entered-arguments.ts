import type { ActionArgument } from '@/lib/model/action-arguments';
import { inexactNumberIn } from '@/lib/model/exact-numbers';
import type { Json, JsonObject } from '@/lib/model/json';

/** What stands in a field: its text, or whether it is ticked. */
export type FieldInput = string | boolean;

/** Kinds whose value is what stands in the field. */
const TEXTS: ReadonlySet<ActionArgument['kind']> = new Set(['text', 'choice', 'password']);
const NUMBERS: ReadonlySet<ActionArgument['kind']> = new Set(['integer', 'number']);

/** What stands in the fields before anybody enters anything. */
export function enteredFor(taken: readonly ActionArgument[]): Record<string, FieldInput> {
  return Object.fromEntries(
    taken.map(({ name, kind, default: standard }): [string, FieldInput] => {
      if (kind === 'boolean') return [name, standard === true];
      if (standard === null) return [name, ''];
      return [name, typeof standard === 'string' ? standard : JSON.stringify(standard)];
    }),
  );
}

/**
 * The arguments that were entered; what was left empty is left to the action. What cannot be read as what it should be
 * is given as the text that it is: the server refuses that together with everything else, and all is told at once.
 */
export function argumentsFrom(
  taken: readonly ActionArgument[],
  entered: Readonly<Record<string, FieldInput>>,
): JsonObject {
  const given: JsonObject = {};
  for (const { name, kind } of taken) {
    const value = entered[name] ?? '';
    if (value !== '') given[name] = typeof value === 'boolean' || TEXTS.has(kind) ? value : readAs(kind, value);
  }
  return given;
}

function readAs(kind: ActionArgument['kind'], text: string): Json {
  // what would be rounded travels as it was typed
  if (inexactNumberIn(text) !== null) return text;
  const read = readJson(text);
  // what is too large for a number would travel as nothing at all
  if (NUMBERS.has(kind) && !Number.isFinite(read)) return text;
  return read ?? (text.trim() === 'null' ? null : text);
}

function readJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
