import type { EnvironmentModel } from '@/lib/model/environment';
import type { JsonObject } from '@/lib/model/json';
import type { PolicyVerdict } from '@/lib/model/policies/verdicts';
import { type CancelMode, strongerMode } from '@/lib/model/runs/cancel-mode';
import type { RunKind } from '@/lib/model/runs/kinds';
import type { RunTarget } from '@/lib/model/runs/target';
import type { Db, Tx } from './client';
import { insertion } from './columns';
import { Prisma } from './generated/client';
import { rowsOf } from './statement';

/**
 * The steps of one transaction that begins a run. The environment is always taken first: two
 * transactions that want the same rows then wait for each other in one order and never in a circle.
 */

/** An environment whose row is ours until the transaction ends. */
export interface LockedEnvironment {
  name: string;
  version: number;
  /** the document as it is now, whatever runs */
  model: EnvironmentModel;
  deleting: boolean;
  deleted: boolean;
  /** the runs that hold it or wait for it, the one that has its turn first */
  holding: { id: string; kind: RunKind }[];
}

/**
 * Takes an environment's row. Of any number of transactions that want it, one has it; the others wait for it to commit
 * and then see what it has done.
 *
 * @returns null when the tenant has no such environment
 */
export async function lockEnvironment(
  tx: Tx,
  tenantId: string,
  environmentId: string,
): Promise<LockedEnvironment | null> {
  const [row] = await rowsOf<Omit<LockedEnvironment, 'holding'> & { activeRunId: string | null }>(
    tx,
    Prisma.sql`
    select name, version, model, deleting_at is not null as deleting, deleted_at is not null as deleted,
           active_run_id as "activeRunId"
      from environments where id = ${environmentId} and tenant_id = ${tenantId} for update`,
  );
  if (!row) return null;
  const { activeRunId, ...environment } = row;
  // A statement of its own: it sees what was committed while the first waited.
  const holding =
    activeRunId === null
      ? []
      : await rowsOf<LockedEnvironment['holding'][number]>(
          tx,
          Prisma.sql`
          select id, kind from runs where environment_id = ${environmentId} and state in ('queued', 'running')
           order by id <> ${activeRunId}, created_at`,
        );
  return { ...environment, holding };
}

/**
 * Holds names that a tenant's environments share until the transaction ends: of two that want one, the second goes on when
 * the first has committed, and sees what it has made.
 *
 * @param names whatever the case; all that one transaction wants, at once: they are taken in one order
 */
export async function lockSharedNames(tx: Tx, tenantId: string, names: readonly string[]): Promise<void> {
  for (const name of [...new Set(names)].sort()) {
    const key = JSON.stringify([tenantId, name]);
    await rowsOf(tx, Prisma.sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))::text`);
  }
}

/**
 * Marks a session as deploying.
 *
 * @returns false when it is no longer open, or was edited since it was read
 */
export async function claimSession(tx: Tx, sessionId: string, revision: number, now: Date): Promise<boolean> {
  const taken = await rowsOf(
    tx,
    Prisma.sql`
    update sessions set state = 'deploying', updated_at = ${now}
     where id = ${sessionId} and state = 'open' and revision = ${revision} returning id`,
  );
  return taken.length === 1;
}

/**
 * Makes every other open session of an environment invalid.
 *
 * @param winner the session that is deployed, or the run that has made another version; null when the environment is
 *   deleted
 * @returns the sessions that lost, with their owners
 */
export async function invalidateOpenSessions(
  tx: Tx,
  environmentId: string,
  winner: string | null,
  now: Date,
): Promise<{ id: string; userId: string }[]> {
  const lost = await rowsOf<{ id: string; userId: string }>(
    tx,
    Prisma.sql`
    update sessions set state = 'invalid', invalidated_by = ${winner}, updated_at = ${now}
     where environment_id = ${environmentId} and state = 'open' and id is distinct from ${winner}
    returning id, user_id as "userId"`,
  );
  return lost.sort((a, b) => (a.id < b.id ? -1 : 1));
}

export interface NewRun {
  id: string;
  environmentId: string;
  userId: string;
  kind: RunKind;
  target: RunTarget;
  /** what its kind wants to know */
  input?: JsonObject;
  /** the draft that is deployed */
  sessionId?: string;
  /** of a run that asks for another document: the one before, and the one asked for */
  models?: { before: EnvironmentModel; asked: EnvironmentModel };
  idempotencyKey?: string;
  /** what policies said */
  verdicts: readonly PolicyVerdict[];
  createdAt: Date;
}

/**
 * Stores a run as queued.
 *
 * @param holds whether the environment is its own from now on; otherwise it waits for those that hold it
 */
export async function insertRun(tx: Tx, run: NewRun, holds: boolean): Promise<void> {
  const { models, input = {}, target, ...rest } = run;
  const documents = models ? { modelBefore: models.before, modelAsked: models.asked } : {};
  const row = insertion<'Run'>({ ...rest, ...documents, target, input });
  await rowsOf(
    tx,
    Prisma.sql`
    with inserted as (insert into runs ${row} returning id, environment_id)
    update environments set active_run_id = inserted.id from inserted
     where ${holds} and environments.id = inserted.environment_id`,
  );
}

/** Marks an environment as going. */
export async function markDeleting(tx: Tx, environmentId: string, now: Date): Promise<void> {
  await tx.environment.update({ where: { id: environmentId }, data: { deletingAt: now, updatedAt: now } });
}

/** Whether anything ever ran in an environment. */
export async function ranBefore(tx: Db | Tx, environmentId: string): Promise<boolean> {
  return (await tx.run.findFirst({ where: { environmentId }, select: { id: true } })) !== null;
}

/** Marks an environment that nothing was ever deployed in as gone. */
export async function markDeleted(tx: Tx, environmentId: string, now: Date): Promise<void> {
  await tx.environment.update({
    where: { id: environmentId },
    data: { deletedAt: now, version: { increment: 1 }, updatedAt: now },
  });
}

/** In which way a run is asked to end, by whom and when. */
export interface CancelRequest {
  mode: CancelMode;
  userId: string;
  at: Date;
}

/**
 * Notes that a run shall be cancelled. A gentler request than one before changes nothing of that.
 *
 * @returns whether it changed anything; null when the run is already over
 */
export async function requestCancel(tx: Tx, runId: string, request: CancelRequest): Promise<boolean | null> {
  const [before] = await rowsOf<{ mode: CancelMode | null }>(
    tx,
    Prisma.sql`
    select ${CANCEL_MODE} as mode from runs d
     where id = ${runId} and state in ('queued', 'running') for update`,
  );
  if (!before) return null;
  if (strongerMode(before.mode, request.mode) === before.mode) return false;
  await tx.run.update({
    where: { id: runId },
    data: { cancelledBy: request.userId, cancelMode: request.mode, cancelledAt: request.at },
  });
  return true;
}

/** The way in which a run `d` was asked to end; null when nobody did. */
export const CANCEL_MODE = Prisma.sql`case when d.cancelled_by is not null then coalesce(d.cancel_mode, 'cancel') end`;
