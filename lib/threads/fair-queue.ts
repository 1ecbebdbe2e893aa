import { errors, type VetroError } from '@/lib/errors';

/** A place of somebody whose work is being done. */
export interface Place {
  /** Gives the place back; calling it again changes nothing. */
  leave(): void;
  /**
   * Offers the place to whoever waits for one, as long as its work only waits for the world.
   *
   * @param onTaken called when somebody has taken it: it is lost, and may be entered for again
   * @returns takes the offer back
   */
  offer(onTaken: () => void): () => void;
}

/** Lets so much be done at a time; owners come in turn, however much one of them waits for. */
export interface FairQueue {
  /**
   * Waits for a place.
   *
   * @param owner whose work it is
   * @param overtakes whether it goes before the other work of its owner
   * @throws limit_exceeded `too_many_questions` for an owner with as much as it may have
   */
  enter(owner: string, overtakes?: boolean): Promise<Place>;
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
  /** places that their holders do not need at the moment, the longest offered first */
  const offers = new Set<{ owner: string; take: () => void }>();
  let free = maxRunning;

  const runningOf = (owner: string) => running.get(owner) ?? 0;
  const count = (owner: string, by: number) => {
    free -= by;
    const now = runningOf(owner) + by;
    if (now === 0) running.delete(owner);
    else running.set(owner, now);
  };

  /** @returns whether an owner may have one more place now; one that is offered is taken for that */
  function makeRoom(owner: string): boolean {
    const isFull = runningOf(owner) >= maxRunningOfOwner;
    if (free > 0 && !isFull) return true;
    const offer = [...offers].find((one) => !isFull || one.owner === owner);
    offer?.take();
    return offer !== undefined;
  }

  function next(): void {
    for (const [owner, queue] of waiting) {
      if (!makeRoom(owner)) continue;
      waiting.delete(owner);
      const begin = queue.shift();
      if (queue.length > 0) waiting.set(owner, queue);
      count(owner, 1);
      begin?.();
      return;
    }
  }

  function placeOf(owner: string): Place {
    let isInside = true;
    let withdraw = () => {};
    const give = () => {
      if (!isInside) return;
      isInside = false;
      withdraw();
      count(owner, -1);
    };
    return {
      leave: () => {
        give();
        next();
      },
      offer: (onTaken) => {
        withdraw();
        if (!isInside) return withdraw;
        const offer = {
          owner,
          take: () => {
            give();
            onTaken();
          },
        };
        offers.add(offer);
        withdraw = () => void offers.delete(offer);
        next();
        return withdraw;
      },
    };
  }

  async function enter(owner: string, overtakes = false): Promise<Place> {
    if (runningOf(owner) + (waiting.get(owner)?.length ?? 0) >= maxOfOwner) throw tooMuchWaits();
    await new Promise<void>((begin) => {
      const queue = waiting.get(owner);
      if (!queue) waiting.set(owner, [begin]);
      else if (overtakes) queue.unshift(begin);
      else queue.push(begin);
      next();
    });
    return placeOf(owner);
  }

  return {
    enter,
    run: async (owner, work) => {
      const place = await enter(owner);
      try {
        return await work();
      } finally {
        place.leave();
      }
    },
  };
}

function tooMuchWaits(): VetroError {
  return errors.limitExceeded(
    'too_many_questions',
    'Your tenant is waiting for too many answers of this kind already. Try again in a moment.',
    { retryable: true, retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}
