import type { Db } from './client';
import { Prisma } from './generated/client';
import { isRealEnvironment } from './rehearsals';
import { rowsOf } from './statement';

/** What waits for the conductors of all processes, and what they are at. */
export interface QueueRow {
  queued: number;
  running: number;
  oldestQueuedAt: Date | null;
  oldestRunningAt: Date | null;
}

/** The conductors' queue: deployments that are not over. */
export async function queueOf(db: Db): Promise<QueueRow> {
  const [row] = await rowsOf<QueueRow>(
    db,
    Prisma.sql`
    select count(*) filter (where state = 'queued')::int as queued,
           count(*) filter (where state = 'running')::int as running,
           min(created_at) filter (where state = 'queued') as "oldestQueuedAt",
           min(started_at) filter (where state = 'running') as "oldestRunningAt"
      from runs where state in ('queued', 'running') and ${isRealEnvironment(Prisma.sql`environment_id`)}`,
  );
  return row ?? { queued: 0, running: 0, oldestQueuedAt: null, oldestRunningAt: null };
}

/** How many deployments there ever were, by stored state. */
export function runsByState(db: Db): Promise<{ state: string; count: number }[]> {
  return rowsOf(
    db,
    Prisma.sql`
    select state, count(*)::int as count from runs where ${isRealEnvironment(Prisma.sql`environment_id`)} group by state`,
  );
}

/** How many environments exist. */
export function countEnvironments(db: Db): Promise<number> {
  return db.environment.count({ where: { deletedAt: null, tenant: { rehearsal: null } } });
}

/** Facts about the database itself. */
export interface DatabaseFacts {
  version: string;
  sizeBytes: number;
  connections: number;
}

/** @throws Error when the database does not answer */
export async function databaseFacts(db: Db): Promise<DatabaseFacts> {
  const [row] = await rowsOf<DatabaseFacts>(
    db,
    Prisma.sql`
    select current_setting('server_version') as version,
           pg_database_size(current_database())::float8 as "sizeBytes",
           (select count(*)::int from pg_stat_activity where datname = current_database()) as connections`,
  );
  if (!row) throw new Error('the database told nothing of itself');
  return row;
}

/** Names of environments and of their tenants, by the environment's id. */
export async function environmentNames(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { id: string; name: string; tenant: { id: string; name: string } }>> {
  if (ids.length === 0) return new Map();
  const rows = await db.environment.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, name: true, tenant: { select: { id: true, name: true } } },
  });
  return new Map(rows.map((row) => [row.id, row]));
}

/** Whose the stacks of these names are, by the ledger; several tenants may have one of the same name. */
export function environmentsOfStacks(
  db: Db,
  names: readonly string[],
): Promise<{ name: string; tenantId: string; environmentId: string }[]> {
  return db.stack.findMany({
    where: { name: { in: [...new Set(names)] } },
    select: { name: true, tenantId: true, environmentId: true },
  });
}
