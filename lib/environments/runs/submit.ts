import { toProblem } from '@/lib/errors';
import type { Context } from '../context';

type NudgeContext = Pick<Context, 'log'> & { conductor: Pick<Context['conductor'], 'submit'> };

/** How long whoever queued a run waits for the conductor to hear of it, in milliseconds. */
const PATIENCE_MS = 2_000;

/**
 * Nudges the conductor after the transaction that queued a run. The row is what counts: when the nudge fails, or takes
 * long, the conductor finds it by itself, so what the caller asked for stands, is answered, and nothing is thrown.
 *
 * @param ctx the conductor to nudge, and the log
 * @param runId of the run that was queued
 */
export async function submitRun(ctx: NudgeContext, runId: string): Promise<void> {
  const nudge = ctx.conductor.submit(runId).catch((error: unknown) => {
    ctx.log.error({ runId, err: error, problem: toProblem(error) }, 'run queued, not yet handed over');
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS);
  });
  await Promise.race([nudge, patience]);
  clearTimeout(timer);
}
