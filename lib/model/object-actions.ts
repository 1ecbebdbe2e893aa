import type { ActionArgument } from './action-arguments';
import type { EnvironmentModel } from './environment';
import { isObject, type Json, type JsonObject } from './json';
import { classNameIn } from './object-entry';

/** Something that may be called on an object of an environment. */
export interface ObjectAction {
  /** as Murano names it: `<object id>_<method>` */
  id: string;
  /** the service that the object belongs to */
  serviceId: string;
  objectId: string;
  /** the object's name */
  object: string;
  method: string;
  title: string;
  description: string;
  arguments: ActionArgument[];
}

/** What may be called on the objects that are deployed in an environment, object by object. */
export function objectActions(model: EnvironmentModel): ObjectAction[] {
  const { environment, actions } = keptObjects(model);
  if (!environment || !actions || !Array.isArray(environment.applications)) return [];
  return environment.applications.filter(isObject).flatMap((application) => {
    const serviceId = idOf(application);
    if (serviceId === null || !model.services.some(({ id }) => id === serviceId)) return [];
    return [...objectsIn(application)].flatMap((object) => actionsOf(object, serviceId, actions));
  });
}

function keptObjects({ state }: EnvironmentModel): { environment?: JsonObject; actions?: JsonObject } {
  const objects = isObject(state?.objects) ? state.objects : {};
  return {
    ...(isObject(objects.environment) ? { environment: objects.environment } : {}),
    ...(isObject(objects.actions) ? { actions: objects.actions } : {}),
  };
}

function actionsOf(object: JsonObject, serviceId: string, actions: JsonObject): ObjectAction[] {
  const header = object['?'] as JsonObject;
  const objectId = idOf(object);
  const methods = actions[classNameIn(header.type)];
  if (objectId === null || !Array.isArray(methods)) return [];
  const name = [header.name, object.name, objectId].find((text) => typeof text === 'string' && text !== '');
  return methods.filter(isObject).map(({ name: declared, title, description, helpText, ...said }) => {
    const method = textOf(declared);
    return {
      id: `${objectId}_${method}`,
      serviceId,
      objectId,
      object: String(name),
      method,
      title: textOf(title) || method,
      description: textOf(description) || textOf(helpText),
      arguments: Array.isArray(said.arguments) ? said.arguments.filter(isObject).map(argumentOf) : [],
    };
  });
}

/**
 * What somebody is asked for by a JSON schema.
 *
 * @param said the schema of a value, with its `name`
 */
export function argumentOf(said: JsonObject): ActionArgument {
  const name = textOf(said.name);
  const types = (Array.isArray(said.type) ? said.type : [said.type]).filter((type) => typeof type === 'string');
  const choices = Array.isArray(said.enum) ? said.enum.filter((one): one is string => typeof one === 'string') : [];
  const kind = choices.length > 0 ? 'choice' : kindOf(types.find((type) => type !== 'null'));
  return {
    name,
    label: textOf(said.title) || name,
    help: textOf(said.description) || textOf(said.helpText),
    kind,
    required: said.default === undefined && types.length > 0 && !types.includes('null') && !mayBeEmpty(said, kind),
    default: said.default ?? null,
    choices,
    ...(kind === 'integer' ? limitsOf(said) : {}),
  };
}

/** Where nothing is given, a contract of a list takes it as an empty one, and one of names with values likewise. */
function mayBeEmpty({ minItems, properties }: JsonObject, kind: ActionArgument['kind']): boolean {
  if (kind === 'list') return Number(minItems ?? 0) === 0;
  return kind === 'map' && Object.keys(isObject(properties) ? properties : {}).length === 0;
}

/** What a contract says of a whole number in a schema: `check($ > 0)` is one from 1. */
function limitsOf({ minimum, exclusiveMinimum, maximum, exclusiveMaximum }: JsonObject) {
  return {
    ...(Number.isInteger(minimum) ? { min: Number(minimum) + (exclusiveMinimum === true ? 1 : 0) } : {}),
    ...(Number.isInteger(maximum) ? { max: Number(maximum) - (exclusiveMaximum === true ? 1 : 0) } : {}),
  };
}

const KINDS = {
  string: 'text',
  integer: 'integer',
  number: 'number',
  boolean: 'boolean',
  array: 'list',
  object: 'map',
} as const;

function kindOf(type: Json | undefined): ActionArgument['kind'] {
  return typeof type === 'string' && Object.hasOwn(KINDS, type) ? KINDS[type as keyof typeof KINDS] : 'json';
}

function* objectsIn(value: Json): Generator<JsonObject> {
  if (Array.isArray(value)) for (const item of value) yield* objectsIn(item);
  else if (isObject(value)) {
    if (isObject(value['?'])) yield value;
    for (const [key, inner] of Object.entries(value)) if (key !== '?') yield* objectsIn(inner);
  }
}

function idOf(object: JsonObject): string | null {
  const id = isObject(object['?']) ? object['?'].id : null;
  return typeof id === 'string' ? id : null;
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
