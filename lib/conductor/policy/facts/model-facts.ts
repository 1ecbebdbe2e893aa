import { type Change, changeOf, keyOf, policyError } from '@vetro/datalog';
import type { Json, JsonObject } from '@/lib/model/json';
import { idOf, isHeaded, isObject } from './objects';
import { pythonText } from './python-text';

/** The tables that a model is told as, with the names of their columns (policy-enforcement, "Model decomposition"). */
export const FACT_TABLES = {
  objects: ['object_id', 'owner_id', 'type'],
  parent_types: ['id', 'parent_type'],
  properties: ['owner_id', 'name', 'value'],
  relationships: ['source_id', 'target_id', 'name'],
  connected: ['source_id', 'target_id'],
  states: ['id', 'state'],
} as const satisfies Record<string, readonly string[]>;

/** Tables whose rows are read from a model; `connected` follows from them. */
const READ_TABLES = ['objects', 'parent_types', 'properties', 'relationships', 'states'] as const;
type ReadTable = (typeof READ_TABLES)[number];
type TextRow = readonly string[];
type Facts = Readonly<Record<ReadTable, readonly TextRow[]>>;

/** Changes of the tables of a model; a table in which nothing is different has none. */
export type ModelChanges = Partial<Record<ReadTable, Change>>;

export interface ModelContext {
  /** who owns the environment; null when nobody is known to */
  tenant: string | null;
  /** the classes that a class extends, each with all it extends in turn left out; a class that is not known has none */
  parentsOf: (type: string) => readonly string[];
  /** what is known of the environment: `pending` before a deployment */
  state?: string;
}

/** One place of a model at which an object stands. */
interface Place {
  id: string;
  /** the id as it is in the model: a number is another one than its digits */
  rawId: Json;
  value: JsonObject;
  owner: string;
  type: string;
  facts: Facts;
}

/** A part of a model that is read at once: one application, or the environment without its applications. */
interface Block {
  value: JsonObject;
  places: readonly Place[];
}

/** What is said of one id: an object may stand at several places. */
interface Entry {
  places: ReadonlySet<Place>;
  facts: Facts;
}

/**
 * A model as relations, kept so that a model which is much the same costs little: an application that is what it was keeps
 * its rows, and only the rows that differ are told. An object is a map with a header (`?`); the model is one, its
 * environment. What stands in a list has no relationship to who holds the list, and a value that equals the id of an
 * object is a relationship instead of a property.
 */
export class ModelFacts {
  private readonly entries = new Map<string, Entry>();
  /** how many objects have an id */
  private readonly ids = new Map<Json, number>();
  private ancestors: ReadonlyMap<string, readonly string[]> = new Map();
  private blocks: readonly Block[] = [];
  private root: { id: string; tenant: string | null; facts: Facts } | null = null;

  /** All rows of a table. */
  *rows(table: ReadTable): Iterable<TextRow> {
    for (const { facts } of this.entries.values()) yield* facts[table];
  }

  /**
   * Reads a model in the place of the one before.
   *
   * @param model the environment as maps, lists and scalars; null is none
   * @returns rows that came and rows that went; those that stay are the very same as before
   * @throws PolicyError `missing_header`, `missing_id`, `missing_type`, `bad_type`, which name the place in the model;
   *   nothing is changed then
   */
  read(model: Json, context: ModelContext): ModelChanges {
    const { blocks, ancestors, root } = this.prepared(model, context);
    const [was, is] = [new Set(this.blocks), new Set(blocks)];
    const gone = this.blocks.filter((block) => !is.has(block)).flatMap(({ places }) => places);
    const come = blocks.filter((block) => !was.has(block)).flatMap(({ places }) => places);
    const touched = new Set<string>();
    if (root?.facts !== this.root?.facts) for (const one of [this.root, root]) if (one) touched.add(one.id);
    const changedIds = this.count(gone, come);
    for (const place of come) place.facts = factsOf(place, this.ids, ancestors);
    for (const { id } of [...gone, ...come]) touched.add(id);
    if (changedIds.size > 0) {
      for (const { places } of blocks) {
        for (const place of places.filter(({ facts }) => mentions(facts, changedIds))) {
          place.facts = factsOf(place, this.ids, ancestors);
          touched.add(place.id);
        }
      }
    }
    Object.assign(this, { blocks, ancestors, root });
    return this.settled(touched, new Set(gone), come);
  }

