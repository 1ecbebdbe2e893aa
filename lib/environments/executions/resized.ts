import { errors, type FieldProblem } from '@/lib/errors';
import type { EnvironmentModel } from '@/lib/model/environment';
import { checkEnvironment } from '@/lib/model/environment-rules';
import { hostOf } from '@/lib/model/installed';
import { isObjectEntry } from '@/lib/model/object-entry';
import { relationsBetween } from '@/lib/model/relations';
import type { ResizeInput } from '@/lib/model/runs/execution';
import { concernedServices } from '@/lib/model/runs/resize';
import type { RunTarget } from '@/lib/model/runs/target';
import type { ServiceType } from '@/lib/model/service-type';
import { scopeOf } from '@/lib/ports/cloud/scope';
import type { Context } from '../context';
import { askPolicies, type PolicyJudgement } from '../policies/ask';
import { typesOf } from '../service-types';
import { refuseProblems } from '../services/edit';
import { withLock } from '../services/with-lock';
import { foreignToResizing, inRequest, type ResizeInputs, serviceIn, withUnits } from './resize-request';
import { type Change, scaledAnew } from './scaled';

/** The document that a run is to make true, with all that its run needs to know. */
export interface Resized {
  asked: EnvironmentModel;
  target: RunTarget;
  input: ResizeInput;
  policies: PolicyJudgement;
}

/**
 * The document of an environment with more or fewer machines: checked like one that is deployed, and by policies. What
 * was wrong in it before is nobody's fault now, and refuses nothing.
 *
 * @param deployed what is deployed, in which version
 * @throws not_found `service_not_found`; state_forbids `not_scalable`, `not_deployed`, `nothing_to_do`; invalid_input with
 *   every bad field of the request
 */
export async function resized(
  ctx: Context,
  deployed: { model: EnvironmentModel; version: number },
  request: ResizeInputs,
): Promise<Resized> {
  const { model } = deployed;
  refuseProblems(foreignToResizing(request));
  const types = await typesOf(ctx, model);
  const change =
    request.workflow === 'uninstall'
      ? uninstalled(model, request)
      : await scaledAnew(ctx, deployed, types, withUnits(model, request));
  const draft = await withLock(ctx, change.model, model);
  const policies = await askPolicies(ctx, { kind: request.workflow, model: draft, deployed: model });
  const asked = policies.model;
  const offer = await ctx.cloud.offer(scopeOf(ctx.actor.tenantId, model));
  const known = new Set(checkEnvironment(model, { types, offer, deployed: model }).map(keyOf));
  const problems = checkEnvironment(asked, { types, offer, deployed: model }).filter((one) => !known.has(keyOf(one)));
  // that nobody leads any more is the same as that the one who led goes
  const isPillar = problems.some(({ code }) => code === 'pillar_removed');
  const causes = problems.filter(({ code }) => !isPillar || code !== 'none_chosen');
  refuseProblems(causes.map((problem) => inRequest(problem, asked, request)));
  // A program decides by itself what it does to which machine, and what a policy has changed may concern all of them.
  const isWhole =
    policies.changes.length > 0 || model.services.some(isObjectEntry) || model.state?.objects !== undefined;
  return {
    asked,
    target: change.target,
    input: {
      added: change.added.map(({ id }) => id),
      removed: change.removed.map((unit) => ({ id: unit.id, host: hostOf(unit) })),
      only: isWhole ? null : unitsConcerned(asked, model, types, change.services),
      rollback: request.workflow === 'scale' && request.rollback_if_failed !== false,
    },
    policies,
  };
}

function uninstalled(model: EnvironmentModel, { service_id: serviceId }: ResizeInputs): Change {
  const going = serviceId === undefined ? model.services : [serviceIn(model, serviceId)];
  if (going.length === 0) {
    throw errors.stateForbids('nothing_to_do', 'Nothing is deployed in this environment, so nothing can be removed.');
  }
  const ids = going.map(({ id }) => id);
  return {
    model: { ...model, services: model.services.filter(({ id }) => !ids.includes(id)) },
    target: serviceId === undefined ? { entity: 'environment' } : { entity: 'service', serviceId },
    added: [],
    removed: going.flatMap(({ units }) => units),
    services: ids,
  };
}

/** Units whose machines a change of some services may concern, before and after it. */
function unitsConcerned(
  asked: EnvironmentModel,
  deployed: EnvironmentModel,
  types: readonly ServiceType[],
  services: readonly string[],
): string[] {
  const concerned = concernedServices(services, [
    ...relationsBetween(deployed.services, types),
    ...relationsBetween(asked.services, types),
  ]);
  return asked.services.filter(({ id }) => concerned.has(id)).flatMap(({ units }) => units.map(({ id }) => id));
}

const keyOf = ({ code, sentence }: FieldProblem) => `${code} ${sentence}`;
