import type { Agents } from '@/lib/cloud/cloud';
import { type Kernel, notify } from '@/lib/cloud/embedded/kernel';
import { transaction } from '@/lib/db/transaction';

/**
 * The inboxes of agents. A plan is safely there once it is stored; the machine need not exist yet.
 * Sending a plan again, or one that was withdrawn, changes nothing.
 */
export function createInbox(kernel: Kernel): Pick<Agents, 'send' | 'withdraw'> {
  return {
    send: ({ scope, planId, queue, plan }) =>
      transaction(kernel.db, async (tx) => {
        const { tenantId } = scope;
        const row = { id: planId, tenantId, queue: queue.toLowerCase(), plan: { ...plan }, queuedAt: kernel.now() };
        await tx.cloudPlan.createMany({ data: [row as never], skipDuplicates: true });
        await notify(tx, `inbox:${tenantId}/${queue.toLowerCase()}`);
      }),
    withdraw: async (planId) => {
      await kernel.db.cloudPlan.updateMany({
        where: { id: planId, status: { in: ['queued', 'lost'] } },
        data: { status: 'withdrawn', plan: {} },
      });
    },
  };
}
