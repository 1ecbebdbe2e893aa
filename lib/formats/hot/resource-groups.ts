import type { FieldProblem } from '@/lib/errors';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { referencedResources, resolve } from './functions';
import type { PropertyRule } from './property-rules';
import type { Scope } from './scope';
import type { ResourceDefinition, Template } from './template';

export const RESOURCE_GROUP = 'OS::Heat::ResourceGroup';

/** So many members a group may have: each is a resource of the stack. */
const MAX_MEMBERS = 1_000;
const KEYS = ['count', 'index_var', 'resource_def', 'removal_policies', 'removal_policies_mode'];
const DEFINITION_KEYS = ['type', 'properties', 'metadata'];
/** What stands for the number of a member where a group names nothing else. */
export const INDEX_VARIABLE = '%index%';
/** As few characters Heat takes for it (`resource_group.py`). */
const MIN_INDEX_VARIABLE_LENGTH = 3;

/** Notes what is wrong with a property of a group. */
type Note = (key: string, code: string, sentence: string) => void;

/** A group as it is in its stack. */
export interface GroupState {
  /** indexes that were taken away by name, and come no more */
  removed: readonly string[];
  /** by index: what `get_resource` gives of the member */
  members: Readonly<Record<string, string>>;
}

/** What is known of a stack's groups, by their names. */
export type Groups = ReadonlyMap<string, GroupState>;

/** The properties of a group once it is written without its members. */
export const RESOURCE_GROUP_RULES = {
  count: { kind: 'integer', change: 'inPlace' },
  removed_rsrc_list: { kind: 'list', change: 'inPlace' },
} as const satisfies Record<string, PropertyRule>;

/**
 * Reads what groups a stack has off its resources: a member of `web` is called `web.0`.
 *
 * @param resources those that are current, each with what `get_resource` gives of it
 */
export function groupsOf(
  resources: readonly { name: string; type: string; reference: string; properties: JsonObject }[],
): Groups {
  const groups = resources.filter(({ type }) => type === RESOURCE_GROUP);
  return new Map(
    groups.map(({ name, properties: { removed_rsrc_list: removed } }) => {
      const members = resources.flatMap((one): [string, string][] => {
        const index = one.name.startsWith(`${name}.`) ? one.name.slice(name.length + 1) : '';
        return /^\d+$/.test(index) ? [[index, one.reference]] : [];
      });
      return [
        name,
        { removed: Array.isArray(removed) ? removed.map(String) : [], members: Object.fromEntries(members) },
      ];
    }),
  );
}

/**
 * What is wrong with the groups of a template, and with groups of groups, whatever its parameters are: what functions give
 * is judged by `withoutGroups`.
 */
export function checkGroups(template: Template, problems: FieldProblem[]): void {
  const check = (path: string, type: Json | undefined, properties: JsonObject): void => {
    if (type !== RESOURCE_GROUP) return;
    const note = noteAt(path, problems);
    const { count, index_var: variable, resource_def: definition } = properties;
    readDefinition(properties, note);
    if (!isObject(count)) readCount(count, note);
    if (!isObject(variable)) readIndexVariable(variable, note);
    if (!isObject(definition)) return;
    check(
      `${path}.resource_def.properties`,
      definition.type,
      isObject(definition.properties) ? definition.properties : {},
    );
  };
  for (const [name, { type, properties }] of Object.entries(template.resources))
    check(`resources.${name}.properties`, type, properties);
}

function noteAt(path: string, problems: FieldProblem[]): Note {
  return (key, code, sentence) => problems.push({ path: `${path}.${key}`, code, sentence });
}

/** @returns the definition of the members; null where there is none */
function readDefinition(properties: JsonObject, note: Note): JsonObject | null {
  for (const key of Object.keys(properties)) {
    if (!KEYS.includes(key)) note(key, 'unknown_key', `Unknown Property ${key}`);
  }
  const { resource_def: definition } = properties;
  for (const key of isObject(definition) ? Object.keys(definition) : []) {
    if (!DEFINITION_KEYS.includes(key)) note(`resource_def.${key}`, 'unknown_key', `Unknown Property ${key}`);
  }
  if (isObject(definition) && typeof definition.type === 'string') return definition;
  note('resource_def', 'required', 'A group needs "resource_def" with the type of its members.');
  return null;
}

