import { EXPECTED, LEAST, layOut, speedOf } from './lay-out';
import { type Span, untilMoment } from './moments';
import { type PlanPlace, planProgress } from './plan-progress';
import { type EffectProgress, emptyRun, type RunPlan, type RunProgress } from './projection';

/** What a plan still needs. Times in milliseconds at the usual speed of machines. */
export interface RemainingTime {
  /** what is left, as likely as not, and its range */
  left: Span;
  /** of the steps that are left, how many have been measured before and how many never */
  measured: number;
  unmeasured: number;
  /** how fast machines are now, times the usual speed */
  speed: number;
}

/**
 * What is left of a plan, as its schedule goes: a step under way counts from its beginning; one that is over, however it
 * ended, not any more.
 *
 * @param now milliseconds since the epoch
 */
export function remainingTime(plan: RunPlan, deployment: RunProgress, now: number): RemainingTime {
  const { steps } = planProgress(plan, deployment);
  const { end } = layOut(plan, steps, deployment, now, EXPECTED);
  const open = steps.filter(({ effect }) => effect?.outcome == null);
  const measured = open.filter(({ step }) => step.estimate.runs > 0).length;
  return { left: untilMoment(end), measured, unmeasured: open.length - measured, speed: speedOf(deployment) };
}

/** How long all of a plan takes, from its beginning. Milliseconds at the usual speed of machines. */
export function wholeTime(plan: Pick<RunPlan, 'steps' | 'machines' | 'boot'>): Span {
  const places = plan.steps.map((step) => ({ step, effect: null }));
  return untilMoment(layOut(plan, places, emptyRun(''), 0, EXPECTED).end);
}

/** How far a plan is: what is done of it and what is to come. Milliseconds at the usual speed of machines. */
export interface WorkOver {
  doneMs: number;
  restMs: number;
}

/**
 * The share of a plan's time that is over, from 0 to 1. It never goes back while a run goes on: what is late counts as over as
 * soon as it should be, what failed stays as far as it came, and what is done again goes on from there. A step that ends moves
 * it by what was to come of the step, of all that was expected until then, at most.
 *
 * @param now milliseconds since the epoch
 * @returns null for a plan that takes no time
 */
export function shareOver(plan: RunPlan, deployment: RunProgress, now: number): number | null {
  const { doneMs, restMs } = workOver(plan, deployment, now);
  if (doneMs + restMs > 0) return doneMs / (doneMs + restMs);
  return wholeTime(plan).typicalMs === 0 ? null : 0;
}

/**
 * What is done counts as it was expected, but never for longer than the run goes on: what turned out quicker makes the whole
 * shorter, and not more of it done.
 *
 * @param now milliseconds since the epoch
 */
export function workOver(plan: RunPlan, deployment: RunProgress, now: number): WorkOver {
  const places = planProgress(plan, deployment).steps.map((place) => ({ ...place, effect: furthest(place, now) }));
  const restMs = layOut(plan, places, deployment, now, LEAST).end.ms;
  const doneMs = Math.max(0, wholeTime(plan).typicalMs - restMs);
  return { doneMs: Math.min(doneMs, elapsedMs(deployment, now)), restMs };
}

/** How long a run has gone on, at the usual speed of machines: each stretch counts by the speed of the step begun before it. */
function elapsedMs({ startedAt, effects }: RunProgress, now: number): number {
  const begun = Object.values(effects).flatMap(({ startedAt: at, speed }) =>
    at === null ? [] : [{ at: Date.parse(at), speed }],
  );
  begun.sort((one, other) => one.at - other.at);
  let elapsed = 0;
  let since = startedAt === null ? (begun[0]?.at ?? now) : Date.parse(startedAt);
  let current = begun[0]?.speed ?? 1;
  for (const { at, speed } of begun) {
    elapsed += Math.max(0, at - since) * current;
    since = Math.max(since, at);
    current = speed;
  }
  return elapsed + Math.max(0, now - since) * current;
}

/** Of a step that was done again, the time that came furthest. */
function furthest({ effect, earlier }: PlanPlace, now: number): EffectProgress | null {
  if (effect === null || effect.outcome === 'ok') return effect;
  const reached = ({ startedAt, endedAt, speed }: EffectProgress) =>
    ((endedAt === null ? now : Date.parse(endedAt)) - Date.parse(startedAt ?? '')) * speed;
  return earlier.reduce((most, one) => (reached(one) > reached(most) ? one : most), effect);
}
