import type { Kernel } from '@/lib/cloud/kernel/kernel';
import { limitOf, usedByAll } from '@/lib/cloud/kernel/quotas';
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
