import { byId } from '@/lib/model/by-id';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { JsonObject } from '@/lib/model/json';
import { Neighbours } from '@/lib/model/neighbours';
import type { PolicyCheck } from '@/lib/model/policies/verdicts';
import { sizeProblems } from '@/lib/model/size-rules';
import { ownSession } from '../access/own-session';
import { visibleEnvironment } from '../access/visible';
import { type Context, requireRole, type UseCaseCall } from '../context';
import { typesOf } from '../service-types';
import { refuseProblems } from '../services/edit';
import { lockWithVersion } from '../services/lock-with-version';
import { withPlannedUnits } from '../services/planned-units';
import { prepareService, withService } from '../services/prepare';
import { withLock } from '../services/with-lock';
import { askPolicies } from './ask';
import { exceptionMakers } from './exception-makers';

/** What policies say of a service that is not in the draft yet. */
export interface AdditionCheck extends PolicyCheck {
  /** the id that verdicts name the new service by, this once */
  service_id: string;
  /** the names of its machines, where its package decides them; null where its form asks, or makes nothing of the answers */
  machines: string[] | null;
}

/**
 * What policies would say about deploying a draft of the actor, or what is deployed, with one more service; nothing is
 * stored, and what is wrong with the service otherwise is not told, but that it makes the environment too large.
 *
 * @param input `sessionId`: absent while there is no draft; `packageDigest`: a version of its package that was chosen
 * @throws as `ownSession`; as `lockWithVersion`; forbidden `role_too_low`; not_found `environment_not_found`; invalid_input
 *   where no environment may be so large
 */
export async function checkAddition({
  ctx,
  input,
}: UseCaseCall<{
  environmentId: string;
  sessionId: string | undefined;
  service: JsonObject;
  packageDigest: string | undefined;
}>): Promise<AdditionCheck> {
  requireRole(ctx, 'member');
  const { base, deployed, draft } = await documentsOf(ctx, input);
  refuseProblems(sizeProblems([...draft.services, input.service], draft.services));
  const packages = await lockWithVersion(ctx, { ...base.packages, ...draft.packages }, input.packageDigest);
  const types = await typesOf(ctx, { packages });
  const { service } = prepareService(input.service, undefined, {
    ...{
      model: draft,
      types,
      offer: await ctx.recentOffer(draft.region),
      others: new Neighbours(types, draft.services),
    },
    ...(deployed ? { deployed: byId(deployed.services) } : {}),
    ...{ box: ctx.box, now: ctx.now() },
  });
  const locked = await withLock(ctx, { ...withService(draft, service), packages }, base);
  const model = await withPlannedUnits(ctx.catalog, ctx.actor.tenantId, locked);
  refuseProblems(sizeProblems(model.services, draft.services));
  const { model: _, ...check } = await askPolicies(ctx, { kind: 'deploy', model, deployed });
  const added = locked.services.find(({ id }) => id === service.id) ?? service;
  const { machines } = await ctx.catalog.outcomeOf(ctx.actor.tenantId, added, locked);
  return {
    ...check,
    exceptions_by: await exceptionMakers(ctx, input.environmentId, check.verdicts),
    service_id: service.id,
    machines: machines?.map(({ name }) => name) ?? null,
  };
}

async function documentsOf(
  ctx: Context,
  { environmentId, sessionId }: { environmentId: string; sessionId: string | undefined },
): Promise<{ base: EnvironmentModel; deployed: EnvironmentModel | null; draft: EnvironmentModel }> {
  if (sessionId !== undefined) {
    const session = await ownSession(ctx, { environmentId, sessionId });
    const deployed = session.version > 0 ? session.baseModel : null;
    return { base: session.baseModel, deployed, draft: session.model };
  }
  const { model, version } = await visibleEnvironment(ctx, environmentId);
  return { base: model, deployed: version > 0 ? model : null, draft: model };
}
