import { atSpeed } from '../step-times';
import type { RunProgress } from './projection';
import { type Overdue, remainingTime } from './remaining-time';

/**
 * What can honestly be said of the time a deployment still needs. range: between the two; `measured` false: some of
 * it has never run here. overdue: a step takes longer than it should, and what comes after it takes so long.
 */
export type TimeLeft =
  | { kind: 'range'; lowMs: number; highMs: number; measured: boolean }
  | { kind: 'overdue'; step: Overdue; restMs: number };

/**
 * @param now milliseconds since the epoch
 * @returns null when nothing can be said: nobody knows what there is to do, or nothing is left of it
 */
export function timeLeft(deployment: RunProgress, now: number): TimeLeft | null {
  const { plan, outcome } = deployment;
  if (outcome !== null || plan === null || !plan.complete || plan.steps.length === 0) return null;
  const { left, unmeasured, overdue, speed } = remainingTime(plan, deployment, now);
  const { lowMs, typicalMs, highMs } = atSpeed(left, speed);
  const [latest] = [...overdue].sort((a, b) => b.elapsedMs - b.usualMs - (a.elapsedMs - a.usualMs));
  if (latest) return { kind: 'overdue', step: latest, restMs: typicalMs };
  return highMs === 0 ? null : { kind: 'range', lowMs, highMs, measured: unmeasured === 0 };
}
