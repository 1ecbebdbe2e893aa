import { DEFAULT_NETWORK, releaseAddresses, takeAddress } from './network-plan';
import { type PropertyRule, type ResourceType, text } from './resource-type';

const free = (...names: string[]): Record<string, PropertyRule> =>
  Object.fromEntries(names.map((name) => [name, { kind: 'string', change: 'inPlace' }]));

/** The address that clients of a farm use. */
export const loadBalancer: ResourceType = {
  type: 'OS::Octavia::LoadBalancer',
  properties: {
    ...free('name', 'description', 'provider', 'flavor'),
    vip_subnet: { kind: 'string', change: 'replace' },
    vip_network: { kind: 'string', change: 'replace' },
    vip_address: { kind: 'string', change: 'replace' },
    admin_state_up: { kind: 'boolean', change: 'inPlace' },
  },
  attributes: ['vip_address', 'vip_port_id', 'pools'],
  create: async ({ tx, stack, id, properties }) => {
    const address = await takeAddress(tx, {
      tenantId: stack.tenantId,
      network: text(properties.vip_network) ?? DEFAULT_NETWORK,
      ownerId: id,
      wanted: text(properties.vip_address),
    });
    return { attributes: { vip_address: address, vip_port_id: id, pools: [] }, seconds: 4 };
  },
  removed: async ({ tx, id }) => releaseAddresses(tx, id),
};

/** A port of a load balancer. */
export const listener: ResourceType = {
  type: 'OS::Octavia::Listener',
  properties: {
    ...free('name', 'description', 'default_pool'),
    loadbalancer: { kind: 'string', change: 'replace' },
    protocol: { kind: 'string', required: true, change: 'replace' },
    protocol_port: { kind: 'integer', required: true, change: 'replace' },
    connection_limit: { kind: 'integer', change: 'inPlace' },
    admin_state_up: { kind: 'boolean', change: 'inPlace' },
  },
  attributes: ['loadbalancers', 'default_pool_id'],
  create: async ({ properties }) => ({
    attributes: { loadbalancers: [text(properties.loadbalancer) ?? ''], default_pool_id: '' },
    seconds: 1,
  }),
};

/** Machines that share the work of a listener. */
export const pool: ResourceType = {
  type: 'OS::Octavia::Pool',
  properties: {
    ...free('name', 'description'),
    listener: { kind: 'string', change: 'replace' },
    loadbalancer: { kind: 'string', change: 'replace' },
    protocol: { kind: 'string', required: true, change: 'replace' },
    lb_algorithm: { kind: 'string', required: true, change: 'inPlace' },
    session_persistence: { kind: 'map', change: 'inPlace' },
    admin_state_up: { kind: 'boolean', change: 'inPlace' },
  },
  attributes: ['listeners', 'members', 'healthmonitor_id'],
  create: async ({ properties }) => ({
    attributes: { listeners: [text(properties.listener) ?? ''], members: [], healthmonitor_id: '' },
    seconds: 1,
  }),
};

/** One machine of a pool. */
export const poolMember: ResourceType = {
  type: 'OS::Octavia::PoolMember',
  properties: {
    ...free('name', 'subnet'),
    pool: { kind: 'string', required: true, change: 'replace' },
    address: { kind: 'string', required: true, change: 'replace' },
    protocol_port: { kind: 'integer', required: true, change: 'replace' },
    weight: { kind: 'integer', change: 'inPlace' },
    admin_state_up: { kind: 'boolean', change: 'inPlace' },
  },
  attributes: ['address', 'pool_id'],
  create: async ({ properties }) => ({
    attributes: { address: text(properties.address) ?? '', pool_id: text(properties.pool) ?? '' },
    seconds: 1,
  }),
};

/** Looks whether the members of a pool answer. */
export const healthMonitor: ResourceType = {
  type: 'OS::Octavia::HealthMonitor',
  properties: {
    ...free('name', 'url_path', 'http_method', 'expected_codes'),
    pool: { kind: 'string', required: true, change: 'replace' },
    type: { kind: 'string', required: true, change: 'replace' },
    delay: { kind: 'integer', required: true, change: 'inPlace' },
    timeout: { kind: 'integer', required: true, change: 'inPlace' },
    max_retries: { kind: 'integer', required: true, change: 'inPlace' },
    admin_state_up: { kind: 'boolean', change: 'inPlace' },
  },
  attributes: ['pools'],
  create: async ({ properties }) => ({ attributes: { pools: [text(properties.pool) ?? ''] }, seconds: 1 }),
};
