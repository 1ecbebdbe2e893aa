import { isObject } from '@/lib/model/json';
import { type ResourceType, text } from './resource-type';

/** Where a machine reports that it is up: its user data holds the endpoint. */
export const waitConditionHandle: ResourceType = {
  type: 'OS::Heat::WaitConditionHandle',
  properties: { signal_transport: { kind: 'string', change: 'replace' } },
  attributes: ['endpoint', 'curl_cli'],
  create: async ({ id }) => {
    const endpoint = `http://signal.cloud.internal/v1/handles/${id}`;
    return { attributes: { endpoint, curl_cli: `curl -i -X POST ${endpoint}` }, seconds: 0 };
  },
};

/** Complete once as many machines as it counts have booted with its handle's endpoint in their user data. */
export const waitCondition: ResourceType = {
  type: 'OS::Heat::WaitCondition',
  properties: {
    handle: { kind: 'string', required: true, change: 'replace' },
    timeout: { kind: 'integer', required: true, change: 'inPlace' },
    count: { kind: 'integer', change: 'inPlace' },
  },
  attributes: ['data'],
  create: async ({ properties }) => ({
    attributes: { data: '{}' },
    seconds: Number(properties.timeout ?? 300),
    waits: true,
  }),
  completed: async ({ tx, stack, properties }) => {
    const machines = await tx.cloudMachine.findMany({
      where: { stackId: stack.id, deletedAt: null, power: { in: ['ready', 'rebooting'] } },
    });
    const handle = text(properties.handle) ?? '';
    const signalling = machines.filter((machine) => {
      const data = isObject(machine.given) ? text(machine.given.user_data) : null;
      return data?.includes(`/handles/${handle}`) ?? false;
    });
    if (signalling.length < Number(properties.count ?? 1)) return null;
    const data = Object.fromEntries(signalling.map((machine) => [machine.hostname, 'up']));
    return { attributes: { data: JSON.stringify(data) }, seconds: 0 };
  },
};
