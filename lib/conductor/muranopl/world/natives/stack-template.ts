import { isObject, type Json, type JsonObject } from '@/lib/model/json';

/** Version of templates that name none. */
const TEMPLATE_VERSION = '2016-10-14';

/** A template with what the program adds: dicts in dicts, lists as the distinct items of both, else the new value. */
export function mergeInto(template: JsonObject, added: JsonObject): JsonObject {
  const merged = { ...template };
  for (const [key, value] of Object.entries(added)) {
    const own = Object.hasOwn(template, key) ? template[key] : undefined;
    merged[key] = mergeValue(own, value);
  }
  return merged;
}

function mergeValue(own: Json | undefined, added: Json): Json {
  if (isObject(own) && isObject(added)) return mergeInto(own, added);
  if (Array.isArray(own) && Array.isArray(added)) {
    const kept = own.map((item) => added.find((one) => isSame(item, one)) ?? item);
    const known = new Set(kept.map(canonical));
    return [...kept, ...added.filter((item) => !known.has(canonical(item)))];
  }
  return added;
}

/** Whether a value is the one that is added. A stack that is there has the text of a file in the place of `get_file`. */
function isSame(own: Json, added: Json): boolean {
  if (typeof own === 'string' && isObject(added)) return isFile(added);
  if (Array.isArray(own) && Array.isArray(added))
    return own.length === added.length && own.every((item, index) => isSame(item, added[index] as Json));
  if (!isObject(own) || !isObject(added)) return own === added;
  const names = Object.keys(own);
  return (
    names.length === Object.keys(added).length &&
    names.every((name) => Object.hasOwn(added, name) && isSame(own[name] as Json, added[name] as Json))
  );
}

function isFile(value: JsonObject): boolean {
  return typeof value.get_file === 'string' && Object.keys(value).length === 1;
}

/** The template without some resources and outputs. */
export function without(template: JsonObject, names: { resources: string[]; outputs: string[] }): JsonObject {
  const less = { ...template };
  for (const part of ['resources', 'outputs'] as const) {
    const entries = isObject(template[part]) ? Object.entries(template[part]) : null;
    if (entries) less[part] = Object.fromEntries(entries.filter(([name]) => !names[part].includes(name)));
  }
  return less;
}

/** A template as the cloud takes it: with a version, and with a description if there is one. */
export function complete(template: JsonObject, description: string): JsonObject {
  const described: JsonObject = description === '' ? {} : { description };
  return { heat_template_version: TEMPLATE_VERSION, ...described, ...template };
}

/** Whether there is anything to make. */
export function isEmpty(template: JsonObject): boolean {
  return !isObject(template.resources) || Object.keys(template.resources).length === 0;
}

/** One text for equal values, whatever the order of their keys. */
export function canonical(value: Json): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    isObject(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0)))
      : inner,
  );
}
