import type { SessionDetail } from '@/lib/db/sessions';
import { errors, type FieldProblem, type VetroError } from '@/lib/errors';
import { checkEnvironment } from '@/lib/model/service-rules';
import type { ServiceType } from '@/lib/model/service-type';
import { scopeOf } from '@/lib/ports/cloud/scope';
import { deployedBefore } from '../access/own-session';
import type { Context } from '../context';
import { askPolicies, type PolicyJudgement } from '../policies/ask';
import { deploymentOfDraft } from '../policies/question';
import { requireAllowed } from '../policies/require';

/**
 * Refuses a draft of which the newest preview has found that it fails for sure.
 *
 * @throws state_forbids `failure_predicted`
 */
export function refusePredictedFailure({ predictedFailure: predicted, revision }: SessionDetail): void {
  if (predicted === null || predicted.revision !== revision) return;
  const { code, sentence } = predicted;
  throw errors.stateForbids(
    'failure_predicted',
    `This would fail: ${sentence} Put that right, or look at the preview again once its cause is removed.`,
    { details: { code, reason: sentence } },
  );
}

/** What may be deployed: the document as policies want it, with the types of its services. */
export interface JudgedDraft {
  asked: PolicyJudgement;
  types: readonly ServiceType[];
}

/**
 * Asks policies about a draft, then checks it as they want it: as what people do is checked.
 *
 * @param isNoted whether it is kept that policies stopped it
 * @throws invalid_input `environment_not_deployable`; policy_violation `policy_stopped`
 */
export async function judgeDraft(ctx: Context, session: SessionDetail, isNoted = true): Promise<JudgedDraft> {
  const asked = await askPolicies(ctx, await deploymentOfDraft(ctx, session));
  const [types, offer] = await Promise.all([
    ctx.catalog.serviceTypes(ctx.actor.tenantId, asked.model.packages),
    ctx.cloud.offer(scopeOf(ctx.actor.tenantId, asked.model)),
  ]);
  refuseFields(checkEnvironment(asked.model, { types, offer, ...deployedBefore(session) }));
  await requireAllowed(ctx, session.environmentId, asked, isNoted);
  return { asked, types };
}

/** Refuses a draft with bad fields. @throws invalid_input `environment_not_deployable` with all of them */
export function refuseFields(fields: FieldProblem[]): void {
  if (fields.length === 0) return;
  const [first] = fields;
  const more = fields.length > 1 ? ` (and ${fields.length - 1} more)` : '';
  throw errors.invalidInput(`This cannot be deployed yet: ${first?.sentence ?? ''}${more}`, fields, {
    code: 'environment_not_deployable',
  });
}

/** The refusal of a draft that is not the one that was looked at. */
export function sessionChanged(): VetroError {
  return errors.stateForbids(
    'session_changed',
    'This draft was changed since you looked at it. Look at the changes and deploy again.',
  );
}
