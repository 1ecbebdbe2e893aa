import type { RunPlan } from './progress/projection';
import { wholeTime } from './progress/remaining-time';
import type { DurationRange, StepTime } from './step-estimate';

// Apart from the schemas: pages reckon with these, and need no parser for it.

/**
 * How long all of a plan takes, as its schedule goes.
 *
 * @param speed of simulated machines, times the usual one
 * @returns null when there are no steps
 */
export function durationOf(plan: Pick<RunPlan, 'steps' | 'machines' | 'boot'>, speed = 1): DurationRange | null {
  const { length } = plan.steps;
  if (length === 0) return null;
  const known = plan.steps.filter(({ estimate }) => estimate.runs > 0).length;
  return { ...atSpeed(wholeTime(plan), speed), knownSteps: known, unknownSteps: length - known };
}

/** A time at the usual speed of machines, as it is while they are so much faster. */
export function atSpeed<T extends Omit<StepTime, 'runs'>>(time: T, speed: number): T {
  const { lowMs, typicalMs, highMs } = time;
  const at = (ms: number) => Math.round(ms / speed);
  return { ...time, lowMs: at(lowMs), typicalMs: at(typicalMs), highMs: at(highMs) };
}
