import { listEvents } from '@/lib/db/events';
import type { EventKind } from '@/lib/model/event';
import { foldEvents } from '@/lib/model/progress/fold';
import { EMPTY_PROGRESS } from '@/lib/model/progress/projection';
import { remainingTime } from '@/lib/model/progress/remaining-time';
import type { DurationRange } from '@/lib/model/step-estimate';
import { atSpeed } from '@/lib/model/step-times';
import { requireRole, type UseCaseCall } from '../context';
import { type RunAddress, runOf } from './get';

/** What tells how far a deployment is. */
const KINDS: readonly EventKind[] = ['run.planned', 'effect.started', 'effect.finished'];
/** More than any deployment has. */
const MAX_STEPS = 200_000;

/**
 * How long a running deployment will have taken at its end: what it has taken until now, and what the steps of its
 * plan that are still to come usually take. Steps under way count from their beginning.
 *
 * @returns from the start of the deployment; null when it does not run, or when nobody knows what there is to do
 * @throws as {@link runOf}
 */
export async function estimateRun({
  ctx,
  input,
}: UseCaseCall<RunAddress>): Promise<{ duration: DurationRange | null }> {
  requireRole(ctx, 'reader');
  const { id, state, startedAt } = await runOf(ctx, input);
  if (state !== 'running' || startedAt === null) return { duration: null };
  const query = { afterSeq: 0, runId: id, kinds: KINDS, limit: MAX_STEPS };
  const events = await listEvents(ctx.db, input.environmentId, query);
  const deployment = foldEvents(EMPTY_PROGRESS, events).deployments[id];
  if (!deployment?.plan?.complete) return { duration: null };
  const now = ctx.now().getTime();
  const { left, measured, unmeasured, speed } = remainingTime(deployment.plan, deployment, now);
  const { lowMs, typicalMs, highMs } = atSpeed(left, speed);
  const until = Math.max(0, now - startedAt.getTime());
  return {
    duration: {
      lowMs: until + lowMs,
      typicalMs: until + typicalMs,
      highMs: until + highMs,
      knownSteps: measured,
      unknownSteps: unmeasured,
    },
  };
}
