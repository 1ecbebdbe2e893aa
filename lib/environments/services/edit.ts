import { setTimeout } from 'node:timers/promises';
import { type SessionDetail, saveDraft } from '@/lib/db/sessions';
import { errors, type FieldProblem } from '@/lib/errors';
import type { EnvironmentAction } from '@/lib/model/audit-actions';
import { byId } from '@/lib/model/by-id';
import { diffModels } from '@/lib/model/diff';
import type { EnvironmentModel, Service } from '@/lib/model/environment';
import type { JsonObject } from '@/lib/model/json';
import { Neighbours } from '@/lib/model/neighbours';
import { offerWithin } from '@/lib/model/offer-within';
import type { PackageLock } from '@/lib/model/package-lock';
import { sizeProblems } from '@/lib/model/size-rules';
import { deployedBefore, ownSession, requireOpen } from '../access/own-session';
import { auditOf, type Context, requireRole } from '../context';
import { typesOf } from '../service-types';
import { answerProblems, withPlannedUnits } from './planned-units';
import type { ServiceContext } from './prepare';
import { withLock } from './with-lock';

const ATTEMPTS = 25;
/** Longest wait between two attempts, in milliseconds: whoever was slower tries at another moment. */
const PAUSE_MS = 40;

export interface EditAddress {
  environmentId: string;
  /** from the header X-Configuration-Session */
  sessionId: string | undefined;
}

/** What an edit makes of a draft. */
export interface Edit<Result> {
  services: Service[];
  /** other versions of packages for the draft to work with */
  packages?: PackageLock;
  result: Result;
  /** for people: "added web" */
  text: string;
  audit: { action: EnvironmentAction; targetId: string; details?: JsonObject };
}

/**
 * Edits the draft of one's own open session. Edits at the same time follow one another: none is lost.
 *
 * @param edit changes nothing itself; told what the draft began from as well; called again when the draft was changed meanwhile; throws to refuse
 * @throws forbidden `role_too_low`, `session_required`; as `ownSession`; state_forbids `session_invalid`,
 *   `session_deploying`, `session_deployed`; conflict `session_busy`; what `edit` throws
 */
export async function editDraft<Result>(
  ctx: Context,
  { environmentId, sessionId }: EditAddress,
  edit: (context: ServiceContext, base: EnvironmentModel) => Edit<Result> | Promise<Edit<Result>>,
): Promise<{ result: Result; model: EnvironmentModel; session: SessionDetail }> {
  requireRole(ctx, 'member');
  if (sessionId === undefined) {
    throw errors.forbidden(
      'session_required',
      'Changes are made in a session: open one with POST /v1/environments/{id}/configure and send its id in the header X-Configuration-Session.',
    );
  }
  const { actor, db, catalog } = ctx;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const session = await ownSession(ctx, { environmentId, sessionId });
    requireOpen(session);
    const types = await catalog.serviceTypes(actor.tenantId, session.model.packages);
    const offer = await ctx.recentOffer(session.model.region);
    const done = await edit(contextOfDraft(ctx, session, { types, offer }), session.baseModel);
    const { services, packages = session.model.packages } = done;
    const draft: EnvironmentModel = { ...session.model, services, ...(packages ? { packages } : {}) };
    const locked = await withLock(ctx, draft, session.baseModel);
    refuseProblems(await answerProblems(catalog, actor.tenantId, locked, session.model, session.baseModel));
    const model = await withPlannedUnits(catalog, actor.tenantId, locked);
    refuseProblems(sizeProblems(model.services, session.model.services));
    const comparedTypes = done.packages ? await typesOf(ctx, session.baseModel, model) : types;
    const changes = diffModels(session.baseModel, model, comparedTypes).length;
    const saved = await saveDraft(
      db,
      session,
      { model, changes },
      {
        kind: 'session.changed',
        entity: 'environment',
        entityId: environmentId,
        text: `${actor.userName} ${done.text}`,
        data: { sessionId: session.id, userId: actor.userId, changes, ...(done.packages ? { packages: true } : {}) },
      },
      auditOf(ctx, done.audit.action, 'service', done.audit.targetId, {
        ...done.audit.details,
        environmentId,
        sessionId: session.id,
      }),
    );
    if (saved) return { result: done.result, model, session };
    await setTimeout(Math.random() * PAUSE_MS);
  }
  throw errors.conflict('session_busy', 'This draft is being changed by many requests at once. Try again.', {
    retryable: true,
  });
}

/** What services of a draft are judged beside: the others in it, what is deployed, what the cloud offers. */
export function contextOfDraft(
  ctx: Context,
  session: SessionDetail,
  { types, offer }: Pick<ServiceContext, 'types' | 'offer'>,
): ServiceContext {
  const { deployed } = deployedBefore(session);
  return {
    ...{ model: session.model, types, offer: offerWithin(offer, session.model), box: ctx.box, now: ctx.now() },
    others: new Neighbours(types, session.model.services),
    ...(deployed ? { deployed: byId(deployed.services) } : {}),
  };
}

/** The same context with other services, as an edit has made them. */
export function withServices(context: ServiceContext, services: EnvironmentModel['services']): ServiceContext {
  return { ...context, model: { ...context.model, services }, others: new Neighbours(context.types, services) };
}

/**
 * Refuses bad input, naming every bad field.
 *
 * @throws VetroError (invalid_input) with all of them, when there is any
 */
export function refuseProblems(problems: FieldProblem[]): void {
  if (problems.length === 0) return;
  const fields = problems.length === 1 ? 'One field needs' : `${problems.length} fields need`;
  throw errors.invalidInput(`${fields} correction: ${problems[0]?.sentence ?? ''}`, problems);
}

/** Refuses a change of one service that makes its environment larger than any may be. */
export function refuseGrowth({ model }: Pick<ServiceContext, 'model'>, before: Service, changed: JsonObject): void {
  const after = model.services.map((service) => (service.id === before.id ? changed : service));
  refuseProblems(sizeProblems(after, model.services));
}
