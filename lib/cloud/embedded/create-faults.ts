import type { SimulatedKernel } from '@/lib/cloud/embedded/simulated-kernel';
import { newId } from '@/lib/cloud/kernel/kernel';
import { runInTransaction } from '@/lib/cloud/kernel/unit-of-work';
import { FAULT_KINDS, faultKind } from '@/lib/model/faults';
import type { Faults } from '@/lib/ports/cloud/faults';
import type { Switch } from './faults';
import { switchOff, switchOn } from './machines/power';

/** The faults of a cloud, kept in its database. */
export function createFaults(kernel: SimulatedKernel): Faults {
  const { db } = kernel;
  return {
    add: async ({ kind, tenantId = null, environmentId = null, target = '', message = '', amount, times }) => {
      const id = newId();
      const rules = faultKind(kind);
      // a crash strikes as it is asked for
      const remaining = kind === 'crash' ? 0 : rules.lasts ? null : (times ?? null);
      const given = rules.amount === null ? null : (amount ?? rules.amount.usual);
      await runInTransaction(kernel, async (uow) => {
        const data = { id, kind, tenantId, environmentId, target, message, amount: given, remaining };
        await uow.tx.cloudFault.create({ data });
        if (kind === 'off' || kind === 'crash') await switchOff(kernel, uow, { tenantId, environmentId, target });
      });
      return id;
    },
    list: async () => {
      const rows = await db.cloudFault.findMany({
        where: { OR: [{ remaining: null }, { remaining: { gt: 0 } }] },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      });
      return rows.flatMap(({ createdAt: _, ...row }) => {
        const kind = FAULT_KINDS.find((known) => known === row.kind);
        return kind ? [{ ...row, kind }] : [];
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
