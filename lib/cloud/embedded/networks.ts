import type { Kernel } from '@/lib/cloud/kernel/kernel';
import { attributesOf } from '@/lib/cloud/kernel/stacks/resource-rows';
import { isObject, type JsonObject } from '@/lib/model/json';
import type { CloudScope, NetworkView } from '@/lib/ports/cloud/cloud';
import { PUBLIC_NETWORK, SHARED_NETWORKS } from './resources/network-plan';

/** The router that everything of a tenant leads through. */
const ROUTER = 'router';

const NAME_SERVERS = ['8.8.8.8'];

/** The networks of a tenant: those that everyone has, and those that stacks have made. */
export async function networksFor({ db }: Kernel, { tenantId }: CloudScope): Promise<NetworkView> {
  const rows = await db.cloudResource.findMany({
    where: {
      type: { in: ['OS::Neutron::Net', 'OS::Neutron::Subnet', 'OS::Neutron::Port', 'OS::Neutron::Router'] },
      replaced: false,
      stack: { tenantId, deletedAt: null },
    },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  const made = (type: string): JsonObject[] =>
    rows.filter((row) => row.type === type).map((row) => ({ id: row.id, ...attributesOf(row) }));
  const routers = made('OS::Neutron::Router').map(({ id }) => [String(id), PUBLIC_NETWORK]);
  return {
    networks: [
      ...SHARED_NETWORKS.map(({ network }) => ({
        id: network,
        name: network,
        status: 'ACTIVE',
        'router:external': false,
      })),
      { id: PUBLIC_NETWORK, name: PUBLIC_NETWORK, status: 'ACTIVE', 'router:external': true },
      ...made('OS::Neutron::Net').map((network) => ({ ...network, 'router:external': false })),
    ],
    subnets: [
      ...SHARED_NETWORKS.map(({ network, subnet, cidr, gateway }) => ({
        ...{ id: subnet, name: subnet, network_id: network, cidr, gateway_ip: gateway },
        dns_nameservers: NAME_SERVERS,
      })),
      ...made('OS::Neutron::Subnet'),
    ],
    ports: made('OS::Neutron::Port').filter(isObject),
    extensions: [{ alias: 'security-group' }, { alias: 'router' }],
    defaultRouter: ROUTER,
    externalNetworks: { [ROUTER]: PUBLIC_NETWORK, ...Object.fromEntries(routers) },
    nameServers: NAME_SERVERS,
  };
}
