import { isObject, type Json, type JsonObject } from '@/lib/model/json';

/** Where a machine keeps what its next restart brings. */
const PENDING = 'pending';

/** What a machine knows, with facts changed by their paths; nothing is changed in place. */
export function withFacts(facts: JsonObject, values: Readonly<Record<string, Json>>): JsonObject {
  return Object.entries(values).reduce((known, [path, value]) => withFact(known, path.split('.'), value), facts);
}

/** What a machine knows that will know more once it has restarted. */
export function afterRestart(facts: JsonObject, values: Readonly<Record<string, Json>>): JsonObject {
  const pending = isObject(facts[PENDING]) ? facts[PENDING] : {};
  return { ...facts, [PENDING]: { ...pending, ...values } };
}

/** What a machine knows once it has restarted. */
export function restarted(facts: JsonObject): JsonObject {
  const pending = isObject(facts[PENDING]) ? facts[PENDING] : {};
  return { ...withFacts(facts, pending as Record<string, Json>), [PENDING]: {}, boots: Number(facts.boots ?? 0) + 1 };
}

function withFact(facts: JsonObject, [key = '', ...rest]: readonly string[], value: Json): JsonObject {
  if (rest.length === 0) return { ...facts, [key]: value };
  const inner = facts[key];
  return { ...facts, [key]: withFact(isObject(inner) ? inner : {}, rest, value) };
}
