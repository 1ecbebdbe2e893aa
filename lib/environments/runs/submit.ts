import { toProblem } from '@/lib/errors';
import type { Context } from '../context';

/**
 * Nudges the conductor after the transaction that queued a deployment. The row is what counts: when
 * the nudge fails, the conductor finds it by itself, so what the caller asked for stands and nothing is thrown.
 */
export async function submitRun(ctx: Context, runId: string): Promise<void> {
  try {
    await ctx.conductor.submit(runId);
  } catch (error) {
    ctx.log.error({ runId, err: error, problem: toProblem(error) }, 'deployment queued, not yet handed over');
  }
}
