import type { RunRow } from '@/lib/db/runs';
import { EXECUTION_WORKFLOWS, type ExecutionWorkflow } from '@/lib/model/runs/execution';
import { type Context, requireRole, type UseCaseCall } from '../context';
import { getRun, noSuchRun, runOf } from '../runs/get';

/** An execution by its id, which is that of its run. */
export interface ExecutionAddress {
  environmentId: string;
  executionId: string;
}

/**
 * An execution with its reports, oldest first.
 *
 * @throws as {@link executionOf}
 */
export async function getExecution({ ctx, input }: UseCaseCall<ExecutionAddress>): ReturnType<typeof getRun> {
  requireRole(ctx, 'reader');
  const { id: runId } = await executionOf(ctx, input);
  return getRun({ ctx, input: { environmentId: input.environmentId, runId } });
}

/**
 * The run that an execution is.
 *
 * @throws as `runOf`; not_found `execution_not_found` for a run of another kind
 */
export async function executionOf(
  ctx: Context,
  { environmentId, executionId }: ExecutionAddress,
): Promise<RunRow & { kind: ExecutionWorkflow }> {
  const run = await runOf(ctx, { environmentId, runId: executionId });
  const kind = EXECUTION_WORKFLOWS.find((workflow) => workflow === run.kind);
  if (!kind) throw noSuchRun('execution');
  return { ...run, kind };
}
