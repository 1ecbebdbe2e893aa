import type { Json } from '@/lib/model/json';
import { type Expression, evaluate, readExpression, type Scope } from './expressions';

/** A value of a description: its texts are expressions. */
export type Value =
  | { constant: Json }
  | { expression: Expression }
  | { list: readonly Value[] }
  | { fields: readonly (readonly [string, Value])[] };

/** @throws YaqlError */
export function compileValue(value: Json): Value {
  if (typeof value === 'string') return { expression: readExpression(value) };
  if (typeof value !== 'object' || value === null) return { constant: value };
  if (Array.isArray(value)) return { list: value.map(compileValue) };
  return { fields: Object.entries(value).map(([key, inner]) => [key, compileValue(inner)] as const) };
}

/** What a value comes to. @throws as `evaluate` */
export async function resolveValue(value: Value, scope: Scope): Promise<Json> {
  if ('constant' in value) return value.constant;
  if ('expression' in value) return evaluate(value.expression, scope);
  if ('list' in value) {
    const items: Json[] = [];
    for (const item of value.list) items.push(await resolveValue(item, scope));
    return items;
  }
  const fields: Record<string, Json> = {};
  for (const [key, inner] of value.fields) fields[key] = await resolveValue(inner, scope);
  return fields;
}
