import { prepareTemplate } from '@/lib/formats/hot/prepare';
import type { Groups } from '@/lib/formats/hot/resource-groups';
import type { Template } from '@/lib/formats/hot/template';
import type { JsonObject } from '@/lib/model/json';
import { earlyProperties, evaluateYaql, type Refusal, refusals } from '@/lib/stack-engine';
import { pseudoParameters } from './converge';
import type { Engine, Named } from './engine';

/**
 * Reads and checks a template as Heat does before a stack is touched: its shape, its parameters and conditions, the
 * types of its resources, their properties, and that images, flavors, key pairs and networks exist.
 *
 * @param groups those that the stack has already
 * @returns the template with its conditions settled and its values, or the first refusal with every problem in its reason
 */
export async function validate(
  engine: Engine,
  tenantId: string,
  source: JsonObject,
  given: JsonObject,
  name = '',
  groups: Groups = new Map(),
): Promise<{ template: Template; values: JsonObject } | Refusal> {
  const pseudo = pseudoParameters({ name, tenantId });
  const { template, values, problems } = prepareTemplate(source, given, { pseudo, groups, yaql: evaluateYaql });
  if (!template || problems.length > 0) {
    // What is wrong with a value that was given names its parameter by itself.
    const words = problems.map((p) => (/^parameters\.[^.]+$/.test(p.path) ? p.sentence : `${p.path}: ${p.sentence}`));
    return { resource: null, type: null, reason: words.join(' ') };
  }
  const parameters: JsonObject = { ...pseudo, ...values };
  const scope = { parameter: (one: string) => parameters[one] ?? null, yaql: evaluateYaql };
  const refused = refusals(template, scope, (type) => engine.types.get(type) ?? null);
  for (const [resource, { type, properties }] of Object.entries(template.resources)) {
    const { values: early, unknown } = earlyProperties(properties, { ...scope, version: template.version });
    for (const [property, { names }] of Object.entries(engine.types.get(type)?.properties ?? {})) {
      const value = early[property];
      if (!names || unknown.has(property) || value === undefined || value === null || value === '') continue;
      if (await engine.offers(names, tenantId, String(value))) continue;
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

const THINGS: Record<Named, string> = {
  image: 'Image',
  flavor: 'Flavor',
  keyPair: 'Key',
  network: 'Network',
  subnet: 'Subnet',
};
