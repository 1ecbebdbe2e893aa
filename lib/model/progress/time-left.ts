import { atSpeed } from '../step-times';
import { type Overrun, overrunsOf } from './overruns';
import type { RunProgress } from './projection';
import { remainingTime } from './remaining-time';

/**
 * What can honestly be said of the time a deployment still needs. range: between the two; `measured` false: some of
 * it has never run here. overdue: a step takes longer than it should, and what comes after it takes so long.
 */
export type TimeLeft =
  | { kind: 'range'; lowMs: number; highMs: number; measured: boolean }
  | { kind: 'overdue'; step: Overrun; restMs: number };

/**
 * @param now milliseconds since the epoch
 * @returns null when nothing can be said: nobody knows what there is to do, or nothing is left of it
 */
export function timeLeft(deployment: RunProgress, now: number): TimeLeft | null {
  const { plan, outcome } = deployment;
  if (outcome !== null || plan === null || !plan.complete || plan.steps.length === 0) return null;
  const { left, unmeasured, speed } = remainingTime(plan, deployment, now);
  const { lowMs, typicalMs, highMs } = atSpeed(left, speed);
  const step = overrunsOf(deployment, now).find(({ over }) => !over);
  if (step) return { kind: 'overdue', step, restMs: typicalMs };
  return highMs === 0 ? null : { kind: 'range', lowMs, highMs, measured: unmeasured === 0 };
}
