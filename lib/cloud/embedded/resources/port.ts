import { PORT_RULES } from '@/lib/cloud/kernel/resources/machine-rules';
import { type ResourceContext, type ResourceType, text } from '@/lib/cloud/kernel/resources/resource-type';
import { isObject, type JsonObject } from '@/lib/model/json';
import { DEFAULT_NETWORK, macOf, releaseAddresses, takeAddress } from './network-plan';
import { moveMachine } from './server';

/** A network port with one address. */
export const port: ResourceType = {
  ...PORT_RULES,
  create: async ({ tx, stack, id, name, properties }) => {
    const network = text(properties.network) ?? text(properties.network_id) ?? DEFAULT_NETWORK;
    const { wanted, subnet } = fixedIp(properties);
    const address = await takeAddress(tx, { tenantId: stack.tenantId, network, ownerId: id, wanted });
    const attributes: JsonObject = {
      name: text(properties.name) ?? `${stack.name}-${name}`,
      ...placeOf(address, subnet),
      mac_address: macOf(id),
      network_id: network,
      status: 'ACTIVE',
      security_groups: properties.security_groups ?? [],
    };
    return { attributes, seconds: 1 };
  },
  update: async (context) => {
    const { properties, attributes } = context;
    return {
      attributes: {
        ...attributes,
        ...placeOf(await movedAddress(context), fixedIp(properties).subnet),
        name: text(properties.name) ?? attributes.name ?? '',
        security_groups: properties.security_groups ?? [],
      },
      seconds: 0.5,
    };
  },
  removed: async ({ tx, id }) => releaseAddresses(tx, id),
};

/** The first fixed address that a template asks for. */
function fixedIp(properties: JsonObject): { wanted: string | null; subnet: string } {
  const [fixed] = Array.isArray(properties.fixed_ips) ? properties.fixed_ips : [];
  if (!isObject(fixed)) return { wanted: null, subnet: '' };
  return { wanted: text(fixed.ip_address), subnet: text(fixed.subnet) ?? text(fixed.subnet_id) ?? '' };
}

const placeOf = (address: string, subnet: string): JsonObject => ({
  address,
  fixed_ips: [{ ip_address: address, subnet_id: subnet }],
});

/** The address that a port has once it is changed: the one that it has, unless another one is asked for. */
async function movedAddress({
  tx,
  stack,
  id,
  properties,
  attributes,
}: ResourceContext & { attributes: JsonObject }): Promise<string> {
  const address = text(attributes.address) ?? '';
  const { wanted } = fixedIp(properties);
  if (wanted === null || wanted === address) return address;
  const network = text(attributes.network_id) ?? DEFAULT_NETWORK;
  await takeAddress(tx, { tenantId: stack.tenantId, network, ownerId: id, wanted });
  await tx.cloudAddress.deleteMany({ where: { ownerId: id, address } });
  await moveMachine(tx, { stackId: stack.id, network, from: address, to: wanted });
  return wanted;
}
