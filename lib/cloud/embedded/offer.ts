import type { CloudScope } from '@/lib/cloud/cloud';
import type { Db, Tx } from '@/lib/db/client';
import { isObject } from '@/lib/model/json';
import type { Offer } from '@/lib/model/service-type';
import { AVAILABILITY_ZONES, FLAVORS, IMAGES, KEY_PAIRS } from './catalogue';
import type { Kernel } from './kernel';

/** What a tenant may choose from, and how much of its quota its machines use. */
export async function offerFor(kernel: Kernel, scope: CloudScope): Promise<Offer> {
  const { tenantId } = scope;
  const [used, keyPairs] = await Promise.all([usedBy(kernel.db, tenantId), keyPairsOf(kernel.db, tenantId)]);
  const { quota } = kernel;
  return {
    cloud: 'embedded',
    simulated: true,
    flavors: FLAVORS,
    images: IMAGES.map(({ id, name, title, type, marked }) => ({ id, name, title, type, marked })),
    availabilityZones: AVAILABILITY_ZONES,
    keyPairs,
    quota: {
      machines: { used: used.machines, limit: quota.machines },
      vcpus: { used: used.vcpus, limit: quota.vcpus },
      memoryMb: { used: used.memoryMb, limit: quota.memoryMb },
      diskGb: { used: used.diskGb, limit: -1 },
    },
  };
}

/** What a tenant's machines use now. */
export async function usedBy(
  db: Db | Tx,
  tenantId: string,
): Promise<{ machines: number; vcpus: number; memoryMb: number; diskGb: number }> {
  const machines = await db.cloudMachine.findMany({ where: { tenantId, deletedAt: null }, select: { flavor: true } });
  const flavors = machines.map((machine) => FLAVORS.find((known) => known.name === machine.flavor));
  return {
    machines: machines.length,
    vcpus: flavors.reduce((sum, flavor) => sum + (flavor?.vcpus ?? 0), 0),
    memoryMb: flavors.reduce((sum, flavor) => sum + (flavor?.memoryMb ?? 0), 0),
    diskGb: flavors.reduce((sum, flavor) => sum + (flavor?.diskGb ?? 0), 0),
  };
}

/** Names of the key pairs a tenant has: those given to everyone and those its stacks made. */
export async function keyPairsOf(db: Db | Tx, tenantId: string): Promise<string[]> {
  const made = await db.cloudResource.findMany({
    where: { type: 'OS::Nova::KeyPair', stack: { tenantId, deletedAt: null } },
    select: { attributes: true },
  });
  const names = made.flatMap(({ attributes }) =>
    isObject(attributes) && typeof attributes.name === 'string' ? [attributes.name] : [],
  );
  return [...new Set([...KEY_PAIRS, ...names])].sort();
}
