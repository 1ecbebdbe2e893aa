import { firstEnded } from '../../language/first-ended';
import { settleInside } from '../execution/fibers';
import { type Answered, type Request, WaitAny } from '../execution/requests';
import type { Waiting } from '../types/waiting';

/** Performs one request of a run; called in the order they are asked for. */
export type Perform = (request: Request) => Promise<unknown>;

/** What a run is driven with besides whoever performs its requests. */
export interface DriveOptions {
  /** which of several promises of `perform` ended first; where nothing is said, the one that does */
  readonly first?: (pending: readonly Promise<unknown>[]) => Promise<number>;
  /** awaited before requests are performed that nobody has performed yet */
  readonly before?: (fresh: readonly Request[]) => Promise<void>;
  /** whether the run is left where it stands; asked whenever something was answered */
  readonly isOver?: () => boolean;
  /** surrounds every piece of computing */
  readonly during?: <Value>(work: () => Value) => Value;
}

/** How a run came to its end: by itself, or left where it stood. */
export type DriveEnd = { readonly left: false; readonly value: unknown } | { readonly left: true };

type Settled = { readonly value: unknown } | { readonly error: unknown };

/**
 * Drives work to its end: hands each request over once, and the answers back. Of several requests that wait beside one
 * another the first that is answered goes on. Returns once everything that was begun has ended.
 *
 * @throws what the work throws
 */
export async function driveWith(work: Waiting, perform: Perform, options: DriveOptions): Promise<DriveEnd> {
  const { first = firstEnded, before, isOver = () => false, during = atOnce } = options;
  const begun = new Map<Request, { outcome: Promise<unknown>; settled: Promise<Settled> }>();
  const begin = (request: Request) => {
    const outcome = perform(request);
    const settled = outcome.then(
      (value): Settled => ({ value: value ?? null }),
      (error: unknown): Settled => ({ error }),
    );
    begun.set(request, { outcome, settled });
  };
  const run = settleInside(work);
  try {
    let turn = during(() => run.next());
    while (!turn.done) {
      const request = turn.value as Request;
      const requests = request instanceof WaitAny ? request.requests : [request];
      const fresh = requests.filter((one) => !begun.has(one));
      if (before && fresh.length > 0) await before(fresh);
      fresh.forEach(begin);
      const pending = requests.map((one) => begun.get(one) as NonNullable<ReturnType<typeof begun.get>>);
      const index = pending.length === 1 ? 0 : await first(pending.map(({ outcome }) => outcome));
      const settled = await (pending[index] as (typeof pending)[number]).settled;
      begun.delete(requests[index] as Request);
      if (isOver()) return { left: true };
      turn = during(() => {
        if (request instanceof WaitAny) return run.next({ index, ...settled } satisfies Answered);
        return 'error' in settled ? run.throw(settled.error) : run.next(settled.value);
      });
    }
    return { left: false, value: turn.value };
  } finally {
    await Promise.all([...begun.values()].map(({ settled }) => settled));
  }
}

function atOnce<Value>(work: () => Value): Value {
  return work();
}

/** Runs work that waits for nothing but itself. Throws a plain Error when it asks the outside. */
export function runNow(work: Waiting): unknown {
  const run = settleInside(work);
  const turn = run.next();
  if (!turn.done) throw new Error('The work waits for the outside.');
  return turn.value;
}
