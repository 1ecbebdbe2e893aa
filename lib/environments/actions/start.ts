import { newId } from '@/lib/crypto';
import { recordAudit } from '@/lib/db/audit';
import type { Tx } from '@/lib/db/client';
import { errors } from '@/lib/errors';
import { argumentProblems } from '@/lib/model/action-arguments';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { JsonObject } from '@/lib/model/json';
import { type ObjectAction, objectActions } from '@/lib/model/object-actions';
import type { PolicyVerdict } from '@/lib/model/policies/verdicts';
import type { ActionInput } from '@/lib/model/runs/action';
import { holdsSealed } from '@/lib/model/secret';
import { auditOf, type Context, requireRole, type UseCaseCall } from '../context';
import { beginAllowed } from '../policies/begin-allowed';
import { queueRun } from '../runs/queue-run';
import { submitRun } from '../runs/submit';
import { takeEnvironment } from '../runs/take-environment';
import { sealSecrets, secretKeys } from '../services/secrets';

/**
 * Starts an action of an object: a run of its own, whose result is read when it is over.
 *
 * @param input `actionId`: as `listActions` names it; `arguments`: by their names
 * @returns the id of the run
 * @throws forbidden `role_too_low`, `other_tenant`; not_found `environment_not_found`, `action_not_found`;
 *   invalid_input `invalid_arguments` with every bad one, `sealed_input`; state_forbids `environment_busy`, `environment_deleting`;
 *   `environment_changed`; policy_violation `policy_stopped`
 */
export async function startAction({
  ctx,
  input,
}: UseCaseCall<{ environmentId: string; actionId: string; arguments: JsonObject }>): Promise<{ task_id: string }> {
  requireRole(ctx, 'member');
  const { environmentId, actionId } = input;
  const runId = newId();
  await beginAllowed(ctx, {
    environmentId,
    subjectOf: ({ model }) => {
      const { objectId, method } = actionIn(model, actionId, input.arguments);
      if (holdsSealed(JSON.stringify(input.arguments))) {
        throw errors.invalidInput('Send a secret itself, not what stands for one.', [], { code: 'sealed_input' });
      }
      return { kind: 'action', model, deployed: model, action: { objectId, method } };
    },
    take: (tx) => takeEnvironment(tx, ctx, environmentId, 'action'),
    begin: (tx, { model }, verdicts) => {
      const action = actionIn(model, actionId, input.arguments);
      const given = sealSecrets(input.arguments, undefined, secretKeys(undefined), ctx.box);
      return begin(tx, ctx, { runId, environmentId, action, given, verdicts });
    },
  });
  await submitRun(ctx, runId);
  return { task_id: runId };
}

/** @throws not_found `action_not_found`; invalid_input `invalid_arguments` */
function actionIn(model: EnvironmentModel, actionId: string, given: JsonObject): ObjectAction {
  const action = objectActions(model).find(({ id }) => id === actionId);
  if (!action) {
    throw errors.notFound(
      'action_not_found',
      'Nothing that is deployed here has such an action. What was changed in a draft has its actions when it is deployed.',
    );
  }
  const problems = argumentProblems(action.arguments, given);
  if (problems.length === 0) return action;
  throw errors.invalidInput(
    `${action.title} cannot be started: ${problems[0]?.sentence ?? ''}`,
    problems.map(({ name, code, sentence }) => ({ path: name, code, sentence })),
    { code: 'invalid_arguments' },
  );
}

async function begin(
  tx: Tx,
  ctx: Context,
  {
    runId,
    environmentId,
    action,
    given,
    verdicts,
  }: {
    runId: string;
    environmentId: string;
    action: ObjectAction;
    given: JsonObject;
    verdicts: readonly PolicyVerdict[];
  },
): Promise<void> {
  const { serviceId, objectId, object, method, title } = action;
  const input: ActionInput = { objectId, object, method, title, arguments: given };
  await queueRun(tx, ctx, {
    id: runId,
    environmentId,
    kind: 'action',
    target: objectId === serviceId ? { entity: 'service', serviceId } : { entity: 'unit', serviceId, unitId: objectId },
    input,
    verdicts,
    report: `Action scheduled: ${title} of ${object}`,
  });
  await recordAudit(
    tx,
    auditOf(ctx, 'action.start', 'service', serviceId, { environmentId, runId, method, name: object, label: title }),
  );
}
