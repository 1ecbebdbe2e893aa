import type { Tx } from '@/lib/db/client';
import { Prisma } from '@/lib/db/generated/client';
import { FAULT_KINDS, type FaultKind, type Faults } from '@/lib/ports/cloud/faults';
import { type Kernel, newId } from './kernel';
import { type Switch, switchOff, switchOn } from './machines/power';
import { runInTransaction } from './unit-of-work';

/** The faults of a cloud, kept in its database. */
export function createFaults(kernel: Kernel): Faults {
  const { db } = kernel;
  return {
    add: async ({ kind, tenantId = null, target = '', message = '', times }) => {
      const id = newId();
      // what is switched off stays so until it is mended, however often it is asked for
      const remaining = kind === 'off' ? null : (times ?? null);
      await runInTransaction(kernel, async (uow) => {
        await uow.tx.cloudFault.create({ data: { id, kind, tenantId, target, message, remaining } });
        if (kind === 'off') await switchOff(uow, { tenantId, target });
      });
      return id;
    },
    list: async () => {
      const rows = await db.cloudFault.findMany({
        where: { OR: [{ remaining: null }, { remaining: { gt: 0 } }] },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      });
      return rows.flatMap((row) => {
        const kind = FAULT_KINDS.find((known) => known === row.kind);
        const { id, tenantId, target, message, remaining } = row;
        return kind ? [{ id, tenantId, kind, target, message, remaining }] : [];
      });
    },
    remove: async (id) => {
      await runInTransaction(kernel, async (uow) => {
        const fault = await uow.tx.cloudFault.findUnique({ where: { id } });
        if (!fault) return;
        await uow.tx.cloudFault.delete({ where: { id } });
        if (fault.kind !== 'off') return;
        const others: Switch[] = await uow.tx.cloudFault.findMany({ where: { kind: 'off' } });
        await switchOn(kernel, uow, fault, others);
      });
    },
  };
}

/** Whether any fault waits, as a column of a statement: without one there is nothing to ask for. */
export const ANY_FAULT = Prisma.sql`exists (select 1 from cloud_faults where remaining is null or remaining > 0) as faulty`;

/**
 * Lets a fault strike, if there is one; it counts as struck when the transaction commits.
 *
 * @param names whatever a fault's target may call the victim; case does not matter
 * @returns the fault's message, or null
 */
export async function triggerFault(tx: Tx, kind: FaultKind, tenantId: string, names: string[]): Promise<string | null> {
  const lowered = names.map((name) => name.toLowerCase());
  const rows = await tx.$queryRaw<{ message: string }[]>`
    update cloud_faults set remaining = remaining - 1
    where id = (
      select id from cloud_faults
      where kind = ${kind} and (tenant_id is null or tenant_id = ${tenantId})
        and (remaining is null or remaining > 0)
        and (target = '' or lower(target) = any(${lowered}))
      order by created_at, id limit 1 for update)
    returning message`;
  return rows[0]?.message ?? null;
}
