import { isObject, type JsonObject } from '@/lib/model/json';
import { DEFAULT_NETWORK, macOf, releaseAddresses, takeAddress } from './network-plan';
import { type ResourceType, text } from './resource-type';

/** A network port with one address. */
export const port: ResourceType = {
  type: 'OS::Neutron::Port',
  properties: {
    network: { kind: 'string', change: 'replace', names: 'network' },
    network_id: { kind: 'string', change: 'replace', names: 'network' },
    name: { kind: 'string', change: 'inPlace' },
    fixed_ips: { kind: 'list', change: 'replace' },
    security_groups: { kind: 'list', change: 'inPlace' },
    allowed_address_pairs: { kind: 'list', change: 'inPlace' },
    admin_state_up: { kind: 'boolean', change: 'inPlace' },
    port_security_enabled: { kind: 'boolean', change: 'inPlace' },
    replacement_policy: { kind: 'string', change: 'inPlace' },
  },
  attributes: ['fixed_ips', 'mac_address', 'network_id', 'name', 'status', 'security_groups'],
  create: async ({ tx, stack, id, name, properties }) => {
    const network = text(properties.network) ?? text(properties.network_id) ?? DEFAULT_NETWORK;
    const [fixed] = Array.isArray(properties.fixed_ips) ? properties.fixed_ips : [];
    const wanted = isObject(fixed) ? text(fixed.ip_address) : null;
    const address = await takeAddress(tx, { tenantId: stack.tenantId, network, ownerId: id, wanted });
    const subnet = isObject(fixed) ? (text(fixed.subnet) ?? text(fixed.subnet_id) ?? '') : '';
    const attributes: JsonObject = {
      name: text(properties.name) ?? `${stack.name}-${name}`,
      address,
      fixed_ips: [{ ip_address: address, subnet_id: subnet }],
      mac_address: macOf(id),
      network_id: network,
      status: 'ACTIVE',
      security_groups: properties.security_groups ?? [],
    };
    return { attributes, seconds: 1 };
  },
  update: async ({ properties, attributes }) => ({
    attributes: {
      ...attributes,
      name: text(properties.name) ?? attributes.name ?? '',
      security_groups: properties.security_groups ?? [],
    },
    seconds: 0.5,
  }),
  removed: async ({ tx, id }) => releaseAddresses(tx, id),
};
