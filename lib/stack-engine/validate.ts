import { isVetroError } from '@/lib/errors';
import { referencedResources, resolve } from '@/lib/formats/hot/functions';
import { convertTo, PARAMETER_TYPES } from '@/lib/formats/hot/parameters';
import { checkProperties, type PropertyRule } from '@/lib/formats/hot/property-rules';
import { pythonText } from '@/lib/formats/hot/python-text';
import type { Scope } from '@/lib/formats/hot/scope';
import type { Template } from '@/lib/formats/hot/template';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';

/** What a cloud knows of a type of resource before one is made. */
export interface TypeRules {
  properties: Readonly<Record<string, PropertyRule>>;
  /** names that `get_attr` may ask for; null: only the resource itself can tell */
  attributes: readonly string[] | null;
  /** why the cloud has none of this type, where it knows the type and cannot make one */
  refused?: string;
  /**
   * What else is wrong with one.
   *
   * @param properties resolved as far as known; references are names of resources, attributes null
   */
  problems?(name: string, properties: JsonObject, stack: Neighbours): string[];
}

/** What a type may ask of the other resources of its stack. */
export interface Neighbours {
  /** resolved as far as known; null when there is no such resource, or none with that property */
  property(resource: string, name: string): { value: Json | undefined } | null;
}

/** What a cloud refuses before it makes anything; `resource` is null for the template as a whole. */
export interface Refusal {
  resource: string | null;
  type: string | null;
  reason: string;
}

/** The properties of a resource as far as they are known before anything exists. */
export interface EarlyProperties {
  values: JsonObject;
  /** names of properties that only other resources can tell */
  unknown: ReadonlySet<string>;
  /** functions that have no value, by property */
  wrong: ReadonlyMap<string, string>;
}

/**
 * Checks the resources of a template as Heat does before a stack is touched: types, properties, attributes.
 *
 * @param template without conditions: they are settled
 * @param scope parameters, files and YAQL
 * @param types null for a type that the cloud does not have
 * @returns every refusal, in Heat's words
 */
export function refusals(
  template: Template,
  scope: Pick<Scope, 'parameter' | 'file' | 'yaql'>,
  types: (type: string) => TypeRules | null,
): Refusal[] {
  const early = new Map(
    Object.entries(template.resources).map(([name, { properties }]) => [
      name,
      earlyProperties(properties, { ...scope, version: template.version }),
    ]),
  );
  const stack: Neighbours = {
    property: (resource, name) => {
      const rules = types(template.resources[resource]?.type ?? '');
      if (!rules || !Object.hasOwn(rules.properties, name)) return null;
      return { value: early.get(resource)?.values[name] };
    },
  };
  const refused: Refusal[] = [];
  for (const [name, { type }] of Object.entries(template.resources)) {
    const rules = types(type);
    const say = (reason: string) => refused.push({ resource: name, type, reason });
    if (!rules) {
      say(`resources.${name}: The Resource Type (${type}) could not be found.`);
      continue;
    }
    if (rules.refused !== undefined) {
      say(`resources.${name}: ${rules.refused}`);
      continue;
    }
    const { values, unknown, wrong } = early.get(name) ?? { values: {}, unknown: new Set(), wrong: new Map() };
    const path = `resources.${name}.properties`;
    for (const [property, sentence] of wrong) say(`Property error: ${path}.${property}: ${sentence}`);
    const problems = checkProperties(rules.properties, values, path, (one) => !unknown.has(one) && !wrong.has(one));
    for (const problem of problems) say(`Property error: ${problem}`);
    if (problems.length === 0) for (const problem of rules.problems?.(name, values, stack) ?? []) say(problem);
  }
  refused.push(...wrongAttributes(template, types));
  return refused;
}

/** What is known of properties before anything exists: references are names, attributes null. */
export function earlyProperties(
  properties: JsonObject,
  scope: Pick<Scope, 'parameter' | 'file' | 'yaql' | 'version'>,
): EarlyProperties {
  const early: Scope = { ...scope, resource: (name) => name, attribute: () => null };
  const values: JsonObject = {};
  const unknown = new Set<string>();
  const wrong = new Map<string, string>();
  for (const [name, value] of Object.entries(properties)) {
    const isUnknown = referencedResources(value, scope.version).length > 0;
    if (isUnknown) unknown.add(name);
    try {
      values[name] = resolve(value, early);
    } catch (error) {
      if (!isVetroError(error)) throw error;
      values[name] = null;
      if (!isUnknown) wrong.set(name, error.sentence);
    }
  }
  return { values, unknown, wrong };
}

/** References to attributes that the resource's type does not have. */
function wrongAttributes(template: Template, types: (type: string) => TypeRules | null): Refusal[] {
  const refused: Refusal[] = [];
  const visit = (value: Json, path: string, place: string | null): void => {
    if (Array.isArray(value)) {
      for (const item of value) visit(item, path, place);
      return;
    }
    if (!isObject(value)) return;
    const [resource, attribute] = Array.isArray(value.get_attr) ? value.get_attr : [];
    const type = typeof resource === 'string' ? template.resources[resource]?.type : undefined;
    const known = type === undefined ? null : (types(type)?.attributes ?? null);
    if (known && typeof attribute === 'string' && attribute !== 'show' && !known.includes(attribute)) {
      const reason = `${path}.get_attr: The Referenced Attribute (${String(resource)} ${attribute}) is incorrect.`;
      refused.push({ resource: place, type: place ? (template.resources[place]?.type ?? null) : null, reason });
    }
    for (const [key, inner] of Object.entries(value)) visit(inner, `${path}.${key}`, place);
  };
  for (const [name, { properties }] of Object.entries(template.resources))
    visit(properties, `resources.${name}.properties`, name);
  for (const [name, { value }] of Object.entries(template.outputs)) visit(value, `outputs.${name}.value`, null);
  return refused;
}

/** What is wrong with the value of an `OS::Heat::Value` of a type, in Heat's words. */
export function valueProblems(name: string, { value, type }: JsonObject): string[] {
  const known = PARAMETER_TYPES.find((one) => one === type);
  if (known === undefined || value === undefined || value === null || convertTo(known, value) !== undefined) return [];
  return [`Property error: resources.${name}.properties.value: ${pythonText(value)} is not a ${known}`];
}
