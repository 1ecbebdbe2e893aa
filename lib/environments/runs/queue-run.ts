import type { Tx } from '@/lib/db/client';
import { appendEvents } from '@/lib/db/events';
import { insertVerdicts } from '@/lib/db/policy-verdicts';
import { insertRun, type NewRun } from '@/lib/db/run-start';
import type { JsonObject } from '@/lib/model/json';
import type { Context } from '../context';

/** A run as its use case asks for it: by whom and when is known. */
export interface QueuedRun extends Omit<NewRun, 'userId' | 'createdAt'> {
  /** the first line of its log, a sentence */
  report: string;
  /** whether the environment is its own from now on; otherwise it waits for those that hold it */
  holds?: boolean;
  /** it is a rehearsal: what policies said of it is kept with it alone, since it counts for nothing */
  rehearses?: boolean;
}

/**
 * Queues a run in the transaction that has taken its environment: its row, what policies said of it, and the first events
 * of its log. Every kind of run begins here; `submitRun` follows once the transaction is committed.
 */
export async function queueRun(
  tx: Tx,
  ctx: Context,
  { report, holds = true, rehearses = false, ...run }: QueuedRun,
): Promise<void> {
  const { userId, userName } = ctx.actor;
  const { id: runId, environmentId, kind, sessionId, verdicts } = run;
  const drafted: JsonObject = sessionId === undefined ? {} : { sessionId };
  const about = { entity: 'environment', entityId: environmentId } as const;
  // One after the other, without waiting for the answers between.
  await Promise.all([
    insertRun(tx, { ...run, userId, createdAt: ctx.now() }, holds),
    insertVerdicts(tx, { environmentId, runId, userId, verdicts: rehearses ? [] : verdicts }),
    appendEvents(tx, environmentId, runId, [
      { kind: 'report', ...about, text: report },
      { kind: 'run.queued', ...about, text: '', data: { kind, userName, ...drafted } },
    ]),
  ]);
}
