import type { CancelMode } from '@/lib/model/runs/cancel-mode';
import { requireRole, type UseCaseCall } from '../context';
import { cancelRun } from '../runs/cancel';
import { type ExecutionAddress, executionOf } from './get';

/**
 * Asks an execution to end; what was reached is kept.
 *
 * @param input `mode`: as of {@link cancelRun}
 * @throws forbidden `role_too_low`; as {@link executionOf}; state_forbids `run_over`
 */
export async function cancelExecution({
  ctx,
  input,
}: UseCaseCall<ExecutionAddress & { mode?: CancelMode | undefined }>): Promise<void> {
  requireRole(ctx, 'member');
  const { id: runId } = await executionOf(ctx, input);
  await cancelRun({ ctx, input: { environmentId: input.environmentId, runId, mode: input.mode } });
}
