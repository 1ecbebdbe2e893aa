import { type Kernel, notification } from '@/lib/cloud/kernel/kernel';
import { Prisma } from '@/lib/db/generated/client';
import { quickRowsOf } from '@/lib/db/statement';
import { errors } from '@/lib/errors';
import type { Agents } from '@/lib/ports/cloud/cloud';

/**
 * The inboxes of agents. A plan is safely there once it is stored; the machine need not exist yet, but one that was deleted
 * answers nothing any more.
 * Sending a plan again changes nothing. Two that come in one millisecond still stand one behind the other. Of several
 * generations only the newest is begun: whatever waits of an older one never will be, whenever it comes.
 */
export function createInbox(kernel: Kernel): Pick<Agents, 'send'> {
  return {
    send: async ({ scope, planId, queue: name, plan, packages, package: own = null, generation, expiresAt }) => {
      const { tenantId } = scope;
      const queue = name.toLowerCase();
      const [gone] = await quickRowsOf<{ hostname: string | null }>(
        kernel.db,
        Prisma.sql`
        with gone as (
          select hostname from cloud_machines
           where queue = ${queue} and tenant_id = ${tenantId} and deleted_at is not null and not exists (
             select 1 from cloud_machines there
              where there.queue = ${queue} and there.tenant_id = ${tenantId} and there.deleted_at is null)
           order by deleted_at desc limit 1
        ), sent as (
          insert into cloud_plans (id, tenant_id, queue, plan, packages, package, generation, expires_at, status, queued_at)
          select ${planId}, ${tenantId}, ${queue}, ${JSON.stringify(plan)}::jsonb,
                 ${packages ? JSON.stringify(packages) : null}::jsonb, ${own}, ${generation}, ${expiresAt},
                 case when max(generation) > ${generation} then 'superseded' else 'queued' end,
                 greatest(${kernel.now()}::timestamptz, max(queued_at) + interval '1 millisecond')
            from cloud_plans where queue = ${queue} and tenant_id = ${tenantId} having not exists (select 1 from gone)
          on conflict (id) do nothing
        ), superseded as (
          update cloud_plans set status = 'superseded', plan = '{}'
           where queue = ${queue} and tenant_id = ${tenantId} and status = 'queued' and generation < ${generation}
        )
        select ${notification(`inbox:${tenantId}/${queue}`)}, (select hostname from gone) as hostname`,
      );
      const { hostname } = gone ?? {};
      if (hostname) throw errors.cloud('machine_deleted', `The machine ${hostname} does not exist any more.`);
    },
  };
}
