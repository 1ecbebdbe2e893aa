import type { DurationRange } from '../step-estimate';

/**
 * What can honestly be said of the time a deployment still needs. range: between the two; atMost: it may be over any
 * moment; atLeast: some steps have never run before; longer: it takes longer than nine of ten did.
 */
export type TimeLeft =
  | { kind: 'range'; lowMs: number; highMs: number }
  | { kind: 'atMost'; highMs: number }
  | { kind: 'atLeast'; lowMs: number }
  | { kind: 'longer'; usualMs: number };

/**
 * @param usual what such a deployment took before, from its start; null when nothing is known
 * @param elapsedMs since its start
 * @returns null when nothing can be said
 */
export function timeLeft(usual: DurationRange | null, elapsedMs: number): TimeLeft | null {
  if (usual === null) return null;
  const low = usual.lowMs - elapsedMs;
  const high = usual.highMs - elapsedMs;
  if (usual.unknownSteps > 0) return low > 0 ? { kind: 'atLeast', lowMs: low } : null;
  if (high <= 0) return { kind: 'longer', usualMs: usual.highMs };
  return low > 0 ? { kind: 'range', lowMs: low, highMs: high } : { kind: 'atMost', highMs: high };
}