/** @returns how many members there are; null where that is no number of members */
function readCount(value: Json | undefined, note: Note): number | null {
  const count = Number(value ?? 1);
  if (Number.isInteger(count) && count >= 0 && count <= MAX_MEMBERS) return count;
  note('count', 'invalid_count', `"count" must be a whole number from 0 to ${MAX_MEMBERS}.`);
  return null;
}

/** @returns what stands for the number of a member */
function readIndexVariable(value: Json | undefined, note: Note): string {
  if (value === undefined || value === null) return INDEX_VARIABLE;
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text === 'string' && text.length >= MIN_INDEX_VARIABLE_LENGTH) return text;
  note('index_var', 'too_short', `"index_var" must be a text of at least ${MIN_INDEX_VARIABLE_LENGTH} characters.`);
  return INDEX_VARIABLE;
}

/**
 * Writes a template without its groups: each member is a resource of the stack, `web.0`, the group one that comes after
 * them, and what is asked of the group is asked of its members (heat, `engine/resources/openstack/heat/resource_group.py`).
 *
 * @param scope the values of parameters: how many members there are is known before anything is made
 * @param groups those that the stack has already: what was taken away by name stays away
 * @param problems gets what is wrong with a group
 */
export function withoutGroups(
  template: Template,
  scope: Pick<Scope, 'parameter' | 'yaql'>,
  groups: Groups,
  problems: FieldProblem[],
): Template {
  const early: Scope = { ...scope, version: template.version, resource: (name) => name, attribute: () => null };
  const members = new Map<string, Group>();
  const resources: Record<string, ResourceDefinition> = {};
  const add = (name: string, definition: ResourceDefinition): void => {
    if (definition.type !== RESOURCE_GROUP) {
      resources[name] = definition;
      return;
    }
    const group = readGroup(name, definition, early, groups.get(name), problems);
    members.set(name, group);
    const names = group.indexes.map((index) => `${name}.${index}`);
    for (const [at, index] of group.indexes.entries()) add(names[at] ?? '', memberOf(definition, group, index));
    const properties = { count: group.indexes.length, removed_rsrc_list: group.removed };
    resources[name] = { ...definition, properties, dependsOn: names };
  };
  for (const [name, definition] of Object.entries(template.resources)) add(name, definition);
  if (members.size === 0) return template;
  const rewritten = <Value extends Json>(value: Value) => askMembers(value, members) as Value;
  return {
    ...template,
    resources: mapValues(resources, (one) => ({
      ...one,
      properties: rewritten(one.properties),
      metadata: rewritten(one.metadata),
    })),
    outputs: mapValues(template.outputs, (one) => ({ ...one, value: rewritten(one.value) })),
  };
}

interface Group {
  /** of its members, in order */
  indexes: string[];
  removed: string[];
  indexVariable: string;
  definition: JsonObject;
}

function readGroup(
  name: string,
  { properties }: ResourceDefinition,
  scope: Scope,
  state: GroupState = { removed: [], members: {} },
  problems: FieldProblem[],
): Group {
  const note = noteAt(`resources.${name}.properties`, problems);
  const known = (key: string): Json | undefined => {
    const value = properties[key];
    if (value === undefined || value === null) return undefined;
    if (referencedResources(value, scope.version).length === 0) return resolve(value, scope);
    note(key, 'not_known_yet', `"${key}" of a group must be known before anything is made: it cannot name resources.`);
    return undefined;
  };
  const definition = readDefinition(properties, note);
  const count = readCount(known('count'), note);
  const mode = known('removal_policies_mode') ?? 'append';
  if (mode !== 'append' && mode !== 'update') {
    note('removal_policies_mode', 'invalid_mode', '"removal_policies_mode" must be one of: append, update.');
  }
  const removed = new Set(mode === 'update' ? [] : state.removed);
  for (const one of namedIn(known('removal_policies'))) {
    const index = Object.keys(state.members).find((member) => member === one || state.members[member] === one);
    if (index !== undefined) removed.add(index);
    else if (state.removed.includes(one)) removed.add(one);
  }
  const indexes: string[] = [];
  const size = definition === null || count === null ? 0 : count;
  for (let index = 0; indexes.length < size; index += 1) {
    if (!removed.has(String(index))) indexes.push(String(index));
  }
  return {
    indexes,
    removed: [...removed],
    indexVariable: readIndexVariable(known('index_var'), note),
    definition: definition ?? {},
  };
}

