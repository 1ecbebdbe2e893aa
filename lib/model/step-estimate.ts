import { z } from 'zod';

/**
 * What a step of a deployment is known by, so that past runs of the same can be told from others. `early`
 * counts what makes a step take longer: an update of the stack that makes machines, and a plan for a machine
 * that is still starting.
 */
export const StepKindSchema = z.object({
  effect: z.enum(['stack.update', 'stack.delete', 'plan']),
  /** of a plan its template, for example `CreatePrimaryDC`; of the stack whatever its events are titled */
  title: z.string(),
  early: z.boolean(),
});
export type StepKind = z.infer<typeof StepKindSchema>;

/** How long a step takes, in milliseconds: nine of ten runs took between `lowMs` and `highMs`. */
export const StepTimeSchema = z.object({
  /** past runs that this is drawn from; 0: it has never run here, so it is what such a step usually takes */
  runs: z.int().min(0),
  lowMs: z.int().min(0),
  typicalMs: z.int().min(0),
  highMs: z.int().min(0),
});
export type StepTime = z.infer<typeof StepTimeSchema>;

/** How long a step of one kind has taken before. */
export type StepEstimate = StepKind & StepTime;

/** A time range in milliseconds, with how much of it is measured. */
export const DurationRangeSchema = z.object({
  lowMs: z.int().min(0),
  typicalMs: z.int().min(0),
  highMs: z.int().min(0),
  /** steps that have run before, and steps that never have: those count with what such steps usually take */
  knownSteps: z.int().min(0),
  unknownSteps: z.int().min(0),
});
export type DurationRange = z.infer<typeof DurationRangeSchema>;

/** Equal for steps whose past runs count for each other. */
export function stepKindKey({ effect, title, early }: StepKind): string {
  return `${effect === 'plan' ? `plan ${title}` : effect}${early ? ' early' : ''}`;
}

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
