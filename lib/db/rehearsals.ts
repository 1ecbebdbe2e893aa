import { LRUCache } from 'lru-cache';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { JsonObject } from '@/lib/model/json';
import { renameIds } from '@/lib/model/rename-ids';
import type { Db, Tx } from './client';
import { Prisma, type Rehearsal } from './generated/client';
import { rowsOf } from './statement';

/** A rehearsal as it is stored. */
export type RehearsalRow = Rehearsal;

/** That a column, the id of an environment, is none of a rehearsal. */
export const isRealEnvironment = (column: Prisma.Sql) =>
  Prisma.sql`not exists (select 1 from rehearsals rehearsed where rehearsed.environment_id = ${column})`;

/** Environments that are none of a rehearsal: an environment never becomes one, and most are asked about often. */
const real = new LRUCache<string, true>({ max: 10_000 });

/** The rehearsal that an environment is, also one that has ended and is not removed yet; null: it is none. */
export async function rehearsalIn(db: Db, environmentId: string): Promise<RehearsalRow | null> {
  if (real.has(environmentId)) return null;
  const row = await db.rehearsal.findUnique({ where: { environmentId } });
  if (!row) real.set(environmentId, true);
  return row;
}

/** What is known of a rehearsal before anything is copied. */
export type NewRehearsal = Omit<RehearsalRow, 'fault' | 'endedAt'> & { fault: JsonObject | null };

/**
 * Notes a rehearsal, with a tenant of its own that has the packages of the other one, and ends the one that its user has.
 *
 * @param most so many go on at a time
 * @returns false when so many do already; then nothing is changed
 */
export async function insertRehearsal(tx: Tx, { fault, ...row }: NewRehearsal, most: number): Promise<boolean> {
  await rowsOf(tx, Prisma.sql`select pg_advisory_xact_lock(hashtext('vetro rehearsals'))::text`);
  const { tenantId, ofTenantId, userId, createdAt } = row;
  const others = await tx.rehearsal.count({ where: { endedAt: null, NOT: { userId } } });
  if (others >= most) return false;
  await tx.rehearsal.updateMany({ where: { userId, endedAt: null }, data: { endedAt: createdAt } });
  // Nobody signs in to it, nor is it found: only whoever rehearses is let in, to the one environment.
  await tx.tenant.create({ data: { id: tenantId, name: `rehearsal-${tenantId}`, enabled: false } });
  await tx.rehearsal.create({ data: { ...row, ...(fault ? { fault } : {}) } });
  await rowsOf(
    tx,
    Prisma.sql`
    insert into packages (id, tenant_id, digest, shipped, current, presented, created_by, created_at)
    select replace(gen_random_uuid()::text, '-', ''), ${tenantId}, digest, shipped, current, presented, created_by, created_at
      from packages where tenant_id = ${ofTenantId} returning id`,
  );
  return true;
}

/**
 * Copies an environment as it is deployed: its document, its machines and the ledger of its stacks, without its history.
 *
 * @param ids what stands in the copy instead of ids of the original
 * @returns the document of the copy
 */
export async function copyEnvironment(
  tx: Tx,
  row: Pick<RehearsalRow, 'environmentId' | 'tenantId' | 'ofEnvironmentId'>,
  ids: ReadonlyMap<string, string>,
): Promise<EnvironmentModel> {
  const { environmentId, tenantId, ofEnvironmentId } = row;
  const { name, version, createdBy, ...original } = await tx.environment.findUniqueOrThrow({
    where: { id: ofEnvironmentId },
  });
  const model = renameIds(original.model, ids) as JsonObject;
  await tx.environment.create({ data: { id: environmentId, tenantId, name, version, createdBy, model } });
  const machines = await tx.machine.findMany({ where: { environmentId: ofEnvironmentId } });
  await tx.machine.createMany({ data: machines.map((machine) => ({ ...machine, environmentId, tenantId })) });
  const stacks = await tx.stack.findMany({ where: { environmentId: ofEnvironmentId, deletedAt: null } });
  await tx.stack.createMany({
    data: stacks.map(({ id: _, ...stack }) => {
      const { units, template, parameters, outputs, ...rest } = renameIds(stack, ids);
      return { ...rest, ...({ units, template, parameters, outputs } as Record<string, JsonObject>) };
    }),
  });
  return model as unknown as EnvironmentModel;
}

/** A draft in the copy, which is deployed already. */
export async function insertRehearsedSession(
  tx: Tx,
  { ofSessionId, environmentId }: Pick<RehearsalRow, 'ofSessionId' | 'environmentId'>,
  { id, base, model }: { id: string; base: EnvironmentModel; model: EnvironmentModel },
): Promise<void> {
  const { userId, version, changes } = await tx.session.findUniqueOrThrow({ where: { id: ofSessionId } });
  await tx.session.create({
    data: {
      ...{ id, environmentId, userId, version, changes, state: 'deploying' },
      baseModel: base as unknown as JsonObject,
      model: model as unknown as JsonObject,
    },
  });
}

/** Ends a rehearsal: nobody sees it any more, and it is removed once its run is over. */
export async function endRehearsal(db: Db | Tx, tenantId: string, now: Date): Promise<void> {
  await db.rehearsal.updateMany({ where: { tenantId, endedAt: null }, data: { endedAt: now } });
}

/** Rehearsals that are to go: ended, over their time, or of an environment that goes. */
export function rehearsalsToRemove(db: Db, now: Date): Promise<Pick<RehearsalRow, 'tenantId' | 'environmentId'>[]> {
  return rowsOf(
    db,
    Prisma.sql`
    select r.tenant_id as "tenantId", r.environment_id as "environmentId" from rehearsals r
     where r.ended_at is not null or r.ends_at <= ${now}
        or not exists (select 1 from environments e where e.id = r.of_environment_id and e.deleting_at is null)`,
  );
}

/** The runs of an environment that are not over. */
export async function openRunsIn(db: Db, environmentId: string): Promise<string[]> {
  const rows = await db.run.findMany({
    where: { environmentId, state: { in: ['queued', 'running'] } },
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}

/** Removes an ended rehearsal with its tenant and all that came to pass in it; what its cloud has is removed before. */
export async function removeRehearsal(
  tx: Tx,
  { tenantId, environmentId }: Pick<RehearsalRow, 'tenantId' | 'environmentId'>,
): Promise<void> {
  await rowsOf(tx, Prisma.sql`select 1 as locked from environments where id = ${environmentId} for update`);
  const runs = await tx.run.findMany({ where: { environmentId }, select: { id: true } });
  await tx.agentReply.deleteMany({ where: { runId: { in: runs.map(({ id }) => id) } } });
  await tx.event.deleteMany({ where: { environmentId } });
  await tx.stack.deleteMany({ where: { environmentId } });
  await tx.environment.deleteMany({ where: { id: environmentId } });
  await tx.catalogEntry.deleteMany({ where: { tenantId } });
  await tx.tenant.deleteMany({ where: { id: tenantId } });
}
