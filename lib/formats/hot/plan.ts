import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { attributePhrase } from './attribute-phrases';
import { diffResource, type PropertyChange, type ResolvedResource } from './diff';
import { resolve } from './functions';
import { dependencies, sortGraph } from './graph';
import type { Scope } from './scope';
import type { Template } from './template';

/**
 * Plans what an operation does to the resources of a stack, by the rules of Heat: whoever carries a stack out and
 * whoever only wants to know decide with the same functions.
 */

/** What a cloud knows of a type of resource. */
export interface ResourceTypeFacts {
  /** what a change of each property does; a property not listed replaces the resource */
  changes: Readonly<Record<string, PropertyChange>>;
  /** the property that `get_resource` gives, where it is not the resource's id: a key pair's name */
  reference?: string;
  /** whether a change that could be made in place means another one all the same */
  replaces?: ReplacesResource;
}

/** @param find another resource of the stack, as it was or will be, by what `get_resource` gives of it */
export type ReplacesResource = (
  before: ResolvedResource,
  after: ResolvedResource,
  find: (reference: string) => ResolvedResource | null,
) => boolean;

/** A resource as it is now. */
export interface CurrentResource {
  name: string;
  type: string;
  /** what it was made from; null where the cloud does not tell */
  definition: ResolvedResource | null;
  /** what `get_resource` gives */
  reference: string;
  attributes: JsonObject;
  condition: ResourceCondition;
}

/** broken: it was never finished or is no longer what was made; halfChanged: its last change has failed */
export type ResourceCondition = 'intact' | 'broken' | 'halfChanged';

export interface ResourceDecision {
  change: 'create' | 'inPlace' | 'replace' | 'unchanged';
  /** names of the properties because of which it changes */
  properties: string[];
}

/** What becomes of one resource: of every one before and after. */
export interface ResourceForecast {
  name: string;
  type: string;
  change: ResourceDecision['change'] | 'remove';
  /** names of the properties because of which it changes */
  properties: string[];
  /** what it is made from before and after, as far as known: secrets sealed, phrases as in outputs; null: not there */
  before: JsonObject | null;
  after: JsonObject | null;
}

/**
 * Decides what is to be done about one resource.
 *
 * @param current null when there is none of that name
 * @param changes what a change of each property of the wanted type does
 * @param replaces whether a change that could be made in place means another one all the same
 */
export function decideResource(
  current: { definition: ResolvedResource; condition: ResourceCondition } | null,
  wanted: ResolvedResource,
  changes: ResourceTypeFacts['changes'],
  replaces: (before: ResolvedResource, after: ResolvedResource) => boolean = () => false,
): ResourceDecision {
  if (!current) return { change: 'create', properties: [] };
  const found = diffResource(current.definition, wanted, changes);
  const properties = 'properties' in found ? found.properties : [];
  const isOther = found.change === 'replace' || (found.change === 'inPlace' && replaces(current.definition, wanted));
  if (current.condition === 'broken' || isOther) return { change: 'replace', properties };
  if (current.condition === 'halfChanged' || found.change === 'inPlace') return { change: 'inPlace', properties };
  return { change: 'unchanged', properties: [] };
}

/** A resource as a plan leaves it: one that is there, or one that is still to be made. */
export interface PlannedResource {
  definition: ResolvedResource;
  /** null for one that is still to be made: its id and attributes are not known yet */
  current: Pick<CurrentResource, 'reference' | 'attributes'> | null;
  condition: ResourceCondition;
}

export interface StackPlan {
  resources: ResourceForecast[];
  /** outputs that only the cloud can give, like the address of a machine to come, are phrases in ‹ › */
  outputs: JsonObject;
  /** the stack as it would be, to plan the next operation on */
  after: ReadonlyMap<string, PlannedResource>;
}

/** What the expressions of a template see beside its resources. */
export interface TemplateValues {
  /** of every parameter, pseudo parameters (`OS::stack_name`) included */
  parameters: JsonObject;
  /** texts of the files that came with the template, by path */
  files?: Readonly<Record<string, string>>;
  /** evaluates an expression of YAQL; absent where there is no YAQL */
  yaql?: Scope['yaql'];
}

/**
 * Plans an operation that makes a stack be as a template says.
 *
 * @param before the stack as it is, or as the plan before left it
 * @param types what the cloud knows of each type in the template
 * @throws `template_unresolvable` (invalid input) when an expression has no value
 */
