import { EXPECTED, layOut, type Place, speedOf } from './lay-out';
import type { Moment } from './moments';
import { planProgress } from './plan-progress';
import type { EffectProgress, PlannedMachine, PlannedStep, RunProgress } from './projection';

/** When something was, is or will be under way. Times in milliseconds since the epoch. */
interface Scheduled {
  /**
   * planned: nobody asked for it yet; queued: its machine was asked for it and is still at something else, or still
   * starting; dropped: the run was over before it began
   */
  state: 'planned' | 'queued' | 'running' | 'over' | 'dropped';
  /** when its machine began with it, or is expected to */
  from: number;
  to: number;
}

export interface ScheduledStep extends Scheduled {
  step: PlannedStep;
  /** what it became; null while it has not begun */
  effect: EffectProgress | null;
}

/** How long a machine that the run makes starts. */
interface ScheduledBoot extends Scheduled {
  machine: PlannedMachine;
}

/** A plan laid out in time, by what has happened so far. */
export interface Schedule {
  /** in the order of the plan */
  steps: ScheduledStep[];
  /** of the machines that the run makes; empty where nobody knows how long they take */
  boots: ScheduledBoot[];
  /** when all of it will be over, or was; milliseconds since the epoch */
  endMs: number;
}

/**
 * Lays a plan out in time: rounds follow each other, each machine does one thing after the other, a step under way ends
 * when such steps usually do, one that takes longer than usual some time after now, and what has not begun begins when
 * it can. Costs one walk over the plan.
 *
 * @param now milliseconds since the epoch
 * @returns null while nobody knows what there is to do
 */
export function scheduleOf(deployment: RunProgress, now: number): Schedule | null {
  const { plan, outcome, finishedAt } = deployment;
  if (plan === null) return null;
  const speed = speedOf(deployment);
  const end = finishedAt === null ? now : Date.parse(finishedAt);
  const instant = (time: number | Moment) => (typeof time === 'number' ? time : now + time.ms / speed);
  const placed = ({ state, from, to }: Place): Scheduled => {
    if (outcome === null || state === 'over') return { state, from: instant(from), to: instant(to) };
    return state === 'running' ? { state: 'over', from, to: end } : { state: 'dropped', from: end, to: end };
  };
  const { steps: places } = planProgress(plan, deployment);
  const layout = layOut(plan, places, deployment, now, EXPECTED);
  const steps = places.flatMap(({ step, effect }, at): ScheduledStep[] => {
    const place = layout.steps[at];
    return place ? [{ step, effect, ...placed(place) }] : [];
  });
  const boots = layout.boots.map(({ machine, place }): ScheduledBoot => ({ machine, ...placed(place) }));
  return { steps, boots, endMs: outcome === null ? instant(layout.end) : end };
}
