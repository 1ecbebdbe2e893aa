import { isObject, type Json, type JsonObject } from '@/lib/model/json';

/**
 * A template that needs no files beside it: `get_file` is the text of the file.
 *
 * @param textOf the text of a file, by its name and the place that names it; undefined leaves the function as it is
 */
export function withFileTexts(
  template: JsonObject,
  textOf: (name: string, path: string) => string | undefined,
): JsonObject {
  const walk = (value: Json, path: string): Json => {
    if (Array.isArray(value)) return value.map((one, index) => walk(one, `${path}.${index}`));
    if (!isObject(value)) return value;
    const name = value.get_file;
    const isFunction = typeof name === 'string' && Object.keys(value).length === 1;
    const text = isFunction ? textOf(name.replace(/^(?:file:\/\/)?(?:\.\/)?/, ''), path) : undefined;
    if (text !== undefined) return text;
    const entries = Object.entries(value).map(([key, one]): [string, Json] => [
      key,
      walk(one as Json, path === '' ? key : `${path}.${key}`),
    ]);
    return Object.fromEntries(entries);
  };
  return walk(template, '') as JsonObject;
}
