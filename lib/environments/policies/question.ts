import type { SessionDetail } from '@/lib/db/sessions';
import type { EnvironmentModel } from '@/lib/model/environment';
import { isObjectEntry } from '@/lib/model/object-entry';
import type { RunKind } from '@/lib/model/runs/kinds';
import type { Offer, ServiceType } from '@/lib/model/service-type';
import { scopeOf } from '@/lib/ports/cloud/scope';
import type { PolicyContext, PolicyQuestion, StackOfRun } from '@/lib/ports/policies';
import { deployedBefore } from '../access/own-session';
import type { Context } from '../context';
import { typesOf } from '../service-types';
import { withLock } from '../services/with-lock';

/** What somebody wants to begin. */
export interface PolicySubject {
  kind: RunKind;
  /** the document that the run asks for; of an action the environment's own */
  model: EnvironmentModel;
  /** the document as it is deployed now; null when nothing is */
  deployed: EnvironmentModel | null;
  action?: { objectId: string; method: string };
  /** it goes on with a document that was asked for before: nothing of it is changed */
  keepsDocument?: boolean;
  /** a stack that the run, which is under way, asks its cloud for */
  stack?: StackOfRun;
  /** in which tenant; left out: the actor's */
  tenant?: { id: string; name: string };
  /** what the cloud offers it; left out: it is asked */
  offer?: Offer;
  /** who began it and when, of a run that there was; left out: the actor, now */
  begun?: { at: Date; userName: string };
}

/**
 * The deployment of a draft, as deploying it asks about it.
 *
 * @param model another document than the draft's own, which it could become
 */
export async function deploymentOfDraft(
  ctx: Context,
  session: SessionDetail,
  model: EnvironmentModel = session.model,
): Promise<PolicySubject> {
  const { baseModel } = session;
  const { deployed = null } = deployedBefore(session);
  return { kind: 'deploy', model: await withLock(ctx, model, baseModel), deployed };
}

/** A question about what somebody wants to begin, without the rules, and every service type that its documents may have. */
export interface QuestionWithTypes {
  question: Omit<PolicyQuestion, 'ruleSets'>;
  types: readonly ServiceType[];
}

/**
 * Everything that rules may ask for about what somebody wants to begin.
 *
 * @throws what asking the cloud or the catalog throws: rules that speak of them must not pass in silence
 */
export async function questionAbout(ctx: Context, subject: PolicySubject): Promise<QuestionWithTypes> {
  const { model, deployed, tenant } = subject;
  const inTenant = tenant ? { ...ctx, actor: { ...ctx.actor, tenantId: tenant.id, tenantName: tenant.name } } : ctx;
  const [types, offer, objects] = await Promise.all([
    typesOf(inTenant, deployed, model),
    subject.offer ?? (tenant ? ctx.cloud.offer(scopeOf(tenant.id, model)) : ctx.recentOffer(model.region)),
    objectsOf(ctx, deployed, model),
  ]);
  const used = new Set([model, deployed].flatMap((one) => one?.services.map(({ type }) => type) ?? []));
  const question = {
    model,
    deployed,
    types: types.filter(({ type }) => used.has(type)),
    objects,
    stack: subject.stack,
    context: contextOf(inTenant, subject, offer),
  };
  return { question, types };
}

/** The packages of classes that documents work with; none where all services are of Vetro's own format. */
async function objectsOf(ctx: Context, ...documents: readonly (EnvironmentModel | null)[]) {
  const ofObjects = documents.filter((one) => one?.services.some(isObjectEntry));
  if (ofObjects.length === 0) return [];
  const lock = Object.assign({}, ...ofObjects.map((one) => one?.packages ?? {}));
  return (await ctx.catalog.resolve(lock)).objects ?? [];
}

function contextOf(
  { actor, now }: Context,
  { kind, action, begun }: PolicySubject,
  offer: PolicyContext['offer'],
): PolicyContext {
  const at = begun?.at ?? now();
  const two = (value: number) => String(value).padStart(2, '0');
  return {
    offer,
    kind,
    action: action ?? null,
    user: begun ? { name: begun.userName, role: 'member' } : { name: actor.userName, role: actor.role },
    tenant: { id: actor.tenantId, name: actor.tenantName },
    time: {
      date: `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`,
      weekday: at.getDay() === 0 ? 7 : at.getDay(),
      hour: at.getHours(),
      minute: at.getMinutes(),
      second: at.getSeconds(),
    },
  };
}
