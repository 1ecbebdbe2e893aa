import { findingsOfRun, keepFindings, type StoredFindings } from '@/lib/db/failure-findings';
import type { EnvironmentModel, Service } from '@/lib/model/environment';
import type { FailureReview, Finding } from '@/lib/model/failure-findings';
import { leadingUnit } from '@/lib/model/installed';
import type { Failure } from '@/lib/model/progress/failure';
import { relationsBetween } from '@/lib/model/relations';
import type { ServiceType } from '@/lib/model/service-type';
import { unitTitle } from '@/lib/model/unit-title';
import { agentQueue } from '@/lib/ports/cloud/cloud';
import { scopeOf } from '@/lib/ports/cloud/scope';
import { type Context, requireRole, type UseCaseCall } from '../context';
import { CHECKS } from './checks';
import type { Scene, SeenMachine } from './checks/check';
import { type FailureAddress, type FoundFailure, findFailure } from './find';
import { repairsOf } from './repairs';

/** How long after the end of a run what is found out about its failures is kept with it, in milliseconds. */
export const DIAGNOSIS_MS = 60_000;

/**
 * What may be the reason of a failure, as it was found when it happened, and what can be done about it now. Nothing is
 * changed but this: what is found first, by whoever looks, stays with the run.
 *
 * @param input `anew`: looked at now; what nobody looked at when it happened is looked at now anyway
 * @throws as {@link findFailure}
 */
export async function reviewFailure({
  ctx,
  input,
}: UseCaseCall<FailureAddress & { anew: boolean }>): Promise<FailureReview> {
  requireRole(ctx, 'reader');
  const failed = await findFailure(ctx, input);
  const { at, findings } = input.anew ? await findingsOf(ctx, failed) : await keptFindings(ctx, failed, input);
  return { findings, found_at: at, repairs: await repairsOf(ctx, failed) };
}

async function keptFindings(ctx: Context, failed: FoundFailure, { runId, failureId }: FailureAddress) {
  const kept = (await findingsOfRun(ctx.db, runId))[failureId];
  if (kept) return kept;
  const found = await findingsOf(ctx, failed);
  const endedAt = failed.run.finishedAt?.getTime() ?? Number.POSITIVE_INFINITY;
  if (endedAt > ctx.now().getTime() - DIAGNOSIS_MS) await keepFindings(ctx.db, runId, failureId, found);
  return found;
}

/** Looks at what may be the reason of a failure, as it is now. */
export async function findingsOf(
  ctx: Context,
  { environment, types, failure }: Pick<FoundFailure, 'environment' | 'types' | 'failure'>,
): Promise<StoredFindings> {
  const at = ctx.now().toISOString();
  // nothing of it is there to be looked at
  if (environment.deleted) return { at, findings: [] };
  const scene = await sceneOf(ctx, environment.model, types, failure);
  const found = await Promise.all(
    CHECKS.map(async (check): Promise<Finding[]> => {
      const finding = await check.run(scene);
      return finding ? [{ check: check.id, ...finding }] : [];
    }),
  );
  return { at, findings: found.flat() };
}

async function sceneOf(
  ctx: Context,
  model: EnvironmentModel,
  types: readonly ServiceType[],
  failure: Failure,
): Promise<Scene> {
  const service = model.services.find((one) => one.units.some(({ id }) => id === failure.unitId));
  const failed = service ? machinesOf(service, types).filter(({ unit }) => unit.id === failure.unitId) : [];
  const asked = service ? nameServersOf(service, model, types).filter(({ unit }) => unit.id !== failure.unitId) : [];
  const queueOf = (one: Pick<SeenMachine, 'service' | 'unit'>) => agentQueue(model.id, one.service.id, one.unit.id);
  const { inspection } = ctx.cloud;
  const scope = scopeOf(ctx.actor.tenantId, model);
  const readings = await inspection?.machines(scope, [...failed, ...asked].map(queueOf));
  const seen = (one: Omit<SeenMachine, 'reading'>) => ({ ...one, reading: readings?.get(queueOf(one)) ?? null });
  return {
    failure,
    isInspected: inspection !== undefined,
    machine: failed.map(seen)[0] ?? null,
    // one that was never made answers nobody and is missed by nobody
    nameServers: asked.map(seen).filter(({ reading, unit }) => reading !== null || unit.state?.hostname !== undefined),
    offer: () => ctx.cloud.offer(scope),
  };
}

/** The machines of what a service joins; of one that leads others, the machine that they follow. */
function nameServersOf(
  service: Service,
  model: EnvironmentModel,
  types: readonly ServiceType[],
): Omit<SeenMachine, 'reading'>[] {
  const joined = relationsBetween(model.services, types)
    .filter(({ from, need }) => from.id === service.id && need.property.joins !== undefined)
    .map(({ to }) => to);
  const type = types.find((one) => one.type === service.type);
  const leader = type?.exactlyOne ? leadingUnit(type, service) : null;
  return [
    ...joined.flatMap((to) => machinesOf(to, types)),
    ...(leader ? machinesOf(service, types).filter(({ unit }) => unit.id === leader.id) : []),
  ];
}

function machinesOf(service: Service, types: readonly ServiceType[]): Omit<SeenMachine, 'reading'>[] {
  const type = types.find((one) => one.type === service.type) ?? null;
  return service.units.map((unit) => ({ host: unitTitle(type, service, unit), service, unit }));
}
