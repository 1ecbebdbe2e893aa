import type { JsonObject } from '@/lib/model/json';
import type { Execution } from '../execution/execution';
import type { MuranoObject } from '../objects/murano-object';
import type { MuranoType } from '../types/murano-type';
import { methodSchema } from './index';

/** By the names of classes: the JSON schema of the arguments of each public method of their objects. */
export type ActionSchemas = Record<string, Record<string, JsonObject>>;

/**
 * What the public methods of objects take: what a caller outside must know of an action before it calls it.
 *
 * @param known of classes that were asked for before: what a class takes does not change during a run
 */
export function* actionSchemas(
  execution: Execution,
  objects: Iterable<MuranoObject>,
  known: Map<MuranoType, Record<string, JsonObject>>,
): Generator<unknown, ActionSchemas, unknown> {
  const found: ActionSchemas = {};
  for (const { type } of objects) {
    const schemas = known.get(type) ?? (yield* schemasOf(execution, type));
    known.set(type, schemas);
    if (Object.keys(schemas).length > 0) found[type.name] = schemas;
  }
  return found;
}

function* schemasOf(execution: Execution, type: MuranoType): Generator<unknown, Record<string, JsonObject>, unknown> {
  const schemas: Record<string, JsonObject> = {};
  for (const name of type.methodNames) {
    const [method, other] = type.methods(name);
    if (!method || other || !method.isPublic || method.isStatic) continue;
    schemas[name] = plain(yield* methodSchema(execution, method, type));
  }
  return schemas;
}

function plain(schema: object): JsonObject {
  const { $schema: _, ...rest } = JSON.parse(JSON.stringify(schema)) as JsonObject;
  return rest;
}
