import { type PropertyRule, type ResourceType, text } from '@/lib/cloud/kernel/resources/resource-type';
import { DEFAULT_SUBNET, networkOfSubnet, releaseAddresses, takeAddress } from './network-plan';

/** Load balancers as Heat describes them (Heat, `engine/resources/openstack/octavia`); what they do is in `site.ts`. */

const free = (...names: string[]): Record<string, PropertyRule> =>
  Object.fromEntries(names.map((name) => [name, { kind: 'string', change: 'inPlace' }]));
const fixed = (...names: string[]): Record<string, PropertyRule> =>
  Object.fromEntries(names.map((name) => [name, { kind: 'string', change: 'replace' }]));
const switchable: Record<string, PropertyRule> = { admin_state_up: { kind: 'boolean', change: 'inPlace' } };

const PROTOCOLS = ['TCP', 'HTTP', 'HTTPS', 'TERMINATED_HTTPS', 'PROXY', 'UDP'];
const ALGORITHMS = ['ROUND_ROBIN', 'LEAST_CONNECTIONS', 'SOURCE_IP', 'SOURCE_IP_PORT'];
const MONITORS = ['PING', 'TCP', 'HTTP', 'HTTPS', 'UDP-CONNECT'];
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'TRACE', 'OPTIONS', 'CONNECT', 'PATCH'];

/** The address that clients of a farm use. */
export const loadBalancer: ResourceType = {
  type: 'OS::Octavia::LoadBalancer',
  properties: {
    ...free('name', 'description'),
    ...fixed('provider', 'flavor', 'availability_zone', 'vip_address'),
    vip_subnet: { kind: 'string', required: true, change: 'replace', names: 'subnet' },
    ...switchable,
  },
  attributes: ['vip_address', 'vip_port_id', 'vip_subnet_id', 'pools', 'flavor_id'],
  create: async ({ tx, stack, id, properties }) => {
    const subnet = text(properties.vip_subnet) ?? DEFAULT_SUBNET;
    const address = await takeAddress(tx, {
      tenantId: stack.tenantId,
      network: await networkOfSubnet(tx, stack.tenantId, subnet),
      ownerId: id,
      wanted: text(properties.vip_address),
    });
    const attributes = { vip_address: address, vip_port_id: id, vip_subnet_id: subnet, pools: [], flavor_id: '' };
    return { attributes, seconds: 4 };
  },
  removed: async ({ tx, id }) => releaseAddresses(tx, id),
};

/** A port of a load balancer. */
export const listener: ResourceType = {
  type: 'OS::Octavia::Listener',
  properties: {
    ...free('name', 'description', 'default_pool', 'default_tls_container_ref'),
    ...fixed('loadbalancer'),
    protocol: { kind: 'string', required: true, change: 'replace', oneOf: PROTOCOLS },
    protocol_port: { kind: 'integer', required: true, change: 'replace', min: 1, max: 65_535 },
    connection_limit: { kind: 'integer', change: 'inPlace', min: -1 },
    sni_container_refs: { kind: 'list', change: 'inPlace' },
    allowed_cidrs: { kind: 'list', change: 'inPlace' },
    ...switchable,
  },
  attributes: ['loadbalancers', 'default_pool_id'],
  create: async ({ properties }) => ({
    attributes: {
      loadbalancers: [text(properties.loadbalancer) ?? ''],
      default_pool_id: text(properties.default_pool) ?? '',
    },
    seconds: 1,
  }),
  update: async ({ properties, attributes }) => ({
    attributes: { ...attributes, default_pool_id: text(properties.default_pool) ?? '' },
    seconds: 1,
  }),
};

/** Machines that share the work of a listener. */
export const pool: ResourceType = {
  type: 'OS::Octavia::Pool',
  properties: {
    ...free('name', 'description'),
    ...fixed('listener', 'loadbalancer'),
    protocol: { kind: 'string', required: true, change: 'replace', oneOf: PROTOCOLS },
    lb_algorithm: { kind: 'string', required: true, change: 'inPlace', oneOf: ALGORITHMS },
    session_persistence: { kind: 'map', change: 'replace' },
    ...switchable,
  },
  attributes: ['listeners', 'members', 'healthmonitor_id'],
  create: async ({ properties }) => {
    const owner = text(properties.listener);
    return { attributes: { listeners: owner ? [owner] : [], members: [], healthmonitor_id: '' }, seconds: 1 };
  },
};

/** One machine of a pool. */
export const poolMember: ResourceType = {
  type: 'OS::Octavia::PoolMember',
  properties: {
    ...free('name'),
    ...fixed('subnet', 'monitor_address'),
    pool: { kind: 'string', required: true, change: 'replace' },
    address: { kind: 'string', required: true, change: 'replace' },
    protocol_port: { kind: 'integer', required: true, change: 'replace', min: 1, max: 65_535 },
    monitor_port: { kind: 'integer', change: 'inPlace', min: 1, max: 65_535 },
    weight: { kind: 'integer', change: 'inPlace', min: 0, max: 256 },
    ...switchable,
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
    ...free('name', 'url_path', 'expected_codes'),
    http_method: { kind: 'string', change: 'inPlace', oneOf: METHODS },
    pool: { kind: 'string', required: true, change: 'replace' },
    type: { kind: 'string', required: true, change: 'replace', oneOf: MONITORS },
    delay: { kind: 'integer', required: true, change: 'inPlace', min: 0 },
    timeout: { kind: 'integer', required: true, change: 'inPlace', min: 0 },
    max_retries: { kind: 'integer', required: true, change: 'inPlace', min: 1, max: 10 },
    ...switchable,
  },
  attributes: ['pools'],
  create: async ({ properties }) => ({ attributes: { pools: [text(properties.pool) ?? ''] }, seconds: 1 }),
};
