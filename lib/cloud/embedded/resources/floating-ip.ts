import { refuseOverQuota } from '@/lib/cloud/embedded/quotas';
import { type ResourceType, text } from '@/lib/cloud/kernel/resources/resource-type';
import { PUBLIC_NETWORK, releaseAddresses, takeAddress } from './network-plan';

/** An address that is reached from outside. */
export const floatingIp: ResourceType = {
  type: 'OS::Neutron::FloatingIP',
  properties: {
    floating_network: { kind: 'string', change: 'replace' },
    floating_network_id: { kind: 'string', change: 'replace' },
    port_id: { kind: 'string', change: 'inPlace' },
    fixed_ip_address: { kind: 'string', change: 'inPlace' },
  },
  attributes: ['floating_ip_address', 'fixed_ip_address', 'floating_network_id', 'port_id'],
  create: async (context) => {
    const { tx, stack, id, properties } = context;
    await refuseOverQuota(context, 'publicAddresses');
    return {
      attributes: {
        floating_ip_address: await takeAddress(tx, { tenantId: stack.tenantId, network: PUBLIC_NETWORK, ownerId: id }),
        floating_network_id: PUBLIC_NETWORK,
        fixed_ip_address: text(properties.fixed_ip_address) ?? '',
        port_id: text(properties.port_id) ?? '',
      },
      seconds: 1,
    };
  },
  update: async ({ properties, attributes }) => ({
    attributes: { ...attributes, port_id: text(properties.port_id) ?? '' },
    seconds: 0.5,
  }),
  removed: async ({ tx, id }) => releaseAddresses(tx, id),
};

/** Ties a floating address to a port. */
export const floatingIpAssociation: ResourceType = {
  type: 'OS::Neutron::FloatingIPAssociation',
  properties: {
    floatingip_id: { kind: 'string', required: true, change: 'inPlace' },
    port_id: { kind: 'string', required: true, change: 'inPlace' },
    fixed_ip_address: { kind: 'string', change: 'inPlace' },
  },
  attributes: ['floatingip_id', 'port_id'],
  create: async ({ properties }) => ({
    attributes: { floatingip_id: properties.floatingip_id ?? '', port_id: properties.port_id ?? '' },
    seconds: 0.5,
  }),
  update: async ({ properties }) => ({
    attributes: { floatingip_id: properties.floatingip_id ?? '', port_id: properties.port_id ?? '' },
    seconds: 0.5,
  }),
};
