import { type ResourceType, refusal } from './resource-type';

const POLICIES = ['affinity', 'anti-affinity', 'soft-affinity', 'soft-anti-affinity'];

/** Machines that shall share a host, or shall not; a machine names its group in `scheduler_hints`. */
export const serverGroup: ResourceType = {
  type: 'OS::Nova::ServerGroup',
  properties: {
    name: { kind: 'string', change: 'replace' },
    policies: { kind: 'list', change: 'replace' },
    rules: { kind: 'map', change: 'replace' },
  },
  attributes: [],
  create: async ({ properties }) => {
    const policies = Array.isArray(properties.policies) ? properties.policies.map(String) : [];
    const wrong = policies.find((policy) => !POLICIES.includes(policy));
    if (wrong !== undefined) {
      throw refusal('BadRequest', `"${wrong}" is not an allowed value [${POLICIES.join(', ')}] (HTTP 400)`);
    }
    return { attributes: { policies: policies.length > 0 ? policies : ['anti-affinity'] }, seconds: 0.5 };
  },
};
