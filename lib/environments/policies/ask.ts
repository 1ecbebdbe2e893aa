import { listEnabledPolicies, type PolicyRow, policiesInForce, policyOnFailure } from '@/lib/db/policies';
import { exceptionsFor, type PolicyExceptionRow } from '@/lib/db/policy-exceptions';
import { diffModels } from '@/lib/model/diff';
import type { EnvironmentModel } from '@/lib/model/environment';
import { namesById, withNames } from '@/lib/model/named-ids';
import type { PolicyMode } from '@/lib/model/policies/policy-view';
import { outcomeOf, type PolicyCheck, type PolicyVerdict } from '@/lib/model/policies/verdicts';
import { maskSealed } from '@/lib/model/secret';
import type { RuleSet, RuleVerdict } from '@/lib/ports/policies';
import type { Context } from '../context';
import { answersOf } from './answer-of';
import { modificationSentence } from './modification-sentence';
import { placeOf, placesIn } from './places';
import { type PolicySubject, questionAbout } from './question';
import { inAllLanguages } from './templates';

/** A policy as it is asked: stored, or not yet. */
export interface PolicyToCheck extends Pick<PolicyRow, 'id' | 'name' | 'text' | 'parameters' | 'mode'> {
  /** the leave that what is asked about has of it */
  exception?: Pick<PolicyExceptionRow, 'until' | 'reason' | 'creatorName'> | undefined;
}

/** How it is asked. */
export interface PolicyAskOptions {
  /** what becomes of the run when rules cannot be asked */
  onFailure: PolicyMode;
  /** whether each verdict comes with the rules and facts behind it */
  explains?: boolean;
  /** whether the policy is only tried: no run waits for what it says */
  isTrial?: boolean;
  /** whether the same environment will be asked about again */
  isRepeated?: boolean;
}

/** What policies say, with the document as they want it. */
export interface PolicyOutcome extends Omit<PolicyCheck, 'exceptions_by'> {
  /** the very document that was asked about when nothing was changed */
  model: EnvironmentModel;
}

/** What all policies in force say. */
export interface PolicyJudgement extends PolicyOutcome {
  /** which they were: another text once they are others ({@link policiesInForce}) */
  inForce: string;
}

/**
 * Asks every policy that is on in the actor's tenant; what an exception is made from is told, and stops nothing. Verdicts
 * are in every language, since they are stored and others than the actor read them.
 */
export async function askPolicies(
  ctx: Context,
  subject: PolicySubject,
  { explains = false, isTrial = false }: Pick<PolicyAskOptions, 'explains' | 'isTrial'> = {},
): Promise<PolicyJudgement> {
  const { tenantId } = ctx.actor;
  const { model } = subject;
  const about = { tenantId, environmentId: model.id, now: ctx.now() };
  // read before the policies: what changes in between is asked once more rather than not at all
  const inForce = await policiesInForce(ctx.db, about);
  const policies = await listEnabledPolicies(ctx.db, tenantId);
  if (policies.length === 0) return { outcome: 'pass', policies: 0, verdicts: [], changes: [], model, inForce };
  const [onFailure, exceptions] = await Promise.all([policyOnFailure(ctx.db), exceptionsFor(ctx.db, about)]);
  const asked = policies.map((policy) => ({
    ...inAllLanguages(ctx, policy),
    exception: exceptions.find(({ policyId }) => policyId === policy.id),
  }));
  return { ...(await askThese(ctx, subject, asked, { onFailure, explains, isTrial, isRepeated: !isTrial })), inForce };
}

/**
 * Asks policies about what somebody wants to begin. Changes that rules ask for are made where
 * something is set up: other runs ask for no document of their own, or only take something away.
 *
 * @throws what asking the cloud or the catalog throws: rules that speak of them must not pass in silence
 */
export async function askThese(
  ctx: Context,
  subject: PolicySubject,
  policies: readonly PolicyToCheck[],
  { onFailure, explains = false, isRepeated = false, isTrial = false }: PolicyAskOptions,
): Promise<PolicyOutcome> {
  const { model, deployed, kind } = subject;
  const { question, types } = await questionAbout(ctx, subject);
  const mayModify = (kind === 'deploy' || kind === 'scale') && subject.keepsDocument !== true;
  const isEnforced = ({ mode, exception }: PolicyToCheck) => mode === 'stop' && !exception;
  const answer = await ctx.policies.check({
    ...question,
    ruleSets: policies.map((policy): RuleSet => {
      const { id, text, parameters } = policy;
      return { id, text, parameters, modifies: mayModify && isEnforced(policy) };
    }),
    explains,
    isRepeated,
    isTrial,
  });
  const documents = deployed === null ? [model] : [model, deployed];
  const place = placesIn(documents);
  const names = namesById(documents);
  const common = (ruleSet: string, objectId: string | null, rested: RuleVerdict['properties']) => {
    const policy = policies.find(({ id }) => id === ruleSet);
    const at = placeOf(objectId, rested, place);
    const service = documents.flatMap(({ services }) => services).find(({ id }) => id === at.service_id);
    const type = types.find((one) => one.type === service?.type);
    const properties = service ? answersOf(rested, service, at.unit_id, type) : [];
    const { until, reason, creatorName } = policy?.exception ?? {};
    return {
      enforced: policy !== undefined && isEnforced(policy),
      ...{ policyId: ruleSet, policy: policy?.name ?? '' },
      excepted: until ? { until: until.toISOString(), reason: reason ?? '', by: creatorName ?? '' } : null,
      ...at,
      ...{ property: properties[0] ?? null, properties },
    };
  };
  const said = answer.verdicts
    .filter((verdict) => mayModify || verdict.kind !== 'modification')
    .map((verdict): PolicyVerdict => {
      const { enforced, ...about } = common(verdict.ruleSet, verdict.objectId, verdict.properties);
      const isChange = verdict.kind === 'modification';
      const sentence = isChange
        ? modificationSentence(verdict.message, (id) => names.get(id) ?? place(id).service_name ?? id)
        : withNames(maskSealed(verdict.message), names);
      return {
        ...about,
        kind: verdict.kind,
        stops: verdict.kind === 'error' && enforced,
        not_enforced: !enforced && verdict.kind !== 'warning',
        sentence,
        ...(verdict.why ? { why: verdict.why } : {}),
      };
    });
  const failed = answer.failures.map((failure): PolicyVerdict => {
    const { enforced, ...about } = common(failure.ruleSet, null, []);
    const where = failure.line === null ? '' : ` (line ${failure.line}, column ${failure.column})`;
    return {
      ...about,
      kind: 'failure',
      stops: onFailure === 'stop' && enforced,
      not_enforced: false,
      sentence: `The rules of "${about.policy}" could not be asked${where}: ${withNames(failure.sentence, names)}`,
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
