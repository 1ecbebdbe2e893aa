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

/** How long a step has taken before, in milliseconds: nine of ten runs took between `lowMs` and `highMs`. */
export const StepEstimateSchema = StepKindSchema.extend({
  /** past runs that this is drawn from */
  runs: z.int().min(1),
  lowMs: z.int().min(0),
  typicalMs: z.int().min(0),
  highMs: z.int().min(0),
}).meta({ id: 'StepEstimate' });
export type StepEstimate = z.infer<typeof StepEstimateSchema>;

/** A time range in milliseconds, with how much of it is known. */
export const DurationRangeSchema = z.object({
  lowMs: z.int().min(0),
  typicalMs: z.int().min(0),
  highMs: z.int().min(0),
  /** steps that have run before, and steps that never have: with any of those the range is a lower bound */
  knownSteps: z.int().min(0),
  unknownSteps: z.int().min(0),
});
export type DurationRange = z.infer<typeof DurationRangeSchema>;

/** Equal for steps whose past runs count for each other. */
export function stepKindKey({ effect, title, early }: StepKind): string {
  return `${effect === 'plan' ? `plan ${title}` : effect}${early ? ' early' : ''}`;
}

/**
 * Adds up rounds of steps: the steps of one round run side by side, so the longest counts; rounds follow each
 * other.
 *
 * @param estimateOf the past of a step; null when it has none
 * @returns null when no step has a past
 */
export function durationOf(
  rounds: readonly (readonly StepKind[])[],
  estimateOf: (step: StepKind) => StepEstimate | null,
): DurationRange | null {
  const total = { lowMs: 0, typicalMs: 0, highMs: 0, knownSteps: 0, unknownSteps: 0 };
  for (const steps of rounds) {
    const known = steps.flatMap((step) => estimateOf(step) ?? []);
    const longest = (pick: (estimate: StepEstimate) => number) => Math.max(0, ...known.map(pick));
    total.lowMs += longest((estimate) => estimate.lowMs);
    total.typicalMs += longest((estimate) => estimate.typicalMs);
    total.highMs += longest((estimate) => estimate.highMs);
    total.knownSteps += known.length;
    total.unknownSteps += steps.length - known.length;
  }
  return total.knownSteps === 0 ? null : total;
}
