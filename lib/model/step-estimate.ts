import { z } from 'zod';
import type { EffectKind } from './progress/effect-kinds';

/** What a step of a run is known by, so that past runs of the same can be told from others. */
export interface StepKind {
  effect: EffectKind;
  /** of a plan its template, for example `CreatePrimaryDC`; of the stack which changes it makes (`stackChangeKind`) */
  title: string;
}

/** How long a step takes, in milliseconds: nine of ten runs took between `lowMs` and `highMs`. */
export const StepTimeSchema = z.object({
  /** past runs that this is drawn from; 0: it has never run here, so it is what such a step usually takes */
  runs: z.int().min(0),
  lowMs: z.int().min(0),
  typicalMs: z.int().min(0),
  highMs: z.int().min(0),
});
export type StepTime = z.infer<typeof StepTimeSchema>;

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
export function stepKindKey({ effect, title }: StepKind): string {
  return title === '' ? effect : `${effect} ${title}`;
}
