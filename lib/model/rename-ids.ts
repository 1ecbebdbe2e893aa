const ID_LENGTH = 32;
const HEXADECIMAL = /[0-9a-f]{32,}/g;

/**
 * Replaces ids wherever they stand in a value, also within texts (`e<id>-<id>`): 32 hexadecimal digits that are a key of
 * the map. Dates and big numbers stay as they are.
 *
 * @param ids new ids by old ones
 */
export function renameIds<T>(value: T, ids: ReadonlyMap<string, string>): T {
  if (typeof value === 'string') return value.replace(HEXADECIMAL, (digits) => renameIn(digits, ids)) as T;
  if (Array.isArray(value)) return value.map((item) => renameIds(item, ids)) as T;
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [renameIds(key, ids), renameIds(inner, ids)]),
  ) as T;
}

/** A letter before an id may be a digit as well: each place is looked at. */
function renameIn(digits: string, ids: ReadonlyMap<string, string>): string {
  let renamed = '';
  for (let at = 0; at < digits.length; ) {
    const id = ids.get(digits.slice(at, at + ID_LENGTH));
    renamed += id ?? digits[at];
    at += id === undefined ? 1 : ID_LENGTH;
  }
  return renamed;
}
