import type { Json, JsonObject } from '@/lib/model/json';

const KEY = '[A-Za-z_][A-Za-z0-9_.-]*';

/** A text that is a `$key` or `${key}` alone; its first group is the second `$` of one that stands for itself. */
export const WHOLE_KEY = new RegExp(`^\\$(\\$?)(?:(${KEY})|\\{(${KEY})\\})$`);
/** Each `${key}` inside a longer text, with the same first group. */
export const INLINE_KEY = new RegExp(`(\\$?)\\$\\{(${KEY})\\}`, 'g');

/** Names of the `$keys` that a template has in values and names of fields (Murano v0.2 guide, chapter 5, "Execution Plans"). */
export function keysOf(template: JsonObject): Set<string> {
  return new Set(textsIn(template).flatMap(keysIn));
}

function keysIn(text: string): string[] {
  const whole = WHOLE_KEY.exec(text);
  if (whole) return whole[1] ? [] : [whole[2] ?? whole[3] ?? ''];
  return [...text.matchAll(INLINE_KEY)].flatMap(([, escaped, key = '']) => (escaped ? [] : [key]));
}

function textsIn(value: Json | undefined): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...textsIn(inner)]);
}
