import type { ExecutionOptions } from '@/lib/model/lifecycle/execution';
import type { WorkflowInput } from '@/lib/model/runs/workflow-input';
import type { Effects } from '@/lib/ports/conductor';
import type { OperationRetries } from '../language/language';
import { hasAnotherTry, type Invocation } from '../lifecycle';
import type { PlanAnswer } from './plan-outcome';

/** Whether an operation that failed is tried again: silence, and what could not begin, is final. */
export function isTriedAgain(
  { attempt }: Invocation,
  { exception }: PlanAnswer,
  nonRecoverable: readonly string[] = [],
): boolean {
  return exception !== null && !nonRecoverable.includes(exception) && hasAnotherTry(attempt);
}

/** Tells of a failure that is no end: when the next try is, and which that is. */
export async function reportRetry(
  effects: Pick<Effects, 'report' | 'failureHandled'>,
  { attempt: { number, limit, interval } }: Invocation,
  { unitId, host, wrong, effectId }: { unitId: string; host: string; wrong: string; effectId: string | undefined },
): Promise<void> {
  if (effectId !== undefined) await effects.failureHandled(effectId);
  const which = limit < 0 ? `${number}` : `${number}/${limit}`;
  const text = `${host}: ${wrong} It is tried again in ${interval} seconds (${which}).`;
  await effects.report({ entity: 'unit', id: unitId, level: 'info', text });
}

/** Seconds before an operation is tried again where nobody says otherwise. */
const USUAL_SECONDS = 15;

/** How the lifecycle tries operations again that say nothing themselves: as a run was asked to, else as it is set. */
export function retryOptions({
  input,
  retries,
}: {
  input?: WorkflowInput;
  retries?: OperationRetries | undefined;
}): ExecutionOptions {
  const { count, seconds, instances } = input?.retries ?? {};
  return {
    taskRetries: count ?? retries?.count ?? 0,
    retryInterval: seconds ?? retries?.seconds ?? USUAL_SECONDS,
    subgraphRetries: instances ?? 0,
  };
}
