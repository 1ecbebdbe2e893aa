import { type RunKind, runKind } from './kinds';

/**
 * What becomes of a run that is asked for:
 * - `start`: it holds the environment from now on
 * - `takeOver`: whatever holds the environment is cancelled; it begins when that has ended
 * - `join`: the same is under way already; nothing more is begun
 * - `refuse`: whoever asks is told what is under way
 */
export type Admission = 'start' | 'takeOver' | 'join' | 'refuse';

/**
 * The queue rule: what may run beside what in one environment. Its table is in docs/concepts.md.
 *
 * @param asked the kind of the run that is asked for
 * @param holding kinds of the runs that hold the environment or wait for it
 */
export function admission(asked: RunKind, holding: readonly RunKind[]): Admission {
  if (holding.length === 0) return 'start';
  if (runKind(asked).whenHeld === 'refuse') return 'refuse';
  return holding.includes(asked) ? 'join' : 'takeOver';
}
