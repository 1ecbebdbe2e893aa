import type { Json, JsonObject } from '@/lib/model/json';
import { policyError } from '../errors';
import { reachedFrom, type Targets, targetsOf } from './connections';
import { idOf, isHeaded, isObject, visitObjects } from './objects';
import { pythonText } from './python-text';

/** The tables that a model is told as, with the names of their columns (policy-enforcement, "Model decomposition"). */
export const FACT_TABLES = {
  objects: ['object_id', 'owner_id', 'type'],
  parent_types: ['object_id', 'parent_type'],
  properties: ['object_id', 'name', 'value'],
  relationships: ['source', 'target', 'name'],
  connected: ['source', 'target'],
  states: ['environment_id', 'state'],
} as const satisfies Record<string, readonly string[]>;

/** One row: its table, then its values, all of them texts. */
export type Fact = readonly [table: keyof typeof FACT_TABLES, ...values: string[]];

export interface ModelContext {
  /** who owns the environment; null when nobody is known to */
  tenant: string | null;
  /** the classes that a class extends, each with all it extends in turn left out; a class that is not known has none */
  parentsOf: (type: string) => readonly string[];
  /** what is known of the environment: `pending` before a deployment */
  state?: string;
}

/**
 * Tells a model as relations: what there is, what it is like and what belongs to what. An object is a map with a header
 * (`?`); the model is one, its environment. What stands in a list has no relationship to who holds the list, and a value
 * that equals the id of an object is a relationship instead of a property.
 *
 * @param model the environment as maps, lists and scalars; null gives nothing
 * @returns facts, each once
 * @throws PolicyError `missing_header`, `missing_id`, `missing_type`, `bad_type`, which name the place in the model
 */
export function decompose(model: Json, context: ModelContext): Fact[] {
  const { facts, targets } = decomposeSteps(model, context);
  const connected = [...targets.keys()].flatMap((source) =>
    [...reachedFrom(source, targets)].map((target): Fact => ['connected', source, target]),
  );
  return [...facts, ...connected];
}

/** A model as relations, all but `connected`, which can be found from where each object leads to in one step. */
export interface DecomposedSteps {
  facts: Fact[];
  targets: Targets<string>;
}

/**
 * The same without the table `connected`: in a large environment it has more rows than all others together.
 *
 * @throws as {@link decompose}
 */
export function decomposeSteps(model: Json, { tenant, parentsOf, state = 'pending' }: ModelContext): DecomposedSteps {
  if (model === null) return { facts: [], targets: new Map() };
  const facts = new Facts();
  const root = objectAt(model, []);
  const ids = idsOf(model);
  facts.add('states', root.id, state);
  const open: Visit[] = [{ value: model, owner: tenant ?? 'None', path: [] }];
  for (let visit = open.pop(); visit !== undefined; visit = open.pop()) {
    const { value, owner, path } = visit;
    if (Array.isArray(value)) {
      open.push(...value.map((item) => ({ value: item, owner, path })));
    } else if (isObject(value)) {
      const object = isHeaded(value) ? objectAt(value, path) : null;
      if (object) addObject(facts, object, owner, ids, parentsOf);
      const inner = object?.id ?? owner;
      for (const [key, item] of Object.entries(value)) open.push({ value: item, owner: inner, path: [...path, key] });
    }
  }
  for (const object of applicationsOf((model as JsonObject).applications ?? null))
    facts.add('relationships', root.id, objectAt(object, ['applications']).id, 'services');
  const all = facts.all();
  const targets = targetsOf(
    all.flatMap(([table, source, target]): [string, string][] =>
      table === 'relationships' ? [[source as string, target as string]] : [],
    ),
  );
  return { facts: all, targets };
}

interface Visit {
  value: Json;
  /** the nearest object around it */
  owner: string;
  /** keys on the way to it */
  path: readonly string[];
}

interface ModelObject {
  id: string;
  type: string;
  members: JsonObject;
}

/** Facts, each once. */
class Facts {
  private readonly known = new Map<string, Fact>();

  add(...fact: Fact): void {
    let key = '';
    for (const part of fact) key += `${part.length}:${part}`;
    this.known.set(key, fact);
  }

  all(): Fact[] {
    return [...this.known.values()];
  }
}

function addObject(
  facts: Facts,
  { id, type, members }: ModelObject,
  owner: string,
  ids: ReadonlySet<Json>,
  parentsOf: ModelContext['parentsOf'],
): void {
  facts.add('objects', id, owner, type);
  for (const name of ancestors(type, parentsOf)) facts.add('parent_types', id, name);
  const property = (name: string, value: Json) => {
    if (ids.has(value)) facts.add('relationships', id, pythonText(value), name);
    else facts.add('properties', id, name, pythonText(value));
  };
  const open = Object.entries(members).filter(([key]) => key !== '?');
  for (let member = open.pop(); member !== undefined; member = open.pop()) {
    const [name, value] = member;
    if (value === null || value === undefined) continue;
    if (Array.isArray(value)) {
      // maps and objects in a list say nothing of who holds it
      for (const item of value) if (!isObject(item)) property(name, item);
    } else if (!isObject(value)) property(name, value);
    else if (isHeaded(value))
      facts.add('relationships', id, objectAt(value, [name]).id, name.split('.', 1)[0] as string);
    else for (const [key, inner] of Object.entries(value)) open.push([`${name}.${key}`, inner]);
  }
}

/** A type and all it extends, each once. */
function ancestors(type: string, parentsOf: ModelContext['parentsOf']): Set<string> {
  const found = new Set([type]);
  for (const name of found) for (const parent of parentsOf(name)) found.add(parent);
  return found;
}

/** Ids of all objects, as they stand in the model: a number is another id than its digits. */
function idsOf(model: Json): Set<Json> {
  const ids = new Set<Json>();
  visitObjects(model, (object) => ids.add(idOf(object) ?? null));
  ids.delete(null);
  return ids;
}

/** Objects that stand directly under `applications`, or in its lists. */
function applicationsOf(value: Json): Json[] {
  if (Array.isArray(value)) return value.flatMap(applicationsOf);
  return isObject(value) && isHeaded(value) ? [value] : [];
}

function objectAt(value: Json, path: readonly string[]): ModelObject {
  const where = path.length === 0 ? 'The environment' : `What stands at “${path.join('.')}”`;
  if (!isObject(value) || !isHeaded(value)) throw policyError('missing_header', `${where} has no header “?”`);
  const { id, type } = value['?'] as JsonObject;
  if (id === undefined || id === null) throw policyError('missing_id', `${where} has no id in its header`);
  if (type === undefined || type === null) throw policyError('missing_type', `${where} has no type in its header`);
  return { id: pythonText(id), type: bareType(type, where), members: value };
}

/** `name/version@package` is cut to its name. */
function bareType(type: Json, where: string): string {
  const name = typeof type === 'string' ? /^([a-zA-Z_][\w.:]*)(?:\/[^@]*)?(?:@.*)?$/.exec(type)?.[1] : undefined;
  if (name === undefined)
    throw policyError('bad_type', `${where} has the type ${pythonText(type)}, which is no name of a class`);
  return name;
}
