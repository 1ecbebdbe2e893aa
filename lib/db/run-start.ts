import type { EnvironmentModel } from '@/lib/model/environment';
import type { Tx } from './client';
import { storable } from './json';

/**
 * The steps of one transaction that begins a deployment. The environment is always taken first: two
 * transactions that want the same rows then wait for each other in one order and never in a circle.
 */

export interface Claim {
  environmentId: string;
  tenantId: string;
  runId: string;
  /** the version the draft started from */
  version: number;
}

/**
 * Takes an environment for a deployment. Of any number of transactions that try, one succeeds; the
 * others wait for it to commit and then fail.
 *
 * @returns false when it is deploying, going, gone or of another version
 */
export async function claimEnvironment(tx: Tx, claim: Claim): Promise<boolean> {
  const { environmentId, tenantId, runId, version } = claim;
  const taken = await tx.environment.updateMany({
    where: { id: environmentId, tenantId, version, activeRunId: null, deletingAt: null },
    data: { activeRunId: runId },
  });
  return taken.count === 1;
}

/**
 * Marks a session as deploying.
 *
 * @returns false when it is no longer open, or was edited since it was read
 */
export async function claimSession(tx: Tx, sessionId: string, revision: number, now: Date): Promise<boolean> {
  const taken = await tx.session.updateMany({
    where: { id: sessionId, state: 'open', revision },
    data: { state: 'deploying', updatedAt: now },
  });
  return taken.count === 1;
}

/**
 * Makes every other open session of an environment invalid.
 *
 * @param winner the session that is deployed; null when the environment is deleted
 * @returns the sessions that lost, with their owners
 */
export async function invalidateOpenSessions(
  tx: Tx,
  environmentId: string,
  winner: string | null,
  now: Date,
): Promise<{ id: string; userId: string }[]> {
  const lost = await tx.session.updateManyAndReturn({
    where: { environmentId, state: 'open', ...(winner ? { id: { not: winner } } : {}) },
    data: { state: 'invalid', invalidatedBy: winner, updatedAt: now },
    select: { id: true, userId: true },
  });
  return lost.sort((a, b) => (a.id < b.id ? -1 : 1));
}

export interface NewRun {
  id: string;
  environmentId: string;
  sessionId: string | null;
  userId: string;
  kind: 'deploy' | 'delete';
  modelBefore: EnvironmentModel;
  modelAsked: EnvironmentModel;
  idempotencyKey?: string;
  createdAt: Date;
}

/** Stores a deployment as queued. */
export async function insertRun(tx: Tx, deployment: NewRun): Promise<void> {
  const { modelBefore, modelAsked, ...rest } = deployment;
  await tx.run.create({
    data: { ...rest, modelBefore: storable(modelBefore), modelAsked: storable(modelAsked) },
  });
}

/**
 * Marks an environment as going. Its row stays locked until the transaction ends.
 *
 * @returns its document and the deployment that runs in it now; null when it is gone or going already
 */
export async function claimForDeletion(
  tx: Tx,
  tenantId: string,
  environmentId: string,
  now: Date,
): Promise<{ model: EnvironmentModel; activeRunId: string | null; deployedBefore: boolean } | null> {
  const rows = await tx.$queryRaw<{ model: EnvironmentModel; activeRunId: string | null; going: boolean }[]>`
    select model, active_run_id as "activeRunId",
           deleted_at is not null or (deleting_at is not null and active_run_id is not null) as going
      from environments where id = ${environmentId} and tenant_id = ${tenantId} for update`;
  const row = rows[0];
  if (!row || row.going) return null;
  await tx.environment.update({ where: { id: environmentId }, data: { deletingAt: now, updatedAt: now } });
  const earlier = await tx.run.findFirst({ where: { environmentId }, select: { id: true } });
  return { model: row.model, activeRunId: row.activeRunId, deployedBefore: earlier !== null };
}

/** Hands an environment without a running deployment to one. */
export async function assignRun(tx: Tx, environmentId: string, runId: string): Promise<void> {
  await tx.environment.update({ where: { id: environmentId }, data: { activeRunId: runId } });
}

/** Marks an environment that nothing was ever deployed in as gone. */
export async function markGone(tx: Tx, environmentId: string, now: Date): Promise<void> {
  await tx.environment.update({
    where: { id: environmentId },
    data: { deletedAt: now, version: { increment: 1 }, updatedAt: now },
  });
}

/**
 * Notes that a deployment shall be cancelled.
 *
 * @returns false when it is already over
 */
export async function requestCancel(tx: Tx, runId: string, userId: string): Promise<boolean> {
  const asked = await tx.run.updateMany({
    where: { id: runId, state: { in: ['queued', 'running'] } },
    data: { cancelledBy: userId },
  });
  return asked.count === 1;
}
