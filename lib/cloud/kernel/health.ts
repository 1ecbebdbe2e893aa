import { Prisma } from '@/lib/db/generated/client';
import { rowsOf } from '@/lib/db/statement';
import type { CloudHealth, TroubledMachine } from '@/lib/ports/cloud/administration';
import type { Kernel } from './kernel';

/** That a column, the id of a tenant, is none of a copy: those have a clock of their own. */
const isNoCopy = (column: Prisma.Sql) =>
  Prisma.sql`not exists (select 1 from cloud_tenant_clocks copy where copy.tenant_id = ${column})`;

/**
 * How the cloud is: whether any process carries it, what it is at, and which machines do not work.
 *
 * @param leaderLock the advisory lock that the carrying process holds
 */
export async function healthOf({ db }: Pick<Kernel, 'db'>, leaderLock: number): Promise<CloudHealth> {
  const [facts] = await rowsOf<{ led: boolean; operations: number; oldest: Date | null; machines: number }>(
    db,
    Prisma.sql`
    select exists (select 1 from pg_locks where locktype = 'advisory' and granted and classid = 0
                     and objid = ${leaderLock}::bigint::oid and objsubid = 1
                     and database = (select oid from pg_database where datname = current_database())) as led,
           count(*)::int as operations, min(created_at) as oldest,
           (select count(*)::int from cloud_machines m where deleted_at is null and ${isNoCopy(Prisma.sql`m.tenant_id`)}) as machines
      from cloud_operations o where phase <> 'done' and ${isNoCopy(Prisma.sql`o.tenant_id`)}`,
  );
  return {
    ok: facts?.led ?? false,
    operations: facts?.operations ?? 0,
    oldestOperationAt: facts?.oldest ?? null,
    machines: facts?.machines ?? 0,
    troubled: await troubledMachines(db),
  };
}

/** A plan that its machine took and that was lost; only an answer after it says that the agent lives. */
function troubledMachines(db: Kernel['db']): Promise<TroubledMachine[]> {
  return rowsOf<TroubledMachine>(
    db,
    Prisma.sql`
    select m.tenant_id as "tenantId", m.hostname as host, m.stack_name as stack,
           case when m.power = 'failed' then 'failed' else 'silent' end as state,
           case when m.power = 'failed' then coalesce(m.due_at, m.created_at) else lost.started_at end as since
      from cloud_machines m
      left join lateral (
        select p.started_at from cloud_plans p
         where p.queue = m.queue and p.machine_id = m.id and p.status = 'lost'
           and not exists (select 1 from cloud_plans answer
                            where answer.queue = m.queue and answer.machine_id = m.id
                              and answer.answered_at > p.started_at)
         order by p.started_at desc limit 1) lost on true
     where m.deleted_at is null and ${isNoCopy(Prisma.sql`m.tenant_id`)} and (m.power = 'failed' or (m.power <> 'stopped' and lost.started_at is not null))
     order by since desc`,
  );
}
