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

/**
 * The share of a plan's expected time that is over, from 0 to 1. It never goes back while a run goes on: what is late
 * counts as over as soon as it should be, what failed stays as far as it came, and what is done again goes on from there.
 *
 * @param now milliseconds since the epoch
 * @returns null for a plan that takes no time
 */
export function shareOver(plan: RunPlan, deployment: RunProgress, now: number): number | null {
  const whole = wholeTime(plan).typicalMs;
  if (whole === 0) return null;
  const places = planProgress(plan, deployment).steps.map((place) => ({ ...place, effect: furthest(place, now) }));
  const { end } = layOut(plan, places, deployment, now, LEAST);
  return Math.min(1, Math.max(0, 1 - end.ms / whole));
}

/** Of a step that was done again, the time that came furthest. */
function furthest({ effect, earlier }: PlanPlace, now: number): EffectProgress | null {
  if (effect === null || effect.outcome === 'ok') return effect;
  const reached = ({ startedAt, endedAt, speed }: EffectProgress) =>
    ((endedAt === null ? now : Date.parse(endedAt)) - Date.parse(startedAt ?? '')) * speed;
  return earlier.reduce((most, one) => (reached(one) > reached(most) ? one : most), effect);
}