  /** Everything that can be wrong with a model shows here, before anything is changed. */
  private prepared(model: Json, context: ModelContext) {
    if (model === null) return { blocks: [], ancestors: this.ancestors, root: null };
    if (!isObject(model) || !isHeaded(model)) throw policyError('missing_header', 'The environment has no header “?”.');
    const { id } = headerOf(model, null);
    const { tenant } = context;
    const ancestors = new Map<string, readonly string[]>();
    for (const [type, before] of this.ancestors) {
      const now = ancestorsOf(type, context);
      ancestors.set(type, sameTexts(now, before) ? before : now);
    }
    const isSame = this.root?.id === id && this.root.tenant === tenant;
    const haveTypesChanged = [...ancestors].some(([type, names]) => names !== this.ancestors.get(type));
    const known = isSame && !haveTypesChanged ? new PreviousBlocks(this.blocks) : new PreviousBlocks([]);
    const blocks = blocksOf(model).map(({ value, path }, at): Block => {
      const before = known.take(value);
      return before ?? { value, places: placesIn(value, at === 0 ? (tenant ?? 'None') : id, path) };
    });
    for (const { places } of blocks)
      for (const { type } of places) if (!ancestors.has(type)) ancestors.set(type, ancestorsOf(type, context));
    const services = applicationsOf(model.applications ?? null).map((one) => pythonText(idOf(one) ?? null));
    const facts: Facts = {
      ...NONE,
      relationships: services.map((service) => [id, service, 'services']),
      states: [[id, context.state ?? 'pending']],
    };
    const before = this.root?.facts;
    const isFamiliar =
      isSame &&
      before !== undefined &&
      before.states[0]?.[1] === facts.states[0]?.[1] &&
      sameTexts(
        services,
        before.relationships.map(([, service]) => service as string),
      );
    return { blocks, ancestors, root: { id, tenant, facts: isFamiliar ? before : facts } };
  }

  /** @returns texts of the ids that there were not before, or are no longer */
  private count(gone: readonly Place[], come: readonly Place[]): ReadonlySet<string> {
    const before = new Map<Json, boolean>();
    const add = (rawId: Json, count: 1 | -1) => {
      const known = this.ids.get(rawId) ?? 0;
      if (!before.has(rawId)) before.set(rawId, known > 0);
      if (known + count > 0) this.ids.set(rawId, known + count);
      else this.ids.delete(rawId);
    };
    for (const { rawId } of gone) add(rawId, -1);
    for (const { rawId } of come) add(rawId, 1);
    return new Set([...before].flatMap(([id, was]) => (this.ids.has(id) === was ? [] : [pythonText(id)])));
  }

  /** Puts together anew what is said of ids. */
  private settled(touched: ReadonlySet<string>, gone: ReadonlySet<Place>, come: readonly Place[]): ModelChanges {
    const arrived = new Map<string, Place[]>();
    for (const place of come) arrived.set(place.id, [...(arrived.get(place.id) ?? []), place]);
    const changes = new Map(READ_TABLES.map((table) => [table, { added: [] as TextRow[], removed: [] as TextRow[] }]));
    for (const id of touched) {
      const before = this.entries.get(id);
      const places = new Set(
        [...(before?.places ?? []), ...(arrived.get(id) ?? [])].filter((place) => !gone.has(place)),
      );
      const said = [...places].map((place) => place.facts);
      if (this.root?.id === id) said.push(this.root.facts);
      const facts = merged(said, before?.facts);
      if (places.size === 0) this.entries.delete(id);
      else this.entries.set(id, { places, facts });
      for (const [table, { added, removed }] of changes) {
        added.push(...without(facts[table], before?.facts[table]));
        removed.push(...without(before?.facts[table] ?? [], facts[table]));
      }
    }
    return Object.fromEntries(
      [...changes].flatMap(([table, { added, removed }]) => {
        const change = changeOf(added, removed);
        return change ? [[table, change]] : [];
      }),
    );
  }
}

