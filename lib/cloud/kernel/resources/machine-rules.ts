import type { ResourceType } from './resource-type';

/** What may be written of a machine, whatever it is made of. */
export const SERVER_RULES = {
  type: 'OS::Nova::Server',
  properties: {
    name: { kind: 'string', change: 'inPlace' },
    image: { kind: 'string', change: 'replace', names: 'image' },
    flavor: { kind: 'string', required: true, change: 'inPlace', names: 'flavor' },
    key_name: { kind: 'string', change: 'replace', names: 'keyPair' },
    availability_zone: { kind: 'string', change: 'replace' },
    networks: { kind: 'list', change: 'replace' },
    security_groups: { kind: 'list', change: 'replace' },
    user_data: { kind: 'string', change: 'replace' },
    user_data_update_policy: { kind: 'string', change: 'inPlace' },
    user_data_format: { kind: 'string', change: 'replace' },
    metadata: { kind: 'map', change: 'inPlace' },
    admin_pass: { kind: 'string', change: 'inPlace' },
    block_device_mapping_v2: { kind: 'list', change: 'replace' },
    scheduler_hints: { kind: 'map', change: 'replace' },
    config_drive: { kind: 'boolean', change: 'replace' },
    tags: { kind: 'list', change: 'inPlace' },
  },
  attributes: ['name', 'first_address', 'addresses', 'networks', 'instance_name', 'accessIPv4'],
} as const satisfies Pick<ResourceType, 'type' | 'properties' | 'attributes'>;

/** The same of a machine's place in a network. */
export const PORT_RULES = {
  type: 'OS::Neutron::Port',
  properties: {
    network: { kind: 'string', change: 'replace', names: 'network' },
    network_id: { kind: 'string', change: 'replace', names: 'network' },
    name: { kind: 'string', change: 'inPlace' },
    fixed_ips: { kind: 'list', change: 'inPlace' },
    security_groups: { kind: 'list', change: 'inPlace' },
    allowed_address_pairs: { kind: 'list', change: 'inPlace' },
    admin_state_up: { kind: 'boolean', change: 'inPlace' },
    port_security_enabled: { kind: 'boolean', change: 'inPlace' },
    replacement_policy: { kind: 'string', change: 'inPlace' },
  },
  attributes: ['fixed_ips', 'mac_address', 'network_id', 'name', 'status', 'security_groups'],
} as const satisfies Pick<ResourceType, 'type' | 'properties' | 'attributes'>;
