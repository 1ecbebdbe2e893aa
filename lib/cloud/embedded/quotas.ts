import type { Quota, Quotas } from '@/lib/cloud/administration';
import type { Db, Tx } from '@/lib/db/client';
import { isObject } from '@/lib/model/json';
import { FLAVORS } from './catalogue';
import type { Kernel } from './kernel';

/** What a tenant may use at most: a limit of its own (table `tenant_quotas`), else the cloud's default. */
export async function limitOf({ quota }: Pick<Kernel, 'quota'>, db: Db | Tx, tenantId: string): Promise<Quota> {
  const own = await db.tenantQuota.findUnique({ where: { tenantId } });
  if (!own) return quota;
  const { machines, vcpus, memoryMb, diskGb } = own;
  return { machines, vcpus, memoryMb, diskGb };
}

/** One at a time counts what a tenant uses and takes more of it; until the transaction ends. */
export async function lockShare(tx: Tx, tenantId: string): Promise<void> {
  await tx.$queryRaw`select pg_advisory_xact_lock(hashtext(${`vetro quota ${tenantId}`}))::text`;
}

/** What a tenant's machines and volumes use now. */
export async function usedBy(db: Db | Tx, tenantId: string): Promise<Quota> {
  const machines = await db.cloudMachine.findMany({ where: { tenantId, deletedAt: null }, select: { flavor: true } });
  const volumes = await db.cloudResource.findMany({
    where: { type: VOLUME, stack: { tenantId } },
    select: { attributes: true },
  });
  const used = machines.reduce((sum, { flavor }) => plus(sum, flavor, 1), NOTHING);
  return volumes.reduce((sum, volume) => withVolume(sum, volume), used);
}

/** The shares of all tenants. */
export function createQuotas({ db, quota }: Pick<Kernel, 'db' | 'quota'>): Quotas {
  return {
    defaults: quota,
    used: async () => {
      const groups = await db.cloudMachine.groupBy({
        by: ['tenantId', 'flavor'],
        where: { deletedAt: null },
        _count: true,
      });
      const used = new Map<string, Quota>();
      for (const { tenantId, flavor, _count: count } of groups)
        used.set(tenantId, plus(used.get(tenantId) ?? NOTHING, flavor, count));
      const volumes = await db.cloudResource.findMany({
        where: { type: VOLUME },
        select: { attributes: true, stack: { select: { tenantId: true } } },
      });
      for (const { stack, ...volume } of volumes)
        used.set(stack.tenantId, withVolume(used.get(stack.tenantId) ?? NOTHING, volume));
      return used;
    },
  };
}

/** A row of it is there for as long as the volume is. */
const VOLUME = 'OS::Cinder::Volume';

const NOTHING: Quota = { machines: 0, vcpus: 0, memoryMb: 0, diskGb: 0 };

function plus(sum: Quota, flavorName: string, count: number): Quota {
  const flavor = FLAVORS.find((known) => known.name === flavorName);
  return {
    machines: sum.machines + count,
    vcpus: sum.vcpus + count * (flavor?.vcpus ?? 0),
    memoryMb: sum.memoryMb + count * (flavor?.memoryMb ?? 0),
    diskGb: sum.diskGb + count * (flavor?.diskGb ?? 0),
  };
}

/** `attributes.size` is in gibibytes; a volume that could not be made has none. */
function withVolume(sum: Quota, { attributes }: { attributes: unknown }): Quota {
  const size = isObject(attributes) ? Number(attributes.size ?? 0) : 0;
  return { ...sum, diskGb: sum.diskGb + size };
}