/** Blocks of the model before, which are taken over where they are the same. */
class PreviousBlocks {
  private readonly byId = new Map<string, Block[]>();

  constructor(blocks: readonly Block[]) {
    for (const block of blocks) {
      const id = pythonText(idOf(block.value) ?? null);
      this.byId.set(id, [...(this.byId.get(id) ?? []), block]);
    }
  }

  take(value: JsonObject): Block | null {
    const alike = this.byId.get(pythonText(idOf(value) ?? null)) ?? [];
    const at = alike.findIndex((block) => isSameData(block.value, value));
    return alike.splice(at, at < 0 ? 0 : 1)[0] ?? null;
  }
}

/** The environment without its applications first, then each of them. */
function blocksOf(model: JsonObject): { value: JsonObject; path: Path | null }[] {
  const { applications } = model;
  if (!Array.isArray(applications)) return [{ value: model, path: null }];
  const isBlock = (item: Json): item is JsonObject => isObject(item) && isHeaded(item);
  return [
    { value: { ...model, applications: applications.filter((item) => !isBlock(item)) }, path: null },
    ...applications.filter(isBlock).map((value) => ({ value, path: { outer: null, key: 'applications' } })),
  ];
}

/** A value still to be looked at, with the nearest object around it and the keys on the way to it. */
interface Visit {
  value: JsonObject | Json[];
  owner: string;
  path: Path | null;
}
interface Path {
  outer: Path | null;
  key: string;
}

/** Every object of a block, wherever it stands, the outer ones first. */
function placesIn(block: JsonObject, outermost: string, from: Path | null): Place[] {
  const places: Place[] = [];
  const open: Visit[] = [{ value: block, owner: outermost, path: from }];
  for (let visit = open.pop(); visit !== undefined; visit = open.pop()) {
    const { value, owner, path } = visit;
    if (Array.isArray(value)) {
      for (const item of value) if (typeof item === 'object' && item !== null) open.push({ value: item, owner, path });
      continue;
    }
    let inner = owner;
    if (isHeaded(value)) {
      const { id, type } = headerOf(value, path);
      places.push({ id, rawId: idOf(value) ?? null, value, owner, type, facts: NONE });
      inner = id;
    }
    for (const key in value) {
      const member = value[key];
      if (typeof member === 'object' && member !== null)
        open.push({ value: member, owner: inner, path: { outer: path, key } });
    }
  }
  return places;
}

const NONE: Facts = { objects: [], parent_types: [], properties: [], relationships: [], states: [] };

/** Rows that are not among others, which are the very same where they are equal. */
function without(rows: readonly TextRow[], others: readonly TextRow[] = []): readonly TextRow[] {
  if (others.length === 0) return rows;
  const there = new Set(others);
  return rows.filter((row) => !there.has(row));
}

/** Rows of several places, each once; where one was there before, it is that one. */
function merged(all: readonly Facts[], before: Facts | undefined): Facts {
  if (before === undefined && all.length === 1) return all[0] as Facts;
  const of = (table: ReadTable) => {
    const known = new Map((before?.[table] ?? []).map((row) => [keyOf(row), row]));
    const rows = new Map<string, TextRow>();
    for (const facts of all) {
      for (const row of facts[table]) {
        const key = keyOf(row);
        if (!rows.has(key)) rows.set(key, known.get(key) ?? row);
      }
    }
    return [...rows.values()];
  };
  return {
    objects: of('objects'),
    parent_types: of('parent_types'),
    properties: of('properties'),
    relationships: of('relationships'),
    states: of('states'),
  };
}

/** Whether a property is a changed id, or a relationship leads to one. */
function mentions({ properties, relationships }: Facts, changed: ReadonlySet<string>): boolean {
  return (
    properties.some(([, , value]) => changed.has(value as string)) ||
    relationships.some(([, target]) => changed.has(target as string))
  );
}

