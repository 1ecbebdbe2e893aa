import { errors } from '@/lib/errors';

/** Lets so much be done at a time; owners come in turn, however much one of them waits for. */
export interface FairQueue {
  /**
   * Waits for a place.
   *
   * @param owner whose work it is
   * @returns gives the place back; calling it again changes nothing
   * @throws limit_exceeded `too_many_questions` for an owner with as much as it may have
   */
  enter(owner: string): Promise<() => void>;
  /**
   * Works in a place.
   *
   * @throws as {@link enter}, and what `work` throws
   */
  run<Result>(owner: string, work: () => Promise<Result>): Promise<Result>;
}

/** How much a fair queue lets in. */
export interface FairQueueLimits {
  /** how much is done at a time */
  maxRunning: number;
  /** how much of that may be of one owner; all of it when left out */
  maxRunningOfOwner?: number;
  /** how much one owner may have, what waits and what is being done; without end when left out */
  maxOfOwner?: number;
}

/** How long an owner with too much is told to wait, in seconds. */
const RETRY_AFTER_SECONDS = 5;

/** Makes a queue in which nobody waits yet. */
export function createFairQueue({
  maxRunning,
  maxRunningOfOwner = maxRunning,
  maxOfOwner = Number.POSITIVE_INFINITY,
}: FairQueueLimits): FairQueue {
  /** who waits, by owner; the owner whose turn it is stands first */
  const waiting = new Map<string, (() => void)[]>();
  const running = new Map<string, number>();
  let free = maxRunning;

  const runningOf = (owner: string) => running.get(owner) ?? 0;
  const count = (owner: string, by: number) => {
    free -= by;
    const now = runningOf(owner) + by;
    if (now === 0) running.delete(owner);
    else running.set(owner, now);
  };

  function next(): void {
    if (free === 0) return;
    for (const [owner, queue] of waiting) {
      if (runningOf(owner) >= maxRunningOfOwner) continue;
      waiting.delete(owner);
      const begin = queue.shift();
      if (queue.length > 0) waiting.set(owner, queue);
      count(owner, 1);
      begin?.();
      return;
    }
  }

  async function enter(owner: string): Promise<() => void> {
    if (runningOf(owner) + (waiting.get(owner)?.length ?? 0) >= maxOfOwner) {
      throw errors.limitExceeded(
        'too_many_questions',
        'Your tenant is waiting for too many answers of this kind already. Try again in a moment.',
        { retryable: true, retryAfterSeconds: RETRY_AFTER_SECONDS },
      );
    }
    await new Promise<void>((begin) => {
      const queue = waiting.get(owner);
      if (queue) queue.push(begin);
      else waiting.set(owner, [begin]);
      next();
    });
    let isInside = true;
    return () => {
      if (!isInside) return;
      isInside = false;
      count(owner, -1);
      next();
    };
  }

  return {
    enter,
    run: async (owner, work) => {
      const leave = await enter(owner);
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
