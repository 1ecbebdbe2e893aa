import type { ResourceType } from './resource-type';

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

/** Complete once as many machines as it counts have signalled; here nobody does. */
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
  completed: async () => null,
};
