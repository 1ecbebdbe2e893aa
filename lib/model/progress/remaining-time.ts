import type { StepTime } from '../step-estimate';
import { addUp } from '../step-times';
import { planProgress } from './plan-progress';
import type { EffectProgress, RunPlan, RunProgress } from './projection';
import { endsOf, speedOf } from './schedule';
import { leftOf, workedMs } from './step-left';

/** What a plan still needs. Times in milliseconds at the usual speed of machines. */
export interface RemainingTime {
  /** all of it, from the beginning */
  wholeMs: number;
  /** what is left if everything goes on as quick as usual */
  leastMs: number;
  /** what is left, as likely as not, and its range */
  left: Omit<StepTime, 'runs'>;
  /** of the steps that are left, how many have been measured before and how many never */
  measured: number;
  unmeasured: number;
  /** steps under way that take longer than nine of ten did */
  overdue: Overdue[];
  /** how fast machines are now, times the usual speed */
  speed: number;
}

/** A step that takes longer than expected. Times as they really are. */
export interface Overdue {
  effect: EffectProgress;
  usualMs: number;
  elapsedMs: number;
}

/**
 * What is left of a plan, as its schedule goes (`endsOf`): a step under way counts from its beginning; one that is
 * over, however it ended, not any more.
 *
 * @param now milliseconds since the epoch
 */
export function remainingTime(plan: RunPlan, deployment: RunProgress, now: number): RemainingTime {
  const { steps } = planProgress(plan, deployment);
  const left = new Map<number, Omit<StepTime, 'runs'>>();
  const overdue: Overdue[] = [];
  let measured = 0;
  let unmeasured = 0;
  for (const { step, effect } of steps) {
    const { round, estimate } = step;
    if (effect !== null && effect.outcome !== null) continue;
    if (estimate.runs > 0) measured += 1;
    else unmeasured += 1;
    const elapsedMs = workedMs(effect, now);
    if (effect !== null && elapsedMs > estimate.highMs && estimate.highMs > 0) {
      overdue.push({ effect, usualMs: estimate.highMs / effect.speed, elapsedMs: elapsedMs / effect.speed });
    }
    const more = leftOf(estimate, elapsedMs);
    const longest = left.get(round);
    if (!longest || more.typicalMs > longest.typicalMs) left.set(round, more);
  }
  return {
    wholeMs: lastOf(
      endsOf(
        plan.steps.map((step) => ({ step, effect: null })),
        ({ step }) => step.estimate.typicalMs,
      ),
    ),
    leastMs: lastOf(endsOf(steps, ({ step, effect }) => Math.max(0, step.estimate.typicalMs - workedMs(effect, now)))),
    left: addUp([...left.values()]),
    measured,
    unmeasured,
    overdue,
    speed: speedOf(deployment),
  };
}

const lastOf = (ends: readonly { to: number }[]) => ends.reduce((last, { to }) => Math.max(last, to), 0);
