import { listEnabledPolicies, type PolicyRow, policyOnFailure } from '@/lib/db/policies';
import { diffModels } from '@/lib/model/diff';
import type { EnvironmentModel } from '@/lib/model/environment';
import { isObjectEntry } from '@/lib/model/object-entry';
import type { PolicyMode } from '@/lib/model/policies/policy-view';
import { outcomeOf, type PolicyCheck, type PolicyVerdict } from '@/lib/model/policies/verdicts';
import type { RunKind } from '@/lib/model/runs/kinds';
import { maskSealed } from '@/lib/model/secret';
import type { PolicySurroundings, RuleSet } from '@/lib/ports/policies';
import type { Context } from '../context';
import { typesOf } from '../service-types';
import { answerOf, propertiesRead } from './answer-of';
import { modificationSentence } from './modification-sentence';

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
}

/** A policy as it is asked: stored, or not yet. */
export type AskedPolicy = Pick<PolicyRow, 'id' | 'name' | 'text' | 'parameters' | 'mode'>;

/** What policies say, with the document as they want it. */
export interface PolicyOutcome extends PolicyCheck {
  /** the very document that was asked about when nothing was changed */
  model: EnvironmentModel;
}

/** Asks every policy that is on in the actor's tenant. */
export async function askPolicies(ctx: Context, subject: PolicySubject): Promise<PolicyOutcome> {
  const policies = await listEnabledPolicies(ctx.db, ctx.actor.tenantId);
  if (policies.length === 0) return { outcome: 'pass', policies: 0, verdicts: [], changes: [], model: subject.model };
  return askThese(ctx, subject, policies, await policyOnFailure(ctx.db));
}

/**
 * Asks policies about what somebody wants to begin. Changes that rules ask for are made for deployments alone: other
 * runs ask for no document of their own.
 *
 * @param onFailure what becomes of the run when rules cannot be asked
 * @throws what asking the cloud or the catalog throws: rules that speak of them must not pass in silence
 */
export async function askThese(
  ctx: Context,
  subject: PolicySubject,
  policies: readonly AskedPolicy[],
  onFailure: PolicyMode,
): Promise<PolicyOutcome> {
  const { model, deployed, kind } = subject;
  const [types, offer, objects] = await Promise.all([
    typesOf(ctx, deployed, model),
    ctx.recentOffer(),
    objectsOf(ctx, deployed, model),
  ]);
  const used = new Set([model, deployed].flatMap((one) => one?.services.map(({ type }) => type) ?? []));
  const mayModify = kind === 'deploy' && subject.keepsDocument !== true;
  const answer = await ctx.policies.check({
    ruleSets: policies.map(
      ({ id, text, parameters, mode }): RuleSet => ({ id, text, parameters, modifies: mayModify && mode === 'stop' }),
    ),
    model,
    deployed,
    types: types.filter(({ type }) => used.has(type)),
    objects,
    surroundings: surroundingsOf(ctx, subject, offer),
  });
  const documents = deployed === null ? [model] : [model, deployed];
  const place = placesIn(documents);
  const read = new Map(policies.map(({ id, text }) => [id, propertiesRead(text)]));
  const common = (ruleSet: string, objectId: string | null) => {
    const policy = policies.find(({ id }) => id === ruleSet);
    const at = place(objectId);
    const service = documents.flatMap(({ services }) => services).find(({ id }) => id === at.service_id);
    const type = types.find((one) => one.type === service?.type);
    const property = service ? answerOf(read.get(ruleSet) ?? [], service, at.unit_id, type) : null;
    return { policyId: ruleSet, policy: policy?.name ?? '', mode: policy?.mode ?? 'stop', ...at, property };
  };
  const said = answer.verdicts
    .filter((verdict) => mayModify || verdict.kind !== 'modification')
    .map((verdict): PolicyVerdict => {
      const { mode, ...about } = common(verdict.ruleSet, verdict.objectId);
      const isWarned = mode === 'warn' && verdict.kind !== 'warning';
      const isChange = verdict.kind === 'modification';
      const sentence = isChange
        ? modificationSentence(verdict.message, (id) => place(id).service_name ?? id)
        : maskSealed(verdict.message);
      return {
        ...about,
        kind: verdict.kind,
        stops: verdict.kind === 'error' && mode === 'stop',
        not_enforced: isWarned,
        sentence,
      };
    });
  const failed = answer.failures.map((failure): PolicyVerdict => {
    const { mode, ...about } = common(failure.ruleSet, null);
    const where = failure.line === null ? '' : ` (line ${failure.line}, column ${failure.column})`;
    return {
      ...about,
      kind: 'failure',
      stops: onFailure === 'stop' && mode === 'stop',
      not_enforced: false,
      sentence: `The rules of "${about.policy}" could not be asked${where}: ${failure.sentence}`,
    };
  });
  const verdicts = [...failed, ...said];
  return {
    outcome: outcomeOf(verdicts),
    policies: policies.length,
    verdicts,
    changes: diffModels(model, answer.model, types).map(({ serviceId, sentence }) => ({
      service_id: serviceId,
      sentence: maskSealed(sentence),
    })),
    model: answer.model,
  };
}

/** The packages of classes that documents work with; none where all services are of Vetro's own format. */
async function objectsOf(ctx: Context, ...documents: readonly (EnvironmentModel | null)[]) {
  const ofObjects = documents.filter((one) => one?.services.some(isObjectEntry));
  if (ofObjects.length === 0) return [];
  const lock = Object.assign({}, ...ofObjects.map((one) => one?.packages ?? {}));
  return (await ctx.catalog.resolve(lock)).objects ?? [];
}

function surroundingsOf(
  { actor, now }: Context,
  { kind, action }: PolicySubject,
  offer: PolicySurroundings['offer'],
): PolicySurroundings {
  const at = now();
  const two = (value: number) => String(value).padStart(2, '0');
  return {
    offer,
    kind,
    action: action ?? null,
    user: { name: actor.userName, role: actor.role },
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

type Place = Pick<PolicyVerdict, 'object_id' | 'service_id' | 'service_name' | 'unit_id'>;

/** Finds the service and the machine that an object of the rules is, or is part of. */
function placesIn(models: readonly EnvironmentModel[]): (objectId: string | null) => Place {
  const services = models.flatMap((model) => model.services);
  return (objectId) => {
    const unitId = objectId?.split('-')[0] ?? null;
    const service =
      services.find(({ id, units }) => id === objectId || units.some((unit) => unit.id === unitId)) ??
      services.find((one) => isObjectEntry(one) && objectId !== null && JSON.stringify(one).includes(`"${objectId}"`));
    const unit = service?.units.find(({ id }) => id === unitId);
    return {
      object_id: objectId,
      service_id: service?.id ?? null,
      service_name: service?.name ?? null,
      unit_id: unit?.id ?? null,
    };
  };
}
