import { type Kernel, notification } from '@/lib/cloud/embedded/kernel';
import { Prisma } from '@/lib/db/generated/client';
import { rowsOf } from '@/lib/db/statement';
import type { Agents } from '@/lib/ports/cloud/cloud';

/**
 * The inboxes of agents. A plan is safely there once it is stored; the machine need not exist yet.
 * Sending a plan again, or one that was withdrawn, changes nothing. Two that come in one millisecond
 * still stand one behind the other.
 */
export function createInbox(kernel: Kernel): Pick<Agents, 'send' | 'withdraw'> {
  return {
    send: async ({ scope, planId, queue: name, plan }) => {
      const { tenantId } = scope;
      const queue = name.toLowerCase();
      await rowsOf(
        kernel.db,
        Prisma.sql`
        with sent as (
          insert into cloud_plans (id, tenant_id, queue, plan, queued_at)
          select ${planId}, ${tenantId}, ${queue}, ${JSON.stringify(plan)}::jsonb,
                 greatest(${kernel.now()}::timestamptz, (
                   select max(queued_at) + interval '1 millisecond' from cloud_plans
                    where queue = ${queue} and tenant_id = ${tenantId}))
          on conflict (id) do nothing
        )
        select ${notification(`inbox:${tenantId}/${queue}`)}`,
      );
    },
    withdraw: async (planId) => {
      await kernel.db.cloudPlan.updateMany({
        where: { id: planId, status: { in: ['queued', 'lost'] } },
        data: { status: 'withdrawn', plan: {} },
      });
    },
  };
}