/** The members that removal policies name, by index or by what `get_resource` gives of them. */
function namedIn(policies: Json | undefined): string[] {
  return (Array.isArray(policies) ? policies : []).flatMap((policy) => {
    const names = isObject(policy) ? policy.resource_list : null;
    return Array.isArray(names) ? names.map(String) : [];
  });
}

function memberOf(
  { dependsOn, deletionPolicy }: ResourceDefinition,
  { definition, indexVariable }: Group,
  index: string,
): ResourceDefinition {
  const written = (value: Json | undefined) =>
    isObject(value) ? (withIndex(value, indexVariable, index) as JsonObject) : {};
  return {
    type: String(definition.type),
    properties: written(definition.properties),
    metadata: written(definition.metadata),
    dependsOn,
    ...(deletionPolicy === undefined ? {} : { deletionPolicy }),
  };
}

function withIndex(value: Json, variable: string, index: string): Json {
  if (typeof value === 'string') return value.replaceAll(variable, index);
  if (Array.isArray(value)) return value.map((item) => withIndex(item, variable, index));
  return isObject(value) ? mapValues(value, (inner) => withIndex(inner, variable, index)) : value;
}

/** A value in which attributes of groups are those of their members. */
function askMembers(value: Json, groups: ReadonlyMap<string, Group>): Json {
  if (Array.isArray(value)) return value.map((item) => askMembers(item, groups));
  if (!isObject(value)) return value;
  const { get_attr: asked, ...more } = value;
  const name = Array.isArray(asked) && typeof asked[0] === 'string' ? asked[0] : '';
  const group = groups.get(name);
  if (!group || !Array.isArray(asked) || Object.keys(more).length > 0 || asked.length < 2) {
    return mapValues(value, (inner) => askMembers(inner, groups));
  }
  const [, attribute = null, ...path] = asked.map((one) => askMembers(one, groups));
  return attributeOf(name, group, attribute, path, groups);
}

function attributeOf(
  name: string,
  { indexes, removed }: Group,
  attribute: Json,
  path: Json[],
  groups: ReadonlyMap<string, Group>,
): Json {
  const members = indexes.map((index) => [index, `${name}.${index}`] as const);
  const ask = (member: string, rest: Json[]): Json =>
    rest.length === 0 ? { get_resource: member } : askMembers({ get_attr: [member, ...rest] }, groups);
  // "resource.0.value" is the same as "resource.0" and "value" (heat, `common/grouputils.py`, get_nested_attrs)
  const [, single, ofMember] = /^resource\.(\d+)(?:\.(.+))?$/.exec(String(attribute)) ?? [];
  if (single !== undefined) return ask(`${name}.${single}`, ofMember === undefined ? path : [ofMember, ...path]);
  if (attribute === 'refs')
    return within(
      members.map(([, member]) => ask(member, [])),
      path,
    );
  if (attribute === 'refs_map') {
    return within(Object.fromEntries(members.map(([index, member]) => [index, ask(member, [])])), path);
  }
  if (attribute === 'removed_rsrc_list') return within(removed, path);
  if (attribute === 'attributes' && path.length > 0) {
    return Object.fromEntries(members.map(([index, member]) => [index, ask(member, path)]));
  }
  return members.map(([, member]) => ask(member, [attribute, ...path]));
}

/** What a path leads to in what is known already; null where it leads nowhere. */
function within(value: Json, path: readonly Json[]): Json {
  return path.reduce<Json>((at, key) => {
    const name = String(key);
    if (Array.isArray(at)) return at[Number(name)] ?? null;
    return isObject(at) && Object.hasOwn(at, name) ? (at[name] ?? null) : null;
  }, value);
}

function mapValues<In, Out>(values: Record<string, In>, change: (value: In) => Out): Record<string, Out> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]));
}
