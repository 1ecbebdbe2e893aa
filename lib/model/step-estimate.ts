import { z } from 'zod';
import { EFFECT_KINDS, stepKey } from './progress/effect-kinds';

/**
 * What a step of a deployment is known by, so that past runs of the same can be told from others. `early`
 * counts what makes a step take longer: an update of the stack that makes machines, and a plan for a machine
 * that is still starting.
 */
export const StepKindSchema = z.object({
  effect: z.enum(EFFECT_KINDS),
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
  return `${stepKey(effect, title)}${early ? ' early' : ''}`;
}
