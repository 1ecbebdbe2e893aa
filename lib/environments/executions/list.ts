import type { PageQuery } from '@/lib/db/paging';
import type { VetroEvent } from '@/lib/model/event';
import { EXECUTION_WORKFLOWS } from '@/lib/model/runs/execution';
import type { RunPage } from '@/lib/model/runs/run-view';
import { requireRole, type UseCaseCall } from '../context';
import { listEvents } from '../events/list';
import { listRuns } from '../runs/list';
import { type ExecutionAddress, executionOf } from './get';

/** A page of executions. */
export type ExecutionPage = Omit<RunPage, 'runs'> & { executions: RunPage['runs'] };

/** A page of the executions of an environment, newest first; also of one that is gone. @throws as {@link listRuns} */
export async function listExecutions({
  ctx,
  input,
}: UseCaseCall<PageQuery & { environmentId: string }>): Promise<ExecutionPage> {
  const { runs, ...page } = await listRuns({ ctx, input: { ...input, kinds: EXECUTION_WORKFLOWS } });
  return { executions: runs, ...page };
}

/**
 * Events of the log of an execution, oldest first.
 *
 * @param input `after`, `before`, `limit` as for `listEvents`
 * @throws as {@link executionOf}
 */
export async function listExecutionEvents({
  ctx,
  input,
}: UseCaseCall<ExecutionAddress & { after: number; before?: number | undefined; limit: number }>): Promise<{
  events: VetroEvent[];
}> {
  requireRole(ctx, 'reader');
  const { id: runId } = await executionOf(ctx, input);
  const { environmentId, after, before, limit } = input;
  const events = await listEvents({
    ctx,
    input: { environmentId, runId, after, limit, ...(before === undefined ? {} : { before }) },
  });
  return { events };
}
