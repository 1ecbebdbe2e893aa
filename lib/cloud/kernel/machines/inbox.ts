import { type Kernel, notification } from '@/lib/cloud/kernel/kernel';
import { Prisma } from '@/lib/db/generated/client';
import { quickRowsOf } from '@/lib/db/statement';
import type { Agents } from '@/lib/ports/cloud/cloud';

/**
 * The inboxes of agents. A plan is safely there once it is stored; the machine need not exist yet.
 * Sending a plan again changes nothing. Two that come in one millisecond still stand one behind the other. Of several
 * generations only the newest is begun: whatever waits of an older one never will be, whenever it comes.
 */
export function createInbox(kernel: Kernel): Pick<Agents, 'send'> {
  return {
    send: async ({ scope, planId, queue: name, plan, packages, generation, expiresAt }) => {
      const { tenantId } = scope;
      const queue = name.toLowerCase();
      await quickRowsOf(
        kernel.db,
        Prisma.sql`
        with sent as (
          insert into cloud_plans (id, tenant_id, queue, plan, packages, generation, expires_at, status, queued_at)
          select ${planId}, ${tenantId}, ${queue}, ${JSON.stringify(plan)}::jsonb,
                 ${packages ? JSON.stringify(packages) : null}::jsonb, ${generation}, ${expiresAt},
                 case when max(generation) > ${generation} then 'superseded' else 'queued' end,
                 greatest(${kernel.now()}::timestamptz, max(queued_at) + interval '1 millisecond')
            from cloud_plans where queue = ${queue} and tenant_id = ${tenantId}
          on conflict (id) do nothing
        ), superseded as (
          update cloud_plans set status = 'superseded', plan = '{}'
           where queue = ${queue} and tenant_id = ${tenantId} and status = 'queued' and generation < ${generation}
        )
        select ${notification(`inbox:${tenantId}/${queue}`)}`,
      );
    },
  };
}
