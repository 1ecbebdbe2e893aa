import type { EnvironmentModel } from '../environment';
import { isObject, type Json } from '../json';
import { CONDITION_KEY } from '../operations/condition';

/**
 * Whether two documents of an environment differ in anything but what the engine of MuranoPL notes for itself: which
 * objects hear of the end of which (`?.dependencies`) has new ids in every run. Nor does the condition of machines make a
 * difference: whether they rest or work is nothing that anybody would go back to.
 */
export function changesModel(before: EnvironmentModel, after: EnvironmentModel): boolean {
  return comparable(before) !== comparable(after);
}

function comparable({ services, state }: EnvironmentModel): string {
  return JSON.stringify(sorted({ services, state: state ?? {} } as unknown as Json));
}

/** Keys in one order: the database's documents have another than the language's. */
function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .filter((key) => key !== CONDITION_KEY)
      .map((key) => [key, key === '?' ? withoutNotes(value[key] ?? null) : sorted(value[key] ?? null)]),
  );
}

function withoutNotes(header: Json): Json {
  if (!isObject(header)) return header;
  const { dependencies: _, ...rest } = header;
  return sorted(rest);
}
