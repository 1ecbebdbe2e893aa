import { isObject, type Json } from '@/lib/model/json';

/** The `id` of a thing and of everything nested in it. */
export function nestedIds(value: Json | undefined): string[] {
  if (Array.isArray(value)) return value.flatMap(nestedIds);
  if (!isObject(value)) return [];
  const own = typeof value.id === 'string' ? [value.id] : [];
  return [...own, ...Object.values(value).flatMap(nestedIds)];
}
