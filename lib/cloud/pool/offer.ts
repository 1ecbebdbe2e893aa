import { findServers } from '@/lib/cloud/agents/servers';
import type { Kernel } from '@/lib/cloud/kernel/kernel';
import { limitOf, usedBy } from '@/lib/cloud/kernel/quotas';
import type { Named } from '@/lib/cloud/kernel/stacks/engine';
import type { Offer } from '@/lib/model/service-type';
import type { CloudScope, NetworkView } from '@/lib/ports/cloud/cloud';
import { EVERY_ZONE, FLAVORS, imagesOf } from './fit';
import { NETWORK } from './names';
import { isInPoolOf } from './pools';

/**
 * What a tenant may choose from, of the servers in pools that are open to it: the systems that servers have as images, what a
 * server must have at least as flavors, tags of servers as zones.
 */
export async function offerFor(kernel: Kernel, { tenantId }: CloudScope): Promise<Offer> {
  const { db } = kernel;
  const [servers, used, limit] = await Promise.all([
    findServers(db, isInPoolOf(tenantId)),
    usedBy(db, tenantId),
    limitOf(kernel, db, tenantId),
  ]);
  const free = servers.filter(({ machineId, cleansUp }) => machineId === null && cleansUp === null).length;
  const most = used.machines + free;
  return {
    cloud: 'pool',
    simulated: false,
    flavors: FLAVORS,
    images: imagesOf(servers),
    availabilityZones: [EVERY_ZONE, ...[...new Set(servers.flatMap(({ tags }) => tags))].sort()],
    keyPairs: [],
    quota: {
      // However much a tenant may use, there are no more servers than there are.
      machines: { used: used.machines, limit: limit.machines < 0 ? most : Math.min(limit.machines, most) },
      vcpus: { used: used.vcpus, limit: limit.vcpus },
      memoryMb: { used: used.memoryMb, limit: limit.memoryMb },
      // servers that are there keep the addresses that they have
      publicAddresses: { used: 0, limit: 0 },
    },
  };
}

/** Whether there is a thing of a kind under a name for a tenant. */
export async function offers({ db }: Kernel, kind: Named, tenantId: string, name: string): Promise<boolean> {
  switch (kind) {
    case 'image':
      return imagesOf(await findServers(db, isInPoolOf(tenantId))).some((image) => image.name === name);
    case 'flavor':
      return FLAVORS.some((flavor) => flavor.name === name);
    case 'network':
      return name === NETWORK;
    default:
      return false;
  }
}

/** The network that all servers are in, as far as anybody knows; no other can be made. */
export const NETWORKS: NetworkView = {
  networks: [{ id: NETWORK, name: NETWORK, status: 'ACTIVE', 'router:external': false }],
  subnets: [],
  ports: [],
  extensions: [],
  defaultRouter: null,
  externalNetworks: {},
  nameServers: [],
};
