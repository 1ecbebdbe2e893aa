import { ANY_FAULT } from '@/lib/cloud/embedded/faults';
import type { Db, Tx } from '@/lib/db/client';
import { type CloudMachine, type CloudPlan, Prisma } from '@/lib/db/generated/client';
import { rowsOf } from '@/lib/db/statement';
import type { PackageLock } from '@/lib/model/package-lock';

const MACHINE = Prisma.sql`m.id, m.tenant_id as "tenantId", m.stack_id as "stackId", m.stack_name as "stackName",
  m.hostname, m.address, m.network, m.queue, m.power, m.flavor, m.image, m.given, m.facts, m.packages, m.due_at as "dueAt",
  m.created_at as "createdAt", m.deleted_at as "deletedAt"`;

/** A machine with the plan that its agent is at, or would take next. */
export interface MachineAndPlan {
  machine: CloudMachine;
  next: { id: string; machineId: string | null; dueAt: Date | null } | null;
}

/** Looks at a machine that is not deleted. */
export async function readMachine(db: Db, id: string): Promise<MachineAndPlan | null> {
  const [row] = await rowsOf<CloudMachine & { planId: string | null; takenBy: string | null; planDueAt: Date | null }>(
    db,
    Prisma.sql`
    select ${MACHINE}, p.id as "planId", p.machine_id as "takenBy", p.due_at as "planDueAt"
      from cloud_machines m left join lateral (
        select id, machine_id, due_at from cloud_plans
         where queue <> '' and queue in (m.queue, 'configs/' || m.id) and tenant_id = m.tenant_id
           and status in ('running', 'queued')
         -- what an agent has taken it finishes before it takes another
         order by status desc, queued_at, id limit 1
      ) p on true
     where m.id = ${id} and m.deleted_at is null`,
  );
  if (!row) return null;
  const { planId, takenBy, planDueAt, ...machine } = row;
  return { machine, next: planId === null ? null : { id: planId, machineId: takenBy, dueAt: planDueAt } };
}

/**
 * Locks a machine's row until the transaction ends: what it knows changes in one place at a time.
 *
 * @returns it as it is now; `faulty` when some fault waits to strike
 */
export async function lockMachine(tx: Tx, id: string): Promise<(CloudMachine & { faulty: boolean }) | null> {
  const [row] = await rowsOf<CloudMachine & { faulty: boolean }>(
    tx,
    Prisma.sql`select ${MACHINE}, ${ANY_FAULT} from cloud_machines m where m.id = ${id} for update`,
  );
  return row ?? null;
}

/** What an agent needs of a plan to go on with it. */
export type RunningPlan = Pick<
  CloudPlan,
  'id' | 'status' | 'plan' | 'package' | 'position' | 'results' | 'executions' | 'expiresAt'
> & {
  /** the packages that it comes from */
  locked: PackageLock | null;
};

/**
 * Locks a machine and the plan that its agent is to go on with.
 *
 * @returns both as they are now; `faulty` when some fault waits to strike
 */
export async function lockWork(
  tx: Tx,
  machineId: string,
  planId: string,
): Promise<{ machine: CloudMachine; plan: RunningPlan; faulty: boolean } | null> {
  const [row] = await rowsOf<CloudMachine & Omit<RunningPlan, 'id'> & { faulty: boolean }>(
    tx,
    Prisma.sql`
    select ${MACHINE}, p.packages as locked, p.status, p.plan, p.package, p.position, p.results, p.executions,
           p.expires_at as "expiresAt", ${ANY_FAULT}
      from cloud_machines m join cloud_plans p on p.id = ${planId} where m.id = ${machineId} for update of m, p`,
  );
  if (!row) return null;
  const { status, plan, package: own, position, results, executions, expiresAt, locked, faulty, ...machine } = row;
  const running = { id: planId, status, plan, package: own, position, results, executions, expiresAt, locked };
  return { machine, plan: running, faulty };
}
