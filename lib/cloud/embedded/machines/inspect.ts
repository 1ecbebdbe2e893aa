import { readAilments } from '@/lib/cloud/embedded/faults';
import type { Db } from '@/lib/db/client';
import { Prisma } from '@/lib/db/generated/client';
import { rowsOf } from '@/lib/db/statement';
import type { CloudScope } from '@/lib/ports/cloud/cloud';
import type { Inspection, MachineReading } from '@/lib/ports/cloud/inspection';

/** What the database knows of a machine. */
interface Row extends Pick<MachineReading, 'power' | 'agentAnsweredAt' | 'agentSilentSince'> {
  queue: string;
  tenantId: string;
  stackName: string;
  hostname: string;
}

/** Looks at simulated machines. */
export function createInspection({ db }: { db: Db }): Inspection {
  return {
    machines: async ({ tenantId }: CloudScope, queues) => {
      const [rows, ailmentsOf] = await Promise.all([
        rowsOf<Row>(
          db,
          Prisma.sql`
          select m.queue, m.tenant_id as "tenantId", m.stack_name as "stackName", m.hostname, m.power,
                 p.answered as "agentAnsweredAt", p.silent as "agentSilentSince"
            from cloud_machines m left join lateral (
              select max(answered_at) as answered,
                     min(started_at) filter (where status = 'lost' and started_at > all (
                       select answer.answered_at from cloud_plans answer
                        where answer.machine_id = m.id and answer.answered_at is not null)) as silent
                from cloud_plans where machine_id = m.id) p on true
           where m.tenant_id = ${tenantId} and m.queue = any(${[...queues]}) and m.deleted_at is null
           order by m.created_at`,
        ),
        readAilments(db),
      ]);
      return new Map(
        rows.map(({ queue, power, agentAnsweredAt, agentSilentSince, ...machine }) => {
          const { diskFull, clockOffset, silentPorts } = ailmentsOf(machine);
          return [queue, { power, agentAnsweredAt, agentSilentSince, diskFull, clockOffset, silentPorts }];
        }),
      );
    },
  };
}
