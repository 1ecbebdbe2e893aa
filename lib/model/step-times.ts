import type { DurationRange, StepTime } from './step-estimate';

// Apart from the schemas: pages reckon with these, and need no parser for it.

/** A step's place and time. */
interface TimedStep {
  /** rounds follow each other; the steps of one run side by side */
  round: number;
  estimate: StepTime;
}

/**
 * Adds up rounds of steps: of those that run side by side the longest counts. Steps are as likely to be quicker as to
 * be slower, so the range of all is narrower than the sum of their ranges.
 *
 * @param speed of simulated machines, times the usual one
 * @returns null when there are no steps
 */
export function durationOf(steps: readonly TimedStep[], speed = 1): DurationRange | null {
  if (steps.length === 0) return null;
  const rounds = new Map<number, StepTime>();
  for (const { round, estimate } of steps) {
    const longest = rounds.get(round);
    if (!longest || estimate.typicalMs > longest.typicalMs) rounds.set(round, estimate);
  }
  const known = steps.filter(({ estimate }) => estimate.runs > 0).length;
  const { runs: _, ...total } = atSpeed({ ...addUp([...rounds.values()]), runs: known }, speed);
  return { ...total, knownSteps: known, unknownSteps: steps.length - known };
}

/** The time of what happens one after the other. Spreads add up as those of independent things do. */
export function addUp(times: readonly Omit<StepTime, 'runs'>[]): Omit<StepTime, 'runs'> {
  const sum = (of: (time: Omit<StepTime, 'runs'>) => number) => times.reduce((total, time) => total + of(time), 0);
  const typicalMs = sum((time) => time.typicalMs);
  const below = Math.sqrt(sum((time) => (time.typicalMs - time.lowMs) ** 2));
  const above = Math.sqrt(sum((time) => (time.highMs - time.typicalMs) ** 2));
  return { lowMs: Math.round(typicalMs - below), typicalMs, highMs: Math.round(typicalMs + above) };
}

/** A time at the usual speed of machines, as it is while they are so much faster. */
export function atSpeed<T extends Omit<StepTime, 'runs'>>(time: T, speed: number): T {
  const { lowMs, typicalMs, highMs } = time;
  const at = (ms: number) => Math.round(ms / speed);
  return { ...time, lowMs: at(lowMs), typicalMs: at(typicalMs), highMs: at(highMs) };
}
