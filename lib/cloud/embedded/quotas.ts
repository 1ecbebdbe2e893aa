import type { Kernel } from '@/lib/cloud/kernel/kernel';
import { limitOf, lockShare, usedBy, usedByAll } from '@/lib/cloud/kernel/quotas';
import { type ResourceContext, refusal } from '@/lib/cloud/kernel/resources/resource-type';
import type { Db, Tx } from '@/lib/db/client';
import type { Quota, Quotas } from '@/lib/ports/cloud/administration';
import { shareIsTaken } from './faults';

/** What a tenant may use at most: no more than it uses while a fault takes the rest of its share. */
export function limitUnderFaults(kernel: Pick<Kernel, 'quota'>, db: Db | Tx, tenantId: string): Promise<Quota> {
  return limitOf(kernel, db, tenantId, shareIsTaken(tenantId));
}

/** The shares of all tenants. */
export function createQuotas({ db, quota }: Pick<Kernel, 'db' | 'quota'>): Quotas {
  return { defaults: quota, used: () => usedByAll(db) };
}

/** What Neutron counts of a tenant, by the share of the quota, in its own word. */
const NEUTRON_NAMES = { publicAddresses: 'floatingip', networks: 'network' } as const;

/**
 * Counts one at a time, until the transaction ends, what a tenant has of a share, and refuses one more beyond its limit.
 *
 * @throws `OverQuotaClient` refusal, in Neutron's words
 */
export async function refuseOverQuota(
  { kernel, tx, stack: { tenantId } }: Pick<ResourceContext, 'kernel' | 'tx' | 'stack'>,
  share: keyof typeof NEUTRON_NAMES,
): Promise<void> {
  await lockShare(tx, tenantId);
  const { [share]: used } = await usedBy(tx, tenantId);
  const { [share]: limit } = await limitUnderFaults(kernel, tx, tenantId);
  if (limit < 0 || used < limit) return;
  throw refusal('OverQuotaClient', `Quota exceeded for resources: ['${NEUTRON_NAMES[share]}'].`);
}
