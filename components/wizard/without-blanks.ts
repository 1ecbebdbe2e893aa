import type { JsonObject } from '@/lib/model/json';

/** What was left empty is left out: the server knows the defaults. */
export function withoutBlanks(service: JsonObject): JsonObject {
  const filled = Object.entries(service).filter(([, value]) => value !== '' && value !== null);
  return Object.fromEntries(
    filled.map(([key, value]) => [
      key,
      key === 'units' && Array.isArray(value)
        ? value.map((unit) => (typeof unit === 'object' && unit !== null ? withoutBlanks(unit as JsonObject) : unit))
        : value,
    ]),
  );
}
