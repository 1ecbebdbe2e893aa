import { type Ask, requireRole } from '../context';
import { cancelRun } from '../runs/cancel';
import { type ExecutionAddress, executionOf } from './get';

/**
 * Asks an execution to end; what was reached is kept.
 *
 * @throws forbidden `role_too_low`; as {@link executionOf}; state_forbids `run_over`
 */
export async function cancelExecution({ ctx, input }: Ask<ExecutionAddress>): Promise<void> {
  requireRole(ctx, 'member');
  const { id: runId } = await executionOf(ctx, input);
  await cancelRun({ ctx, input: { environmentId: input.environmentId, runId } });
}
