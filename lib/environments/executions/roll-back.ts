import { errors } from '@/lib/errors';
import { unitsToTakeBack } from '@/lib/model/runs/half-way';
import { visibleEnvironment } from '../access/visible';
import { requireRole, type UseCaseCall } from '../context';
import { type ExecutionAddress, executionOf } from './get';
import { refuseResume } from './resume';
import { startResize } from './start-resize';

/**
 * Takes back what an execution has made that grew a service, and that failed or was cancelled half-way: a run that removes
 * the machines that it added. What was removed cannot be taken back.
 *
 * @returns the id of the new run
 * @throws forbidden `role_too_low`; as {@link executionOf}; state_forbids `not_resumable` as of resuming, `not_reversible`;
 *   as {@link startResize}
 */
export async function rollBackExecution({
  ctx,
  input,
}: UseCaseCall<ExecutionAddress>): Promise<{ execution_id: string }> {
  requireRole(ctx, 'member');
  const run = await executionOf(ctx, input);
  const { environmentId } = input;
  const { model } = await visibleEnvironment(ctx, environmentId);
  await refuseResume(ctx, run);
  const left = unitsToTakeBack(run, model.services);
  if (!left) {
    throw errors.stateForbids(
      'not_reversible',
      'It has added no machine that is still there, and what was removed is gone: there is nothing to take back. Resume it, or leave it as it is.',
    );
  }
  const request = { workflow: 'scale', service_id: left.serviceId, unit_ids: left.unitIds } as const;
  return startResize({ ctx, input: { ...request, environmentId } });
}
