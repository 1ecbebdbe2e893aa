import { isPolicyError, policyError } from '@vetro/datalog';
import { nearestName } from '@vetro/nearest-name';
import { parseYaml } from '@/lib/formats/yaml/nesting';
import type { Json, JsonObject } from '@/lib/model/json';
import { idOf, isHeaded, isObject, type ModelVisitor, visitObjects } from '../facts/objects';

/** What the types of a model say about changes of it; each format of packages has its own. */
export interface ModelTypes {
  /** whether a type has a property of this name, its own or inherited */
  hasProperty: (type: string, property: string) => boolean;
  /**
   * The model as its types take it: values converted as contracts say.
   *
   * @throws whatever says, in a sentence, which value a type does not take
   */
  conform: (model: Json) => Promise<Json>;
  /** an id that no object has */
  newId: () => string;
}

type Arguments = Record<string, Json>;

interface Modification {
  parameters: readonly string[];
  apply: (model: Json, given: Arguments, types: ModelTypes) => void;
}

/** What `predeploy_modify` can ask for, by its name (policy-enforcement, "modify actions"). Another one is an entry. */
const MODIFICATIONS: Record<string, Modification> = {
  'set-property': {
    parameters: ['object_id', 'prop_name', 'value'],
    apply: (model, { object_id, prop_name, value }, types) => setProperty(model, types, object_id, prop_name, value),
  },
  'remove-relation': {
    parameters: ['object_id', 'prop_name'],
    apply: (model, { object_id, prop_name }, types) => setProperty(model, types, object_id, prop_name, null),
  },
  'add-relation': {
    parameters: ['source_id', 'relation', 'target_id'],
    apply: (model, { source_id, relation, target_id }, types) => {
      objectOf(model, target_id);
      setProperty(model, types, source_id, relation, target_id);
    },
  },
  'add-object': {
    parameters: ['owner_id', 'owner_relation', 'type', 'init_args'],
    apply: (model, { owner_id, owner_relation, type, init_args }, types) => {
      const header: JsonObject = { id: types.newId(), type: type ?? null };
      const members = isObject(init_args) ? init_args : {};
      setProperty(model, types, owner_id, owner_relation, { ...members, '?': header });
    },
  },
  'remove-object': {
    parameters: ['object_id'],
    apply: (model, { object_id }) => {
      objectOf(model, object_id);
      removeObject(model, object_id ?? null);
    },
  },
};

/**
 * Applies what a policy asks for, several actions of one text in their order.
 *
 * @param text `set-property: {object_id: …, prop_name: …, value: …}`
 * @returns the changed model; the given one stays as it is
 * @throws PolicyError `modification` with what is wrong with the text, and what the model's types throw
 */
export async function applyModification(model: Json, text: string, types: ModelTypes): Promise<Json> {
  const changed = structuredClone(model);
  for (const [name, given] of actionsOf(text)) {
    const modification = MODIFICATIONS[name];
    if (modification === undefined)
      throw wrong(`There is no action “${name}”; there are ${Object.keys(MODIFICATIONS).join(', ')}.`);
    checkArguments(name, modification.parameters, given);
    modification.apply(changed, given, types);
  }
  return types.conform(changed);
}

/**
 * What is wrong with the text of a change, before there is a model.
 *
 * @param isWhole whether nothing in it stands for what only a model tells
 * @returns a sentence; null when there is nothing
 */
export function modificationFault(text: string, isWhole: boolean): string | null {
  try {
    const read = readAction(text);
    if (!isObject(read)) return isWhole ? `Expected “action: {argument: value, …}”, found “${text}”.` : null;
    for (const [name, given] of Object.entries(read)) {
      const parameters = MODIFICATIONS[name]?.parameters;
      if (!parameters) {
        const nearest = nearestName(name, Object.keys(MODIFICATIONS));
        const message = `There is no action “${name}”; there are ${Object.keys(MODIFICATIONS).join(', ')}.`;
        return nearest === null ? message : `${message} Did you mean “${nearest}”?`;
      }
      const unknown = isObject(given)
        ? Object.keys(given).find((argument) => !parameters.includes(argument))
        : undefined;
      if (unknown !== undefined) return `“${name}” takes no ${unknown}; it takes ${parameters.join(', ')}.`;
      if (isWhole) checkArguments(name, parameters, isObject(given) ? (given as Arguments) : {});
    }
    return null;
  } catch (error) {
    if (!isPolicyError(error)) throw error;
    return isWhole ? error.message : null;
  }
}

function actionsOf(text: string): [string, Arguments][] {
  const read = readAction(text);
  if (!isObject(read)) throw wrong(`Expected “action: {argument: value, …}”, found “${text}”.`);
  return Object.entries(read).map(([name, given]) => {
    if (!isObject(given)) throw wrong(`The arguments of “${name}” are no map: “${text}”.`);
    return [name, given as Arguments];
  });
}

function readAction(text: string): Json {
  try {
    return parseYaml(text, 0) as Json;
  } catch (error) {
    throw wrong(`This action cannot be read: “${text}” (${error instanceof Error ? error.message : String(error)}).`);
  }
}

function checkArguments(name: string, parameters: readonly string[], given: Arguments): void {
  const missing = parameters.find((parameter) => !(parameter in given));
  if (missing !== undefined) throw wrong(`“${name}” needs the argument ${missing}.`);
  const unknown = Object.keys(given).find((argument) => !parameters.includes(argument));
  if (unknown !== undefined) throw wrong(`“${name}” takes no ${unknown}; it takes ${parameters.join(', ')}.`);
}

function setProperty(model: Json, types: ModelTypes, id: Json | undefined, name: Json | undefined, value?: Json): void {
  const object = objectOf(model, id);
  const { type } = object['?'] as JsonObject;
  const property = `${name}`;
  const bare = `${type}`.split(/[/@]/, 1)[0] as string;
  if (!types.hasProperty(bare, property)) throw wrong(`${bare} has no property “${property}”.`);
  object[property] = value ?? null;
}

function objectOf(model: Json, id: Json | undefined): JsonObject {
  let found: JsonObject | undefined;
  visitObjects(model, (object) => {
    if (found === undefined && `${idOf(object)}` === `${id}`) found = object;
  });
  if (found === undefined) throw wrong(`There is no object “${id}”.`);
  return found;
}

/** Takes an object away and every reference to it: a property of an object becomes null, a member of a list or map goes. */
function removeObject(model: Json, id: Json): void {
  const is = (value: Json | undefined) =>
    value !== null &&
    value !== undefined &&
    (value === id || (isObject(value) && isHeaded(value) && idOf(value) === id));
  const visit: ModelVisitor = (object) => takeOut(object, is, true);
  visitObjects(model, visit);
}

function takeOut(value: Json | undefined, is: (value: Json | undefined) => boolean, isObjectItself: boolean): void {
  if (Array.isArray(value)) {
    for (let at = value.length - 1; at >= 0; at--) {
      if (is(value[at])) value.splice(at, 1);
      else takeOut(value[at], is, false);
    }
    return;
  }
  if (!isObject(value) || (isHeaded(value) && !isObjectItself)) return;
  for (const [key, member] of Object.entries(value)) {
    if (key === '?') continue;
    if (!is(member)) takeOut(member, is, false);
    else if (isObjectItself) value[key] = null;
    else delete value[key];
  }
}

function wrong(message: string) {
  return policyError('modification', message);
}
