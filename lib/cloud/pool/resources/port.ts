import { PORT_RULES } from '@/lib/cloud/kernel/resources/machine-rules';
import { type ResourceType, text } from '@/lib/cloud/kernel/resources/resource-type';
import { NETWORK } from '@/lib/cloud/pool/names';
import { isObject } from '@/lib/model/json';

/**
 * The place of a machine in the network: of a server that is there, the connection that it has. Its address is known
 * once the machine that names the port has its server.
 */
export const port: ResourceType = {
  ...PORT_RULES,
  problems: (name, { fixed_ips: fixed }) => {
    const wanted = Array.isArray(fixed) ? fixed : [];
    const asksForOne = wanted.some((one) => isObject(one) && text(one.ip_address) !== null);
    const words = 'A server that is there keeps its address: leave ip_address out.';
    return asksForOne ? [`Property error: resources.${name}.properties.fixed_ips: ${words}`] : [];
  },
  create: async ({ stack, name, properties }) => ({
    attributes: {
      name: text(properties.name) ?? `${stack.name}-${name}`,
      address: '',
      fixed_ips: [{ ip_address: '', subnet_id: '' }],
      mac_address: '',
      network_id: NETWORK,
      status: 'ACTIVE',
      security_groups: properties.security_groups ?? [],
    },
    seconds: 0,
  }),
};
