import { isVetroError, toProblem } from '@/lib/errors';
import type { Effects } from '@/lib/ports/conductor';
import type { EffectCall, ToWorker } from './messages';

/** The effects of a task that runs elsewhere, as one worker of it asks for them. */
export interface ServedEffects {
  /** Performs what is asked for in one go; what an earlier worker asked for is answered by what that came to. */
  perform(calls: readonly EffectCall[]): void;
  /** effects whose answer is still to come */
  underWay(): number;
  /** whether the worker still goes through what an earlier one asked for */
  isRepeating(): boolean;
  /** The worker hears nothing any more. */
  detach(): void;
}

/** All that a task has asked for, in order, whichever worker carries it out. */
export interface EffectRecord {
  /**
   * Serves a worker that begins the task.
   *
   * @param say answers the worker
   * @param onFault told of an error that is none of ours: the task cannot go on
   */
  serve(say: (said: ToWorker) => void, onFault: (error: unknown) => void): ServedEffects;
  /** Resolves once something that is under way has ended; at once when nothing is. */
  changed(): Promise<void>;
}

interface Recorded {
  effect: EffectCall['effect'];
  outcome: Promise<unknown>;
}

/**
 * Performs the effects of a task for its workers and keeps what they come to. A task that waits may lose its worker: the next one
 * begins it anew and asks for the same effects in the same order, as a replay of the run would, and nothing is performed twice.
 */
export function createEffectRecord(effects: Effects): EffectRecord {
  const record: Recorded[] = [];
  const open = new Set<Promise<unknown>>();

  function begin(call: EffectCall, pending: ReadonlyMap<number, Promise<unknown>>): Promise<unknown> {
    if (call.effect === 'first') {
      // What is not under way any more has ended.
      return effects.first(call.pending.map((id) => (id !== null && pending.get(id)) || Promise.resolve()));
    }
    const effect = effects[call.effect] as (...args: unknown[]) => Promise<unknown>;
    return effect(...call.args);
  }

  function performed(call: EffectCall, pending: ReadonlyMap<number, Promise<unknown>>): Promise<unknown> {
    const outcome = begin(call, pending);
    record.push({ effect: call.effect, outcome });
    open.add(outcome);
    const close = () => void open.delete(outcome);
    outcome.then(close, close);
    return outcome;
  }

  return {
    serve: (say, onFault) => {
      const pending = new Map<number, Promise<unknown>>();
      let position = 0;
      let isAttached = true;

      function answer(id: number | null, outcome: Promise<unknown>): void {
        if (id !== null) pending.set(id, outcome);
        outcome.then(
          (value) => {
            if (id === null || !isAttached) return;
            pending.delete(id);
            say({ kind: 'answer', id, value });
          },
          (error: unknown) => {
            if (!isAttached) return;
            if (id === null || !isVetroError(error)) return onFault(error);
            pending.delete(id);
            say({ kind: 'refusal', id, problem: toProblem(error) });
          },
        );
      }

      return {
        perform: (calls) => {
          for (const call of calls) {
            const known = record[position];
            position += 1;
            if (known && known.effect !== call.effect)
              return onFault(
                new Error(`Taken up again, a program asked for ${call.effect} instead of ${known.effect}.`),
              );
            answer(call.id, known?.outcome ?? performed(call, pending));
          }
        },
        underWay: () => pending.size,
        isRepeating: () => position < record.length,
        detach: () => {
          isAttached = false;
        },
      };
    },
    changed: async () => {
      if (open.size === 0) return;
      const settled = [...open].map((outcome) =>
        outcome.then(
          () => undefined,
          () => undefined,
        ),
      );
      await Promise.race(settled);
    },
  };
}
