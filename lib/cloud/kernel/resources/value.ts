import { valueProblems } from '@/lib/stack-engine';
import type { ResourceType } from './resource-type';

/** A value that the stack keeps: what a template computes once and names (Heat, `engine/resources/openstack/heat/value`). */
export const value: ResourceType = {
  type: 'OS::Heat::Value',
  properties: {
    value: { kind: 'any', required: true, change: 'inPlace' },
    type: { kind: 'string', change: 'inPlace', oneOf: ['string', 'number', 'json', 'comma_delimited_list', 'boolean'] },
  },
  attributes: ['value'],
  problems: valueProblems,
  create: async ({ properties }) => ({ attributes: { value: properties.value ?? null }, seconds: 0 }),
  update: async ({ properties }) => ({ attributes: { value: properties.value ?? null }, seconds: 0 }),
};
