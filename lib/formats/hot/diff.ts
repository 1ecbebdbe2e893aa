import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { SEALED } from '@/lib/model/secret';
import { referencedResources } from './functions';
import { dependencies, sortGraph } from './graph';
import type { ResourceDefinition, Template } from './template';

/** What a change of one property does: the resource stays, or another takes its place. */
export type PropertyChange = 'inPlace' | 'replace';

/** For each resource type what a change of each property does; a property not listed replaces. */
export type ChangeTable = (type: string) => Readonly<Record<string, PropertyChange>>;

/** How Heat names the property that says what a change of another does. */
const UPDATE_POLICY = '_update_policy';

export type ResourceChange =
  | { change: 'create' | 'remove' | 'unchanged' }
  | { change: 'inPlace' | 'replace'; properties: string[] };

/** What a resource is made from; properties resolved or not, the same on both sides. */
export type ResolvedResource = Pick<ResourceDefinition, 'type' | 'properties' | 'metadata'>;

/**
 * Compares a resource as it is with how it should be. Equal secrets are equal however they are sealed.
 *
 * @param changes what a change of each property of its type does; `metadata` always changes in place. Changes that the
 *   resource itself asks to ignore (`user_data_update_policy: IGNORE` of Heat's servers) are none
 */
export function diffResource(
  before: ResolvedResource,
  after: ResolvedResource,
  changes: ReturnType<ChangeTable>,
): ResourceChange {
  if (before.type !== after.type) return { change: 'replace', properties: ['type'] };
  const names = new Set([...Object.keys(before.properties), ...Object.keys(after.properties)]);
  const properties = [...names].filter(
    (name) => !same(before.properties[name], after.properties[name]) && !isIgnored(name, after, changes),
  );
  const replaces = properties.some((name) => changes[name] !== 'inPlace');
  if (!same(before.metadata, after.metadata)) properties.push('metadata');
  if (properties.length === 0) return { change: 'unchanged' };
  return { change: replaces ? 'replace' : 'inPlace', properties: properties.sort() };
}

/** Whether a property changes nothing of what exists: by its own policy, or because it is such a policy. */
function isIgnored(name: string, { properties }: ResolvedResource, changes: ReturnType<ChangeTable>): boolean {
  const policy = `${name}${UPDATE_POLICY}`;
  return policy in changes ? properties[policy] === 'IGNORE' : name in changes && name.endsWith(UPDATE_POLICY);
}

/**
 * Compares two templates resource by resource, before anything is resolved: what an update would do.
 * What is made from a replaced resource has changed, too, where it refers to it.
 *
 * @param before null when there is no stack yet
 * @param after null when the stack is to go
 */
export function diffTemplates(
  before: Template | null,
  after: Template | null,
  table: ChangeTable,
): Record<string, ResourceChange> {
  const changes: Record<string, ResourceChange> = {};
  for (const name of Object.keys(before?.resources ?? {})) changes[name] = { change: 'remove' };
  if (!after) return changes;
  const sorted = sortGraph(dependencies(after));
  const order = 'order' in sorted ? sorted.order : Object.keys(after.resources);
  for (const name of order) {
    const now = after.resources[name];
    const was = before?.resources[name];
    if (!now) continue;
    if (!was) {
      changes[name] = { change: 'create' };
      continue;
    }
    const moved = (value: Json) => referencedResources(value, after.version).some((target) => isNew(changes[target]));
    changes[name] = diffResource(was, { ...now, properties: marked(now.properties, moved) }, table(now.type));
  }
  return changes;
}

function isNew(change: ResourceChange | undefined): boolean {
  return change?.change === 'create' || change?.change === 'replace';
}

/** Properties that refer to something new differ from whatever they were. */
function marked(properties: JsonObject, moved: (value: Json) => boolean): JsonObject {
  const entries = Object.entries(properties).map(([name, value]) => [name, moved(value) ? { moved: value } : value]);
  return Object.fromEntries(entries);
}

function same(a: Json | undefined, b: Json | undefined): boolean {
  return canonical(a) === canonical(b);
}

/** Keys sorted, absent and null alike, and of each secret its fingerprint alone. */
function canonical(value: Json | undefined): string {
  if (value === undefined || value === null) return 'null';
  if (typeof value === 'string') {
    return JSON.stringify(value.replace(SEALED, (sealed) => sealed.slice(0, sealed.lastIndexOf(':'))));
  }
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const keys = Object.keys(value).filter((key) => value[key] !== null && value[key] !== undefined);
  return `{${keys
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`)
    .join(',')}}`;
}

/** What a change of each property does, by the rules of a type's properties. */
export function propertyChangesOf(
  rules: Readonly<Record<string, { change: PropertyChange }>>,
): Record<string, PropertyChange> {
  return Object.fromEntries(Object.entries(rules).map(([name, { change }]) => [name, change]));
}
