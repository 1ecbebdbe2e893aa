import { FLAVORS, findImage } from '@/lib/cloud/embedded/catalogue';
import type { Kernel } from '@/lib/cloud/embedded/kernel';
import { keyPairsOf } from '@/lib/cloud/embedded/offer';
import { networkExists, subnetExists } from '@/lib/cloud/embedded/resources/network-plan';
import type { PropertyRule } from '@/lib/cloud/embedded/resources/resource-type';
import { RESOURCE_TYPES } from '@/lib/cloud/embedded/resources/table';
import { prepareTemplate } from '@/lib/formats/hot/prepare';
import type { Template } from '@/lib/formats/hot/template';
import type { JsonObject } from '@/lib/model/json';
import { earlyProperties, evaluateYaql, type Refusal, refusals } from '@/lib/stack-engine';
import { pseudoParameters } from './converge';

/**
 * Reads and checks a template as Heat does before a stack is touched: its shape, its parameters and conditions, the
 * types of its resources, their properties, and that images, flavors, key pairs and networks exist.
 *
 * @returns the template with its conditions settled and its values, or the first refusal with every problem in its reason
 */
export async function validate(
  kernel: Kernel,
  tenantId: string,
  source: JsonObject,
  given: JsonObject,
  name = '',
): Promise<{ template: Template; values: JsonObject } | Refusal> {
  const pseudo = pseudoParameters({ name, tenantId });
  const { template, values, problems } = prepareTemplate(source, given, { pseudo, yaql: evaluateYaql });
  if (!template || problems.length > 0) {
    // What is wrong with a value that was given names its parameter by itself.
    const words = problems.map((p) => (/^parameters\.[^.]+$/.test(p.path) ? p.sentence : `${p.path}: ${p.sentence}`));
    return { resource: null, type: null, reason: words.join(' ') };
  }
  const parameters: JsonObject = { ...pseudo, ...values };
  const scope = { parameter: (one: string) => parameters[one] ?? null, yaql: evaluateYaql };
  const refused = refusals(template, scope, (type) => RESOURCE_TYPES.get(type) ?? null);
  const exists = offered(kernel, tenantId);
  for (const [resource, { type, properties }] of Object.entries(template.resources)) {
    const { values: early, unknown } = earlyProperties(properties, { ...scope, version: template.version });
    for (const [property, { names }] of Object.entries(RESOURCE_TYPES.get(type)?.properties ?? {})) {
      const value = early[property];
      if (!names || unknown.has(property) || value === undefined || value === null || value === '') continue;
      if (await exists[names](String(value))) continue;
      const reason =
        `Property error: resources.${resource}.properties.${property}: Error validating value '${String(value)}': ` +
        `The ${THINGS[names]} (${String(value)}) could not be found.`;
      refused.push({ resource, type, reason });
    }
  }
  const [first] = refused;
  if (!first) return { template, values };
  return { ...first, reason: refused.map((one) => one.reason).join(' ') };
}

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
