import { PAUSE } from '@/lib/conductor/language/pause';
import { settleInside } from '../execution/fibers';
import { type Answered, type Request, WaitAny } from '../execution/requests';
import type { Waiting } from '../types/waiting';

/** Performs one request of a run. */
export type Perform = (request: Request) => Promise<unknown>;

/**
 * Drives work to its end. Each request is performed once; of several that wait beside one another the first
 * that is done goes on. Rejects with what the work throws.
 */
export async function drive(work: Waiting, perform: Perform): Promise<unknown> {
  const run = settleInside(work);
  const begun = new Map<Request, Promise<{ request: Request; answer: () => unknown }>>();
  const begin = (request: Request) => {
    let running = begun.get(request);
    if (!running) {
      running = perform(request).then(
        (value) => ({ request, answer: () => value }),
        (error: unknown) => ({
          request,
          answer: () => {
            throw error;
          },
        }),
      );
      begun.set(request, running);
    }
    return running;
  };
  let turn = run.next();
  while (!turn.done) {
    const asked = turn.value as Request;
    if (asked === PAUSE) turn = run.next(null);
    else if (asked instanceof WaitAny) {
      const { request, answer } = await Promise.race(asked.requests.map(begin));
      begun.delete(request);
      turn = run.next(answered(asked.requests.indexOf(request), answer));
    } else {
      const { answer } = await begin(asked);
      begun.delete(asked);
      let value: unknown;
      let failure: { readonly error: unknown } | undefined;
      try {
        value = answer();
      } catch (error) {
        failure = { error };
      }
      turn = failure ? run.throw(failure.error) : run.next(value);
    }
  }
  return turn.value;
}

function answered(index: number, answer: () => unknown): Answered {
  try {
    return { index, value: answer() };
  } catch (error) {
    return { index, error };
  }
}

/** Runs work that waits for nothing but itself. Throws a plain Error when it asks the outside. */
export function runNow(work: Waiting): unknown {
  const run = settleInside(work);
  let turn = run.next();
  while (!turn.done && turn.value === PAUSE) turn = run.next(null);
  if (!turn.done) throw new Error('The work waits for the outside.');
  return turn.value;
}
