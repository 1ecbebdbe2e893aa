import { repr } from '@vetro/yaql';
import type { Json } from '@/lib/model/json';

/**
 * A value as Murano writes it into a fact: Python's `str()` of plain data, of which lists are lists and not, as in
 * YAQL, tuples.
 */
export function pythonText(value: Json): string {
  return typeof value === 'string' ? value : dataText(value);
}

function dataText(value: Json | undefined): string {
  if (Array.isArray(value)) return `[${value.map(dataText).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return repr(value ?? null);
  const members = Object.entries(value).map(([key, inner]) => `${repr(key)}: ${dataText(inner)}`);
  return `{${members.join(', ')}}`;
}
