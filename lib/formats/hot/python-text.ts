import { isObject, type Json } from '@/lib/model/json';

/** Heat writes values into texts as Python does. */

/** JSON with sorted keys, a space after each comma and colon, and nothing but ASCII. */
export function pythonJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(pythonJson).join(', ')}]`;
  if (isObject(value)) {
    const fields = Object.keys(value)
      .sort()
      .map((key) => `${ascii(key)}: ${pythonJson(value[key] ?? null)}`);
    return `{${fields.join(', ')}}`;
  }
  return typeof value === 'string' ? ascii(value) : JSON.stringify(value);
}

/** The text of a scalar (`True`, `3`), JSON of anything else; nothing for null. */
export function pythonText(value: Json): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return typeof value === 'number' ? String(value) : pythonJson(value);
}

function ascii(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
