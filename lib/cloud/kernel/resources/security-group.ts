import { isObject, type JsonObject } from '@/lib/model/json';
import { type ResourceType, refusal, text } from './resource-type';

/** Rules of what may come in and go out. */
export const securityGroup: ResourceType = {
  type: 'OS::Neutron::SecurityGroup',
  properties: {
    name: { kind: 'string', change: 'inPlace' },
    description: { kind: 'string', change: 'inPlace' },
    rules: { kind: 'list', change: 'inPlace' },
  },
  attributes: ['name', 'description', 'rules'],
  create: async ({ properties, stack, name }) => ({
    attributes: ruleAttributes(properties, `${stack.name}-${name}`),
    seconds: 1,
  }),
  update: async ({ properties, stack, name }) => ({
    attributes: ruleAttributes(properties, `${stack.name}-${name}`),
    seconds: 0.5,
  }),
};

function ruleAttributes(properties: JsonObject, name: string): JsonObject {
  const rules = Array.isArray(properties.rules) ? properties.rules : [];
  for (const rule of rules) {
    if (!isObject(rule)) throw refusal('BadRequest', 'Invalid input for security group rule.');
    for (const bound of [rule.port_range_min, rule.port_range_max]) {
      if (bound === undefined || bound === null) continue;
      const port = Number(bound);
      if (!Number.isInteger(port) || port < 0 || port > 65535) {
        throw refusal('BadRequest', `Invalid value for port ${String(bound)}. (HTTP 400)`);
      }
    }
  }
  return { name: text(properties.name) ?? name, description: text(properties.description) ?? '', rules };
}
