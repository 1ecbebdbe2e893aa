import type { DeploymentEnd, DeploymentStore } from '@/lib/conductor/ports';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { NewEvent } from '@/lib/model/event';
import type { JsonObject } from '@/lib/model/json';
import type { Db, Tx } from './client';
import { appendEvents, lockEnvironment } from './events';
import { storable } from './json';
import { transaction } from './transaction';

const UNFINISHED = ['queued', 'running'];

/** What the conductor loads and stores of deployments, on this database. */
export function createDeploymentStore(db: Db): DeploymentStore {
  return {
    load: async (deploymentId) => {
      const row = await db.deployment.findUnique({
        where: { id: deploymentId },
        include: { environment: { select: { tenantId: true, name: true } } },
      });
      if (!row) return null;
      const model = (row.modelGained ?? row.modelAsked) as unknown as EnvironmentModel;
      return {
        id: row.id,
        kind: row.kind === 'delete' ? 'delete' : 'deploy',
        environmentId: row.environmentId,
        tenantId: row.environment.tenantId,
        stackName: `e${row.environmentId}`,
        model: { ...model, name: row.environment.name },
      };
    },

    begin: (deploymentId) =>
      transaction(db, async (tx) => {
        const known = await tx.deployment.findUnique({
          where: { id: deploymentId },
          select: { environmentId: true },
        });
        if (!known) return false;
        await lockEnvironment(tx, known.environmentId);
        const started = await tx.deployment.updateManyAndReturn({
          where: { id: deploymentId, state: 'queued' },
          data: { state: 'running', startedAt: new Date() },
          select: { environmentId: true },
        });
        if (started.length > 0) {
          await appendEvents(tx, known.environmentId, deploymentId, [
            {
              kind: 'deployment.started',
              entity: 'environment',
              entityId: known.environmentId,
              text: 'Deployment started',
              key: `deployment.started:${deploymentId}`,
            },
          ]);
          return true;
        }
        return (await tx.deployment.count({ where: { id: deploymentId, state: 'running' } })) === 1;
      }),

    saveGained: async (deploymentId, model) => {
      await db.deployment.updateMany({
        where: { id: deploymentId, state: { in: UNFINISHED } },
        data: { modelGained: storable(model) },
      });
    },

    finish: (deploymentId, end) => transaction(db, (tx) => finish(tx, deploymentId, end)),

    unfinished: async () => {
      const rows = await db.deployment.findMany({
        where: { state: { in: UNFINISHED } },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        select: { id: true },
      });
      return rows.map((row) => row.id);
    },

    cancelRequested: async (deploymentId) => {
      const row = await db.deployment.findUnique({ where: { id: deploymentId }, select: { cancelledBy: true } });
      return row?.cancelledBy != null;
    },

    hasTurn: async (deploymentId) => {
      const row = await db.deployment.findUnique({
        where: { id: deploymentId },
        select: { state: true, environment: { select: { activeDeploymentId: true } } },
      });
      return row === null || !UNFINISHED.includes(row.state) || row.environment.activeDeploymentId === deploymentId;
    },

    runningIn: async (environmentId) => {
      const row = await db.environment.findUnique({
        where: { id: environmentId },
        select: { activeDeploymentId: true },
      });
      return row?.activeDeploymentId ?? null;
    },
  };
}

async function finish(tx: Tx, deploymentId: string, end: DeploymentEnd): Promise<void> {
  const known = await tx.deployment.findUnique({ where: { id: deploymentId }, select: { environmentId: true } });
  if (!known) return;
  const { environmentId } = known;
  await lockEnvironment(tx, environmentId);
  const deployment = await tx.deployment.findUnique({ where: { id: deploymentId } });
  if (!deployment || !UNFINISHED.includes(deployment.state)) return;

  const now = new Date();
  const failed = end.outcome === 'failed';
  // Whoever looks must find why it failed, even when no package has said so.
  const untold = failed && end.problem !== undefined && deployment.errors === 0 ? end.problem : null;
  const errors = deployment.errors + (untold ? 1 : 0);
  const about = { entity: 'environment', entityId: environmentId } as const;
  const events: NewEvent[] = [];
  if (untold) events.push({ kind: 'report', level: 'error', ...about, text: untold.sentence });
  events.push({
    kind: 'report',
    ...about,
    text: lastReport(end.outcome, deployment.kind === 'delete', deployment.warnings, errors),
  });
  events.push({
    kind: 'deployment.finished',
    level: failed ? 'error' : 'info',
    ...about,
    text: '',
    data: { outcome: end.outcome, ...(end.problem ? { problem: end.problem as unknown as JsonObject } : {}) },
    key: `deployment.finished:${deploymentId}`,
  });

  await tx.deployment.update({
    where: { id: deploymentId },
    data: {
      state: end.outcome,
      modelGained: storable(end.model),
      finishedAt: now,
      ...(end.problem ? { problem: storable(end.problem) } : {}),
    },
  });
  if (deployment.sessionId) {
    const closed = await tx.session.updateManyAndReturn({
      where: { id: deployment.sessionId, state: 'deploying' },
      data: { state: 'deployed', updatedAt: now },
      select: { id: true, userId: true },
    });
    for (const session of closed) {
      events.push({
        kind: 'session.closed',
        ...about,
        text: '',
        data: { sessionId: session.id, userId: session.userId, reason: 'deployed' },
      });
    }
  }
  await release(tx, environmentId, deploymentId, deployment.kind === 'delete', end, now);
  await appendEvents(tx, environmentId, deploymentId, events);
}

/** The environment takes the document, whatever the outcome: what was gained is the start of the next deployment. */
async function release(
  tx: Tx,
  environmentId: string,
  deploymentId: string,
  deletion: boolean,
  end: DeploymentEnd,
  now: Date,
): Promise<void> {
  const next = await tx.deployment.findFirst({
    where: { environmentId, state: { in: UNFINISHED }, id: { not: deploymentId } },
    orderBy: { createdAt: 'asc' },
    select: { id: true },
  });
  const { name } = await tx.environment.findUniqueOrThrow({ where: { id: environmentId }, select: { name: true } });
  const gone = deletion && end.outcome === 'success';
  await tx.environment.update({
    where: { id: environmentId },
    data: {
      version: { increment: 1 },
      updatedAt: now,
      activeDeploymentId: next?.id ?? null,
      // A deletion that failed leaves the document: it tells what may still be there.
      ...(deletion && !gone ? {} : { model: storable({ ...end.model, name }) }),
      ...(gone ? { deletedAt: now } : {}),
    },
  });
}

/** The words Murano ended its reports with; errors outrank warnings, and the level is always info. */
function lastReport(outcome: DeploymentEnd['outcome'], deletion: boolean, warnings: number, errors: number): string {
  const what = deletion ? 'Deletion' : 'Deployment';
  if (outcome === 'cancelled') return `${what} cancelled`;
  if (outcome === 'failed' || errors > 0) return `${what} finished with errors`;
  return warnings > 0 ? `${what} finished with warnings` : `${what} finished`;
}
