import { newId } from '@/lib/crypto';
import { recordAudit } from '@/lib/db/audit';
import type { Tx } from '@/lib/db/client';
import type { LockedEnvironment } from '@/lib/db/run-start';
import { errors } from '@/lib/errors';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { PolicyVerdict } from '@/lib/model/policies/verdicts';
import { isResizing } from '@/lib/model/runs/execution';
import { runKind } from '@/lib/model/runs/kinds';
import type { SkipReason, UnitPlan } from '@/lib/model/runs/unit-plan';
import { visibleEnvironment } from '../access/visible';
import { auditOf, type Context, requireRole, type UseCaseCall } from '../context';
import { beginAllowed } from '../policies/begin-allowed';
import { queueRun } from '../runs/queue-run';
import { submitRun } from '../runs/submit';
import { takeEnvironment } from '../runs/take-environment';
import { plannedUnits, refuseScaling, targetOf } from './plan';
import type { RunTrigger } from './run-trigger';
import { startResize } from './start-resize';
import { workflowInput } from './workflow-input';
import { type ExecutionRequest, kindOf, ofParts, overMachines, type WorkflowRequest } from './workflow-request';

/**
 * Starts a workflow on machines: a run of its own.
 *
 * @param input `trigger`: what began it, when that was no person
 * @returns the id of the run
 * @throws forbidden `role_too_low`, `other_tenant`; not_found `environment_not_found`, `unit_not_found`;
 *   invalid_input `invalid_arguments` with every bad one, `sealed_input`; as {@link startResize};
 *   state_forbids `environment_busy`, `environment_deleting`, `environment_changed`, `nothing_to_do`; policy_violation `policy_stopped`
 */
export async function startExecution({
  ctx,
  input,
}: UseCaseCall<ExecutionRequest & { version?: number | undefined; trigger?: RunTrigger }>): Promise<{
  execution_id: string;
}> {
  requireRole(ctx, 'member');
  const { environmentId, trigger, version: _version, ...sent } = input;
  // the document is read for it alone: others are judged by the one that is locked
  const request =
    sent.workflow === 'scale'
      ? ofParts((await visibleEnvironment(ctx, environmentId)).model, { ...sent, environmentId })
      : sent;
  const kind = kindOf({ ...request, environmentId });
  if (isResizing(kind)) {
    return startResize({ ctx, input: { ...input, workflow: kind } });
  }
  const units = { ...overMachines({ ...request, environmentId }), ...(trigger ? { trigger } : {}) };
  const runId = newId();
  await beginAllowed(ctx, {
    environmentId,
    subjectOf: ({ model }) => ({ kind, model, deployed: model }),
    take: (tx) => takeEnvironment(tx, ctx, environmentId, units.workflow),
    begin: (tx, environment, verdicts) => begin(tx, ctx, environment, { runId, asked: units, verdicts }),
  });
  await submitRun(ctx, runId);
  return { execution_id: runId };
}

interface WorkflowStart {
  runId: string;
  asked: WorkflowRequest & { trigger?: RunTrigger };
  verdicts: readonly PolicyVerdict[];
}

async function begin(
  tx: Tx,
  ctx: Context,
  { model, name }: LockedEnvironment,
  { runId, asked, verdicts }: WorkflowStart,
): Promise<void> {
  const { environmentId, workflow, trigger } = asked;
  refuseScaling(model, asked);
  const planned = await plannedUnits(ctx, model, asked);
  const input = await workflowInput(ctx, model, asked, planned);
  refuseNothing(asked, model, planned);
  await queueRun(tx, ctx, {
    id: runId,
    environmentId,
    kind: workflow,
    target: targetOf(model, asked),
    input,
    verdicts,
    report:
      trigger?.report ??
      `${input.operation?.title ?? runKind(workflow).noun} scheduled${asked.diagnose_value ? `: ${asked.diagnose_value}` : ''}`,
  });
  await trigger?.note(tx, runId);
  await recordAudit(
    tx,
    auditOf(ctx, `execution.${workflow}`, 'environment', environmentId, {
      runId,
      name,
      ...(input.operation && { operation: input.operation.name, label: input.operation.title }),
      ...trigger?.details,
    }),
  );
}

/** @throws state_forbids `nothing_to_do` with the reason; not_found `unit_not_found` */
function refuseNothing(
  { workflow, service_id, unit_ids, operation }: WorkflowRequest,
  model: EnvironmentModel,
  units: readonly UnitPlan[],
): void {
  if (units.some(({ does }) => does !== 'nothing')) return;
  const isThere =
    unit_ids === undefined && (service_id === undefined || model.services.some(({ id }) => id === service_id));
  if (units.length === 0 && !isThere)
    throw errors.notFound('unit_not_found', 'There is no such machine or service in this environment.');
  const because = units[0]?.because ?? null;
  const isSame = units.every((unit) => unit.because === because);
  let reason = 'None of these machines is in a state for it.';
  if (units.length === 0) reason = model.services.length === 0 ? 'There are no machines.' : NO_UNITS;
  else if (isSame && because) reason = REASONS[because];
  if (operation === 'workflow.install_new_agents') reason = NO_AGENTS;
  throw errors.stateForbids('nothing_to_do', `${runKind(workflow).noun}: there is nothing to do. ${reason}`);
}

/** Groups in Heat templates, and templates that programs write, make machines that are no units. */
const NO_UNITS =
  'None of these services has machines that Vetro looks after one by one. Groups of a Heat template rest and wake only with the whole environment, where another service has such machines.';

const NO_AGENTS =
  'The agents of these machines come with their image and cannot be given anew. Replace the machine, or have its blueprint say how (cloudify_agent.create_amqp).';

const REASONS: Record<SkipReason, string> = {
  notDeployed: 'The machines are not there yet: deploy them first.',
  notOffered: 'The package of the service does not say how. Choose a newer version of it, or replace the machine.',
  stopped: 'It is stopped because somebody wanted it so: start it first.',
  running: 'It runs already. To start it anew, restart it.',
  suspended: 'It is suspended: wake it up first.',
  awake: 'It is not suspended.',
  cloudCannot: 'This cloud cannot suspend machines: its servers are yours. Stop what runs on them instead.',
  asMade: 'Nothing is known to have been changed by hand. Look for changes first.',
  settled: 'Nothing of it was left half done.',
};
