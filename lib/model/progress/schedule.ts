import { planProgress } from './plan-progress';
import type { EffectProgress, PlannedStep, RunProgress } from './projection';
import { leftOf, workedMs } from './step-left';

/** When one planned step was, is or will be under way. Times in milliseconds since the epoch. */
export interface ScheduledStep {
  step: PlannedStep;
  /** what it became; null while it has not begun */
  effect: EffectProgress | null;
  /** planned: it is still to begin; dropped: the run was over before it began */
  state: 'planned' | 'running' | 'over' | 'dropped';
  /** as it happened, else as expected by now */
  from: number;
  to: number;
}

/** A plan laid out in time, by what has happened so far. */
export interface Schedule {
  /** in the order of the plan */
  steps: ScheduledStep[];
  /** when all of it will be over, or was; milliseconds since the epoch */
  endMs: number;
}

/**
 * Lays a plan out in time: rounds follow each other, a step under way ends when such steps usually do, one that takes
 * longer than usual some time after now, and what has not begun begins when it can. Costs one walk over the plan.
 *
 * @param now milliseconds since the epoch
 * @returns null while nobody knows what there is to do
 */
export function scheduleOf(deployment: RunProgress, now: number): Schedule | null {
  const { plan, outcome, finishedAt } = deployment;
  if (plan === null) return null;
  const places = planProgress(plan, deployment).steps;
  if (outcome !== null) return past(places, finishedAt === null ? now : Date.parse(finishedAt));
  const speed = speedOf(deployment);
  const ends = endsOf(places, (place) => leftOf(place.step.estimate, workedMs(place.effect, now)).typicalMs);
  const steps = places.map(({ step, effect }, at): ScheduledStep => {
    const begun = startOf(effect, now);
    if (effect !== null && effect.outcome !== null)
      return { step, effect, state: 'over', from: begun, to: endOf(effect, now) };
    const { from, to } = ends[at] ?? { from: 0, to: 0 };
    const until = now + to / speed;
    if (effect !== null) return { step, effect, state: 'running', from: begun, to: until };
    return { step, effect, state: 'planned', from: now + from / speed, to: until };
  });
  return { steps, endMs: steps.reduce((last, { to }) => Math.max(last, to), now) };
}

/** A planned step and the effect it became. */
interface Place {
  step: PlannedStep;
  effect: EffectProgress | null;
}

/**
 * From when until when each step goes on from now on, in milliseconds at the usual speed of machines; what is over
 * takes no time.
 *
 * @param leftMs how long a step still needs
 */
export function endsOf<P extends Place>(
  places: readonly P[],
  leftMs: (place: P) => number,
): { from: number; to: number }[] {
  let round = Number.NEGATIVE_INFINITY;
  let begin = 0;
  let end = 0;
  return places.map((place) => {
    if (place.step.round !== round) {
      round = place.step.round;
      begin = end;
    }
    if (place.effect !== null && place.effect.outcome !== null) return { from: 0, to: 0 };
    const from = place.effect === null ? begin : 0;
    const to = from + leftMs(place);
    end = Math.max(end, to);
    return { from, to };
  });
}

/** How fast machines are, times the usual speed, as far as the newest step tells. */
export function speedOf({ effects }: RunProgress): number {
  let newest: EffectProgress | null = null;
  for (const one of Object.values(effects)) if (newest === null || one.seq > newest.seq) newest = one;
  return newest?.speed ?? 1;
}

function past(places: readonly Place[], end: number): Schedule {
  const steps = places.map(
    ({ step, effect }): ScheduledStep =>
      effect === null
        ? { step, effect, state: 'dropped', from: end, to: end }
        : { step, effect, state: 'over', from: startOf(effect, end), to: endOf(effect, end) },
  );
  return { steps, endMs: end };
}

const startOf = (effect: EffectProgress | null, otherwise: number) =>
  effect?.startedAt == null ? otherwise : Date.parse(effect.startedAt);
const endOf = (effect: EffectProgress, otherwise: number) =>
  effect.endedAt === null ? otherwise : Date.parse(effect.endedAt);
