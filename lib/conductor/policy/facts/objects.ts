import type { Json, JsonObject } from '@/lib/model/json';

/** Called for each object of a model, the outer ones first. */
export type ModelVisitor = (object: JsonObject) => void;

/** Whether a value of a model is a map. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a map is an object: it has a header. */
export function isHeaded(value: JsonObject): boolean {
  return isObject(value['?']);
}

/** The id in an object's header. */
export function idOf(object: JsonObject): Json | undefined {
  return (object['?'] as JsonObject).id;
}

/** Goes through all objects of a model, however deep it is. */
export function visitObjects(model: Json, visit: ModelVisitor): void {
  const open: Json[] = [model];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (isObject(value) && isHeaded(value)) visit(value);
    if (typeof value === 'object' && value !== null)
      open.push(...Object.values(value).filter((inner): inner is Json => inner !== undefined));
  }
}
