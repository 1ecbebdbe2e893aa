/**
 * What a run yields to its driver: a request of the host's own making (an effect to be performed), or a
 * WaitAny. The driver answers with `next(value)`, or with `throw(error)` when the request failed.
 */
export type Request = object;

/**
 * Several branches wait, each for a request of its own. The driver performs what it has not begun yet, waits
 * until any is done, and answers with an `Answered`: that it chooses who goes on is what a replay repeats.
 * Requests that were not answered come again, as the very same objects, in the next WaitAny.
 */
export class WaitAny {
  constructor(readonly requests: readonly Request[]) {}
}

/** Which request of a WaitAny was answered, and how. */
export type Answered =
  | { readonly index: number; readonly value: unknown }
  | { readonly index: number; readonly error: unknown };

/** A branch stands before a lock that another branch holds: the run settles this by itself. */
export class LockWait {
  constructor(readonly isFree: () => boolean) {}
}

/** A branch gives way to the others; the driver answers at once, with anything. */
export class Yield {
  readonly kind = 'yield';
}

/** The run asks to be left alone for a while. */
export class Sleep {
  readonly kind = 'sleep';
  constructor(readonly seconds: number) {}
}
