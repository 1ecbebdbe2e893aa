import { PORT_RULES } from '@/lib/cloud/kernel/resources/machine-rules';
import { type ResourceType, text } from '@/lib/cloud/kernel/resources/resource-type';
import { isObject, type JsonObject } from '@/lib/model/json';
import { DEFAULT_NETWORK, macOf, releaseAddresses, takeAddress } from './network-plan';

/** A network port with one address. */
export const port: ResourceType = {
  ...PORT_RULES,
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
