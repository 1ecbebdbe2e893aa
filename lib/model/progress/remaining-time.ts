import type { StepTime } from '../step-estimate';
import { addUp } from '../step-times';
import { planProgress } from './plan-progress';
import type { EffectProgress, PlannedStep, RunPlan, RunProgress } from './projection';

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
 * What is left of a plan: rounds follow each other, and of the steps of one the longest counts. A step under way counts
 * from its beginning; one that is over, however it ended, not any more.
 *
 * @param now milliseconds since the epoch
 */
export function remainingTime(plan: RunPlan, deployment: RunProgress, now: number): RemainingTime {
  const { steps } = planProgress(plan, deployment);
  const speed = speedOf(deployment);
  const whole = new Map<number, number>();
  const least = new Map<number, number>();
  const left = new Map<number, Omit<StepTime, 'runs'>>();
  const overdue: Overdue[] = [];
  let measured = 0;
  let unmeasured = 0;
  for (const { step, effect } of steps) {
    const { round, estimate } = step;
    whole.set(round, Math.max(whole.get(round) ?? 0, estimate.typicalMs));
    if (effect !== null && effect.outcome !== null) continue;
    if (estimate.runs > 0) measured += 1;
    else unmeasured += 1;
    const elapsedMs = effect === null ? 0 : elapsedOf(effect, now);
    if (effect !== null && elapsedMs > estimate.highMs && estimate.highMs > 0) {
      overdue.push({ effect, usualMs: estimate.highMs / effect.speed, elapsedMs: elapsedMs / effect.speed });
    }
    least.set(round, Math.max(least.get(round) ?? 0, estimate.typicalMs - elapsedMs));
    const more = leftOf(step, elapsedMs);
    const longest = left.get(round);
    if (!longest || more.typicalMs > longest.typicalMs) left.set(round, more);
  }
  const sum = (times: Iterable<number>) => [...times].reduce((total, ms) => total + ms, 0);
  return {
    wholeMs: sum(whole.values()),
    leastMs: sum(least.values()),
    left: addUp([...left.values()]),
    measured,
    unmeasured,
    overdue,
    speed,
  };
}

/** What is left of a step that has been under way for a while: one that is later than usual needs longer still. */
function leftOf({ estimate }: PlannedStep, elapsedMs: number): Omit<StepTime, 'runs'> {
  const { lowMs, typicalMs, highMs } = estimate;
  const most = Math.max(0, highMs - elapsedMs);
  const likely = elapsedMs < typicalMs ? typicalMs - elapsedMs : most / 2;
  return { lowMs: Math.max(0, Math.min(lowMs - elapsedMs, likely)), typicalMs: likely, highMs: Math.max(most, likely) };
}

function elapsedOf({ startedAt, speed }: EffectProgress, now: number): number {
  return startedAt === null ? 0 : Math.max(0, now - Date.parse(startedAt)) * speed;
}

/** How fast machines are, as far as the newest step tells. */
function speedOf({ effects }: RunProgress): number {
  const newest = Object.values(effects).reduce<EffectProgress | null>(
    (latest, one) => (latest === null || one.seq > latest.seq ? one : latest),
    null,
  );
  return newest?.speed ?? 1;
}
