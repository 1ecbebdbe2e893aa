import { z } from 'zod';
import type { Json } from './json';

/**
 * Any JSON value, as a schema: apart from `json.ts`, which pages take to the browser. It walks through a value once,
 * where `z.json()` tries each of six schemas on every part of it.
 */
export const JsonSchema: z.ZodType<Json> = z.unknown().refine(isJson, {
  abort: true,
  error: ({ input }) => (input === undefined ? 'This is missing.' : 'This must be a value of JSON.'),
}) as unknown as z.ZodType<Json>;

function isJson(value: unknown): value is Json {
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const inner = waiting.pop();
    if (inner === null || typeof inner === 'string' || typeof inner === 'boolean') continue;
    if (typeof inner === 'number' && Number.isFinite(inner)) continue;
    if (typeof inner !== 'object') return false;
    if (!Array.isArray(inner) && !isPlain(inner)) return false;
    for (const part of Object.values(inner)) waiting.push(part);
  }
  return true;
}

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
