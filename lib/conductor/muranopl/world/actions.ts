import type { EnvironmentModel } from '@/lib/model/environment';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { classNameIn } from '@/lib/model/object-entry';
import type { ActionSchemas } from '../schema/action-schemas';
import type { ModelDocument } from '../serialization/document';

/**
 * An environment's document that tells what may be called on its objects: `state.objects.actions`, by class; lists
 * where the order matters, which the database does not keep of members. * Whoever asks for an action sees what it takes, without running anything of its package.
 */
export function withActions(model: EnvironmentModel, written: ModelDocument, schemas: ActionSchemas): EnvironmentModel {
  const objects = model.state?.objects;
  if (!isObject(objects)) return model;
  const actions: Record<string, JsonObject[]> = {};
  for (const header of headersIn(written.Objects as Json)) {
    const className = classNameIn(header.type);
    const taken = schemas[className];
    if (actions[className] || !taken || !isObject(header._actions)) continue;
    actions[className] = Object.values(header._actions)
      .filter(isObject)
      .flatMap(({ enabled: _, ...said }): JsonObject[] => {
        const schema = typeof said.name === 'string' ? taken[said.name] : undefined;
        return schema ? [{ ...said, arguments: argumentsOf(schema) }] : [];
      });
  }
  return { ...model, state: { ...model.state, objects: { ...objects, actions } } };
}

/** What the JSON schema of arguments says, argument by argument in the order of their declaration. */
function argumentsOf({ properties }: JsonObject): JsonObject[] {
  if (!isObject(properties)) return [];
  return Object.entries(properties).map(([name, said]) => ({ ...(isObject(said) ? said : {}), name }));
}

/** The header of every object in a value, however deep. */
function* headersIn(value: Json): Generator<JsonObject> {
  if (Array.isArray(value)) for (const item of value) yield* headersIn(item);
  else if (isObject(value)) {
    if (isObject(value['?'])) yield value['?'];
    for (const [key, inner] of Object.entries(value)) if (key !== '?') yield* headersIn(inner);
  }
}