/** A type and all it extends, each once. */
function ancestorsOf(type: string, { parentsOf }: ModelContext): string[] {
  const found = new Set([type]);
  for (const name of found) for (const parent of parentsOf(name)) found.add(parent);
  return [...found];
}

function sameTexts(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((text, at) => text === others[at]);
}

/** Everything that an object at a place says. */
function factsOf(
  { id, owner, type, value }: Place,
  ids: ReadonlyMap<Json, number>,
  ancestors: ReadonlyMap<string, readonly string[]>,
): Facts {
  const parent_types = (ancestors.get(type) ?? []).map((name) => [id, name]);
  return { objects: [[id, owner, type]], parent_types, ...membersOf(id, value, ids), states: [] };
}

/** What an object says of itself: each row once. */
function membersOf(id: string, object: JsonObject, ids: ReadonlyMap<Json, number>) {
  const properties: TextRow[] = [];
  const relationships: TextRow[] = [];
  const seen = new Set<string>();
  const add = (rows: TextRow[], kind: string, name: string, text: string, row: TextRow) => {
    const size = seen.size;
    if (seen.add(`${kind}${name.length}:${name}${text}`).size > size) rows.push(row);
  };
  const property = (name: string, value: Json) => {
    const text = pythonText(value);
    if (ids.has(value)) add(relationships, 'r', name, text, [id, text, name]);
    else add(properties, 'p', name, text, [id, name, text]);
  };
  const open: [string | null, JsonObject][] = [[null, object]];
  for (let map = open.pop(); map !== undefined; map = open.pop()) {
    const [outer, members] = map;
    for (const key in members) {
      if (outer === null && key === '?') continue;
      const value = members[key];
      const name = outer === null ? key : `${outer}.${key}`;
      if (value === null || value === undefined) continue;
      if (Array.isArray(value)) {
        // maps and objects in a list say nothing of who holds it
        for (const item of value) if (!isObject(item)) property(name, item);
      } else if (!isObject(value)) property(name, value);
      else if (isHeaded(value)) {
        const target = pythonText(idOf(value) ?? null);
        const first = name.split('.', 1)[0] as string;
        add(relationships, 'r', first, target, [id, target, first]);
      } else open.push([name, value]);
    }
  }
  return { properties, relationships };
}

/** How deep data is compared; what is deeper counts as another, which is only read again. */
const DEEPEST_COMPARED = 200;

/** Whether two values are the same data. */
function isSameData(a: Json | undefined, b: Json | undefined, depth = 0): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (depth === DEEPEST_COMPARED) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    for (let at = 0; at < a.length; at++) if (!isSameData(a[at], b[at], depth + 1)) return false;
    return true;
  }
  let keys = 0;
  for (const key in a) {
    keys += 1;
    if (!isSameData(a[key], b[key], depth + 1)) return false;
  }
  return Object.keys(b).length === keys;
}

/** Objects that stand directly under `applications`, or in its lists. */
function applicationsOf(value: Json): JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(applicationsOf);
  return isObject(value) && isHeaded(value) ? [value] : [];
}

function headerOf(value: JsonObject, path: Path | null): { id: string; type: string } {
  const { id, type } = value['?'] as JsonObject;
  if (id === undefined || id === null) throw policyError('missing_id', `${placeOf(path)} has no id in its header.`);
  if (type === undefined || type === null)
    throw policyError('missing_type', `${placeOf(path)} has no type in its header.`);
  return { id: pythonText(id), type: bareType(type, path) };
}

function placeOf(path: Path | null): string {
  const keys: string[] = [];
  for (let at = path; at !== null; at = at.outer) keys.unshift(at.key);
  return keys.length === 0 ? 'The environment' : `What stands at “${keys.join('.')}”`;
}

/** `name/version@package` is cut to its name. */
function bareType(type: Json, path: Path | null): string {
  const name = typeof type === 'string' ? /^([a-zA-Z_][\w.:]*)(?:\/[^@]*)?(?:@.*)?$/.exec(type)?.[1] : undefined;
  if (name === undefined)
    throw policyError('bad_type', `${placeOf(path)} has the type ${pythonText(type)}, which is no name of a class.`);
  return name;
}
