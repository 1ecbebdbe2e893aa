import { FLAVORS } from '@/lib/cloud/kernel/flavors';
import type { Kernel } from '@/lib/cloud/kernel/kernel';
import { usedBy } from '@/lib/cloud/kernel/quotas';
import type { Named } from '@/lib/cloud/kernel/stacks/engine';
import type { Db, Tx } from '@/lib/db/client';
import { Prisma } from '@/lib/db/generated/client';
import { quickRowsOf } from '@/lib/db/statement';
import type { Offer } from '@/lib/model/service-type';
import type { CloudScope } from '@/lib/ports/cloud/cloud';
import { AVAILABILITY_ZONES, findImage, IMAGES, KEY_PAIRS } from './catalogue';
import { limitUnderFaults } from './quotas';
import { DEFAULT_CIDR, networkExists, SHARED_NETWORKS, subnetExists } from './resources/network-plan';

/** What a tenant may choose from, and how much of its quota its machines use. */
export async function offerFor(kernel: Kernel, scope: CloudScope): Promise<Offer> {
  const { tenantId } = scope;
  const { db } = kernel;
  const [used, limit, keyPairs] = await Promise.all([
    usedBy(db, tenantId),
    limitUnderFaults(kernel, db, tenantId),
    keyPairsOf(db, tenantId),
  ]);
  return {
    cloud: 'embedded',
    simulated: true,
    flavors: FLAVORS,
    images: IMAGES.map(({ id, name, title, type, marked }) => ({ id, name, title, type, marked })),
    availabilityZones: AVAILABILITY_ZONES,
    keyPairs,
    network: { cidr: DEFAULT_CIDR },
    networks: SHARED_NETWORKS.map(({ network, subnet, cidr }) => ({
      ...{ id: network, name: network, cidr },
      subnets: [{ id: subnet, name: subnet }],
    })),
    quota: {
      machines: { used: used.machines, limit: limit.machines },
      vcpus: { used: used.vcpus, limit: limit.vcpus },
      memoryMb: { used: used.memoryMb, limit: limit.memoryMb },
      diskGb: { used: used.diskGb, limit: limit.diskGb },
      publicAddresses: { used: used.publicAddresses, limit: limit.publicAddresses },
      networks: { used: used.networks, limit: limit.networks },
    },
  };
}

/** Names of the key pairs a tenant has: those given to everyone and those its stacks made. */
export async function keyPairsOf(db: Db | Tx, tenantId: string): Promise<string[]> {
  const made = await quickRowsOf<{ name: string }>(
    db,
    Prisma.sql`
    select r.attributes->>'name' as name from cloud_resources r join cloud_stacks s on s.id = r.stack_id
     where r.type = 'OS::Nova::KeyPair' and s.tenant_id = ${tenantId} and s.deleted_at is null
       and jsonb_typeof(r.attributes->'name') = 'string'`,
  );
  return [...new Set([...KEY_PAIRS, ...made.map(({ name }) => name)])].sort();
}

/** Whether there is a thing of a kind under a name, for a tenant. */
export const offers: Record<Named, (db: Db, tenantId: string, name: string) => Promise<boolean>> = {
  image: async (_, __, name) => findImage(name) !== undefined,
  flavor: async (_, __, name) => FLAVORS.some((flavor) => flavor.name === name),
  keyPair: async (db, tenantId, name) => (await keyPairsOf(db, tenantId)).includes(name),
  network: networkExists,
  subnet: subnetExists,
};
