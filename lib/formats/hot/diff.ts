import { isObject, type Json } from '@/lib/model/json';
import { SEALED } from '@/lib/model/secret';
import type { ResourceDefinition } from './template';

/** What a change of one property does: the resource stays, or another takes its place. */
export type PropertyChange = 'inPlace' | 'replace';

/** What a change of each property of a resource type does; a property not listed replaces. */
export type PropertyChanges = Readonly<Record<string, PropertyChange>>;

/** How Heat names the property that says what a change of another does. */
const UPDATE_POLICY = '_update_policy';

export type ResourceChange = { change: 'unchanged' } | { change: 'inPlace' | 'replace'; properties: string[] };

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
  changes: PropertyChanges,
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
function isIgnored(name: string, { properties }: ResolvedResource, changes: PropertyChanges): boolean {
  const policy = `${name}${UPDATE_POLICY}`;
  return policy in changes ? properties[policy] === 'IGNORE' : name in changes && name.endsWith(UPDATE_POLICY);
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
