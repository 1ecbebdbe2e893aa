import { refuseOverQuota } from '@/lib/cloud/embedded/quotas';
import { type ResourceContext, type ResourceType, refusal, text } from '@/lib/cloud/kernel/resources/resource-type';
import type { JsonObject } from '@/lib/model/json';
import { parseCidr } from './network-plan';

/** A network of the tenant's own. */
export const net: ResourceType = {
  type: 'OS::Neutron::Net',
  properties: {
    name: { kind: 'string', change: 'inPlace' },
    admin_state_up: { kind: 'boolean', change: 'inPlace' },
    shared: { kind: 'boolean', change: 'inPlace' },
    port_security_enabled: { kind: 'boolean', change: 'inPlace' },
  },
  attributes: ['name', 'status', 'subnets'],
  create: async (context) => {
    await refuseOverQuota(context, 'networks');
    return { attributes: networkAttributes(context), seconds: 1 };
  },
};

/** What a template reads of a network that was just made. */
export function networkAttributes({
  name,
  stack,
  properties,
}: Pick<ResourceContext, 'name' | 'stack' | 'properties'>): JsonObject {
  return { name: text(properties.name) ?? `${stack.name}-${name}`, status: 'ACTIVE', subnets: [] };
}

/** The addresses of a network. */
export const subnet: ResourceType = {
  type: 'OS::Neutron::Subnet',
  properties: {
    network: { kind: 'string', change: 'replace', names: 'network' },
    network_id: { kind: 'string', change: 'replace', names: 'network' },
    cidr: { kind: 'string', required: true, change: 'replace' },
    name: { kind: 'string', change: 'inPlace' },
    ip_version: { kind: 'integer', change: 'replace' },
    gateway_ip: { kind: 'string', change: 'inPlace' },
    enable_dhcp: { kind: 'boolean', change: 'inPlace' },
    dns_nameservers: { kind: 'list', change: 'inPlace' },
    allocation_pools: { kind: 'list', change: 'inPlace' },
    host_routes: { kind: 'list', change: 'inPlace' },
  },
  attributes: ['cidr', 'gateway_ip', 'network_id', 'name', 'dns_nameservers'],
  create: async ({ properties, stack, name }) => {
    const cidr = text(properties.cidr) ?? '';
    const network = text(properties.network) ?? text(properties.network_id);
    if (!network) throw refusal('BadRequest', 'One of the properties "network", "network_id" must be set.');
    const { base } = parseCidr(cidr);
    const gateway = [24, 16, 8, 0].map((shift) => Math.floor((base + 1) / 2 ** shift) % 256).join('.');
    const attributes: JsonObject = {
      cidr,
      network_id: network,
      name: text(properties.name) ?? `${stack.name}-${name}`,
      gateway_ip: text(properties.gateway_ip) ?? gateway,
      dns_nameservers: properties.dns_nameservers ?? [],
    };
    return { attributes, seconds: 0.5 };
  },
};

/** A router between networks. */
export const router: ResourceType = {
  type: 'OS::Neutron::Router',
  properties: {
    name: { kind: 'string', change: 'inPlace' },
    admin_state_up: { kind: 'boolean', change: 'inPlace' },
    external_gateway_info: { kind: 'map', change: 'inPlace' },
  },
  attributes: ['name', 'status', 'external_gateway_info'],
  create: async ({ properties, stack, name }) => ({
    attributes: {
      name: text(properties.name) ?? `${stack.name}-${name}`,
      status: 'ACTIVE',
      external_gateway_info: properties.external_gateway_info ?? {},
    },
    seconds: 1,
  }),
};

/** A router's leg in a subnet. */
export const routerInterface: ResourceType = {
  type: 'OS::Neutron::RouterInterface',
  properties: {
    router: { kind: 'string', change: 'replace' },
    router_id: { kind: 'string', change: 'replace' },
    subnet: { kind: 'string', change: 'replace' },
    subnet_id: { kind: 'string', change: 'replace' },
    port: { kind: 'string', change: 'replace' },
  },
  attributes: [],
  create: async () => ({ attributes: {}, seconds: 0.5 }),
};
