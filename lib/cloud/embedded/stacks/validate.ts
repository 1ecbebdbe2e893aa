import { FLAVORS, findImage } from '@/lib/cloud/embedded/catalogue';
import type { Kernel } from '@/lib/cloud/embedded/kernel';
import { keyPairsOf } from '@/lib/cloud/embedded/offer';
import { networkExists, subnetExists } from '@/lib/cloud/embedded/resources/network-plan';
import type { PropertyRule } from '@/lib/cloud/embedded/resources/resource-type';
import { RESOURCE_TYPES } from '@/lib/cloud/embedded/resources/table';
import { errors } from '@/lib/errors';
import { resolve } from '@/lib/formats/hot/functions';
import { resolveParameters } from '@/lib/formats/hot/parameters';
import { inspectTemplate } from '@/lib/formats/hot/parse';
import type { Scope } from '@/lib/formats/hot/scope';
import type { Template } from '@/lib/formats/hot/template';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';

/** What the cloud refuses before it makes anything; `resource` is null for the template as a whole. */
export interface Refused {
  resource: string | null;
  type: string | null;
  reason: string;
}

/**
 * Reads and checks a template as Heat does before a stack is touched: its shape, its parameters, the
 * types of its resources, their properties, and that images, flavors, key pairs and networks exist.
 *
 * @returns the template and its values, or the first refusal with every problem in its reason
 */
export async function validate(
  kernel: Kernel,
  tenantId: string,
  source: JsonObject,
  given: JsonObject,
): Promise<{ template: Template; values: JsonObject } | Refused> {
  const { template, problems } = inspectTemplate(source);
  if (!template || problems.length > 0) {
    return { resource: null, type: null, reason: problems.map((p) => `${p.path}: ${p.sentence}`).join(' ') };
  }
  const parameters = resolveParameters(template.parameters, given);
  if (parameters.problems.length > 0) {
    return { resource: null, type: null, reason: parameters.problems.map((p) => p.sentence).join(' ') };
  }
  const exists = offered(kernel, tenantId);
  const refused: Refused[] = [];
  for (const [name, definition] of Object.entries(template.resources)) {
    const { type } = definition;
    const known = RESOURCE_TYPES.get(type);
    if (!known) {
      refused.push({ resource: name, type, reason: `The Resource Type (${type}) could not be found.` });
      continue;
    }
    for (const property of Object.keys(definition.properties)) {
      if (property in known.properties) continue;
      refused.push({
        resource: name,
        type,
        reason: `Property error: resources.${name}.properties: Unknown Property ${property}`,
      });
    }
    for (const [property, rule] of Object.entries(known.properties)) {
      const value = valueNow(definition.properties[property], parameters.values);
      if (value === UNKNOWN_YET) continue;
      const wrong = await checkProperty(property, rule, value, exists);
      if (wrong) refused.push({ resource: name, type, reason: `Property error: resources.${name}.${wrong}` });
    }
  }
  for (const wrong of wrongAttributes(template)) refused.push(wrong);
  const [first] = refused;
  if (!first) return { template, values: parameters.values };
  return { ...first, reason: refused.map((one) => one.reason).join(' ') };
}

const UNKNOWN_YET = Symbol('known only when other resources exist');

/** A property's value as far as it is known before anything exists. */
function valueNow(value: Json | undefined, parameters: JsonObject): Json | undefined | typeof UNKNOWN_YET {
  if (value === undefined) return undefined;
  const unknown = (): never => {
    throw errors.invalidInput('not yet', [], { code: 'template_unresolvable' });
  };
  const scope: Scope = { parameter: (name) => parameters[name] ?? unknown(), resource: unknown, attribute: unknown };
  try {
    return resolve(value, scope);
  } catch {
    return UNKNOWN_YET;
  }
}

async function checkProperty(
  name: string,
  rule: PropertyRule,
  value: Json | undefined,
  exists: ReturnType<typeof offered>,
): Promise<string | null> {
  if (value === undefined || value === null || value === '') {
    return rule.required ? `properties: Property ${name} not assigned` : null;
  }
  if (!KINDS[rule.kind](value)) return `properties.${name}: Value is not ${WORDS[rule.kind]}`;
  const outside = outOfBounds(rule, value);
  if (outside) return `properties.${name}: ${outside}`;
  if (!rule.names || (await exists[rule.names](String(value)))) return null;
  const word = THINGS[rule.names];
  return `properties.${name}: Error validating value '${String(value)}': The ${word} (${String(value)}) could not be found.`;
}

/** A value of the right kind that is none of those allowed, in Heat's words. */
function outOfBounds({ oneOf, min, max }: PropertyRule, value: Json): string | null {
  if (oneOf && !oneOf.includes(String(value))) {
    return `"${String(value)}" is not an allowed value [${oneOf.join(', ')}]`;
  }
  const number = Number(value);
  if (number >= (min ?? number) && number <= (max ?? number)) return null;
  if (min === undefined && max === undefined) return null;
  return `${String(value)} is out of range (min: ${min ?? 'None'}, max: ${max ?? 'None'})`;
}

const KINDS: Record<PropertyRule['kind'], (value: Json) => boolean> = {
  string: (value) => typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean',
  integer: (value) => typeof value !== 'boolean' && value !== '' && Number.isInteger(Number(value)),
  boolean: (value) => typeof value === 'boolean' || value === 'true' || value === 'false',
  any: () => true,
  list: Array.isArray,
  map: isObject,
};

const WORDS: Record<PropertyRule['kind'], string> = {
  string: 'a string',
  integer: 'an integer',
  boolean: 'a boolean',
  any: 'a value',
  list: 'a list',
  map: 'a map',
};

type Named = NonNullable<PropertyRule['names']>;
const THINGS: Record<Named, string> = {
  image: 'Image',
  flavor: 'Flavor',
  keyPair: 'Key',
  network: 'Network',
  subnet: 'Subnet',
};

function offered(kernel: Kernel, tenantId: string): Record<Named, (name: string) => Promise<boolean>> {
  return {
    image: async (name) => findImage(name) !== undefined,
    flavor: async (name) => FLAVORS.some((flavor) => flavor.name === name),
    keyPair: async (name) => (await keyPairsOf(kernel.db, tenantId)).includes(name),
    network: (name) => networkExists(kernel.db, tenantId, name),
    subnet: (name) => subnetExists(kernel.db, tenantId, name),
  };
}

/** References to attributes that the resource's type does not have. */
function wrongAttributes(template: Template): Refused[] {
  const refused: Refused[] = [];
  const look = (value: Json, place: string | null): void => {
    if (Array.isArray(value)) {
      for (const item of value) look(item, place);
      return;
    }
    if (!isObject(value)) return;
    const [resource, attribute] = Array.isArray(value.get_attr) ? value.get_attr : [];
    const type = typeof resource === 'string' ? template.resources[resource]?.type : undefined;
    const known = type ? RESOURCE_TYPES.get(type) : undefined;
    if (known && typeof attribute === 'string' && attribute !== 'show' && !known.attributes.includes(attribute)) {
      const reason = `The Referenced Attribute (${String(resource)} ${attribute}) is incorrect.`;
      refused.push({ resource: place, type: place ? (template.resources[place]?.type ?? null) : null, reason });
    }
    for (const inner of Object.values(value)) look(inner, place);
  };
  for (const [name, definition] of Object.entries(template.resources)) look(definition.properties, name);
  for (const output of Object.values(template.outputs)) look(output.value, null);
  return refused;
}