export function planStack(
  template: Template,
  values: TemplateValues,
  before: ReadonlyMap<string, PlannedResource>,
  types: ReadonlyMap<string, ResourceTypeFacts>,
): StackPlan {
  const after = new Map<string, PlannedResource>();
  const resources: ResourceForecast[] = [];
  const resolved = (value: Json) => resolve(withPhrases(value, after, types), scopeOf(template.version, values, after));
  const sorted = sortGraph(dependencies(template));
  for (const name of 'order' in sorted ? sorted.order : []) {
    const definition = template.resources[name];
    if (!definition) continue;
    const [properties, metadata] = [definition.properties, definition.metadata].map(resolved).map(objectOrEmpty);
    const wanted = { type: definition.type, properties: properties ?? {}, metadata: metadata ?? {} };
    const was = before.get(name) ?? null;
    const facts = types.get(wanted.type);
    const find = (reference: string) => definitionOf(reference, after) ?? definitionOf(reference, before);
    const { change, properties: changed } = decideResource(was, wanted, facts?.changes ?? {}, (from, to) =>
      Boolean(facts?.replaces?.(from, to, find)),
    );
    const stays = change === 'inPlace' || change === 'unchanged';
    const current = stays ? changedBy(was?.current ?? null, wanted, changed) : null;
    after.set(name, { definition: wanted, current, condition: 'intact' });
    resources.push({ ...forecastOf(name, change, was?.definition ?? null, wanted), properties: changed });
  }
  for (const [name, { definition }] of before)
    if (!after.has(name)) resources.push(forecastOf(name, 'remove', definition, null));
  const outputs = Object.entries(template.outputs).map(([name, output]) => [name, resolved(output.value)]);
  return { resources, outputs: Object.fromEntries(outputs), after };
}

function definitionOf(reference: string, among: ReadonlyMap<string, PlannedResource>): ResolvedResource | null {
  for (const [name, { current, definition }] of among)
    if ((current?.reference ?? `‹${name}›`) === reference) return definition;
  return null;
}

/**
 * What the resources of a stack were made from, of a cloud that does not keep it: the template that was carried out last,
 * seen with the ids and attributes that there are now.
 *
 * @param last null when nobody knows the template: then nothing is known of the resources but their types
 */
export function plannedFrom(
  resources: readonly CurrentResource[],
  last: { template: Template; values: TemplateValues } | null,
): ReadonlyMap<string, PlannedResource> {
  const planned = new Map<string, PlannedResource>(
    resources.map((resource) => [
      resource.name,
      {
        definition: resource.definition ?? { type: resource.type, properties: {}, metadata: {} },
        current: resource,
        condition: resource.condition,
      },
    ]),
  );
  if (!last) return planned;
  const scope = scopeOf(last.template.version, last.values, planned);
  for (const resource of resources) {
    const source = last.template.resources[resource.name];
    const known = planned.get(resource.name);
    if (resource.definition || !source || !known || source.type !== resource.type) continue;
    const [properties, metadata] = [source.properties, source.metadata].map((part) =>
      objectOrEmpty(resolve(part, scope)),
    );
    known.definition = { type: source.type, properties: properties ?? {}, metadata: metadata ?? {} };
  }
  return planned;
}

/** A change in place shows in the attributes that are called like the properties it changes. */
function changedBy(
  current: PlannedResource['current'],
  { properties }: ResolvedResource,
  changed: readonly string[],
): PlannedResource['current'] {
  const shown = changed.filter((name) => current && name in current.attributes);
  if (!current || shown.length === 0) return current;
  const now = Object.fromEntries(shown.map((name) => [name, properties[name] ?? null]));
  return { ...current, attributes: { ...current.attributes, ...now } };
}

/** What becomes of a resource, without the reasons. */
export function forecastOf(
  name: string,
  change: ResourceForecast['change'],
  before: ResolvedResource | null,
  after: ResolvedResource | null,
): ResourceForecast {
  const type = (after ?? before)?.type ?? '';
  return {
    name,
    type,
    change,
    properties: [],
    before: before?.properties ?? null,
    after: after?.properties ?? null,
  };
}

function scopeOf(
  version: string,
  { parameters, files, yaql }: TemplateValues,
  here: ReadonlyMap<string, PlannedResource>,
): Scope {
  return {
    version,
    file: (path) => files?.[path],
    ...(yaql ? { yaql } : {}),
    parameter: (name) => parameters[name] ?? null,
    resource: (name) => here.get(name)?.current?.reference ?? '',
    attribute: (name, attribute) => here.get(name)?.current?.attributes[attribute],
  };
}

/** Puts a phrase wherever a value asks for the id or an attribute of what is still to be made. */
function withPhrases(
  value: Json,
  here: ReadonlyMap<string, PlannedResource>,
  types: ReadonlyMap<string, ResourceTypeFacts>,
): Json {
  const unknown = (name: unknown): name is string => typeof name === 'string' && here.get(name)?.current === null;
  const visit = (inner: Json): Json => {
    if (Array.isArray(inner)) return inner.map(visit);
    if (!isObject(inner)) return inner;
    const { get_resource: resource, get_attr: attribute } = inner;
    if (Object.keys(inner).length === 1 && unknown(resource))
      return referenceTo(resource, here.get(resource)?.definition, types);
    if (Object.keys(inner).length === 1 && Array.isArray(attribute) && unknown(attribute[0]))
      return attributePhrase(attribute);
    return Object.fromEntries(Object.entries(inner).map(([key, item]) => [key, visit(item)]));
  };
  return visit(value);
}

/** What a resource is referred to by is known before it is made where it is a property of it; an id is not. */
function referenceTo(
  resource: string,
  definition: ResolvedResource | undefined,
  types: ReadonlyMap<string, ResourceTypeFacts>,
): string {
  const property = definition && types.get(definition.type)?.reference;
  const name = property === undefined ? null : definition?.properties[property];
  return typeof name === 'string' ? name : `‹${resource}›`;
}

function objectOrEmpty(value: Json): JsonObject {
  return isObject(value) ? value : {};
}
