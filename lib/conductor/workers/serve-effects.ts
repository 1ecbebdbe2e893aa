import { isVetroError, toProblem } from '@/lib/errors';
import type { Effects } from '@/lib/ports/conductor';
import type { EffectCall, ToWorker } from './messages';

/** The effects of a task that runs elsewhere. */
export interface ServedEffects {
  /** Performs what was asked for in one go. */
  perform(calls: readonly EffectCall[]): void;
  /** effects whose answer is still to come */
  underWay(): number;
}

/**
 * Performs the effects of a task for a worker.
 *
 * @param say answers the worker
 * @param onFault told of an error that is none of ours: the task cannot go on
 */
export function serveEffects(
  effects: Effects,
  say: (said: ToWorker) => void,
  onFault: (error: unknown) => void,
): ServedEffects {
  const pending = new Map<number, Promise<unknown>>();
  const begin = (call: EffectCall): Promise<unknown> => {
    if (call.effect === 'first') {
      // What is not under way any more has ended.
      return effects.first(call.pending.map((id) => (id !== null && pending.get(id)) || Promise.resolve()));
    }
    const effect = effects[call.effect] as (...args: unknown[]) => Promise<unknown>;
    return effect(...call.args);
  };
  return {
    perform: (calls) => {
      for (const call of calls) {
        const { id } = call;
        const outcome = begin(call);
        if (id !== null) pending.set(id, outcome);
        outcome.then(
          (value) => {
            if (id === null) return;
            pending.delete(id);
            say({ kind: 'answer', id, value });
          },
          (error: unknown) => {
            if (id === null || !isVetroError(error)) {
              onFault(error);
              return;
            }
            pending.delete(id);
            say({ kind: 'refusal', id, problem: toProblem(error) });
          },
        );
      }
    },
    underWay: () => pending.size,
  };
}
