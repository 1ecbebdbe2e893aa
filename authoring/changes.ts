import { isObject, type Json } from '@/lib/model/json';

/** One value of a document that is another than before; undefined: it is not there. */
export interface Change {
  /** `applications[0].url` */
  readonly path: string;
  readonly before: Json | undefined;
  readonly now: Json | undefined;
}

/** What is different in a document, the smallest parts, in the order of the document as it is now. */
export function changesBetween(before: Json | undefined, now: Json | undefined, path = ''): Change[] {
  if (JSON.stringify(before) === JSON.stringify(now)) return [];
  if (isObject(before) && isObject(now)) {
    const keys = new Set([...Object.keys(now), ...Object.keys(before)]);
    return [...keys].flatMap((key) => changesBetween(before[key], now[key], path + step(key, path)));
  }
  if (Array.isArray(before) && Array.isArray(now) && before.length === now.length) {
    return now.flatMap((item, index) => changesBetween(before[index], item, `${path}[${index}]`));
  }
  return [{ path, before, now }];
}

/** `.name`, or `["any key"]`. */
function step(key: string, path: string): string {
  if (!/^[\w$?]+$/.test(key)) return `[${JSON.stringify(key)}]`;
  return path === '' ? key : `.${key}`;
}
