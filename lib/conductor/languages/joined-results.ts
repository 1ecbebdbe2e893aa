import { isObject, type Json, type JsonObject } from '@/lib/model/json';

/** What two languages answer of one workflow: their lists one after the other, what is by name side by side. */
export function joinedResults(one: Json | undefined, other: JsonObject | null): Json {
  if (!isObject(one)) return other ?? {};
  if (other === null) return one;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries([...names].map((name) => [name, joined(one[name], other[name])]));
}

function joined(one: Json | undefined, other: Json | undefined): Json {
  if (Array.isArray(one) && Array.isArray(other)) return [...one, ...other];
  if (isObject(one) && isObject(other)) return { ...one, ...other };
  return one ?? other ?? null;
}
