import { AsyncLocalStorage } from 'node:async_hooks';
import { performance } from 'node:perf_hooks';
import { errors, type VetroError } from '@/lib/errors';

/** Counts the processor time that callers take, and refuses whoever has taken too much. */
export interface CallerBudgets {
  /**
   * Does work for a caller. What it takes of the event loop and of threads is counted until it is over.
   *
   * @param caller by an id of theirs
   * @throws limit_exceeded `processor_time_used_up` when nothing is left to them, and what `work` throws
   */
  run<Result>(caller: string, work: () => Promise<Result>): Promise<Result>;
}

/** What time is told by, in milliseconds. */
export interface BudgetClocks {
  /** since any moment */
  now(): number;
  /** how long the event loop has worked since any moment */
  active(): number;
}

/** What is left to a caller, in milliseconds of processor time. */
interface Account {
  left: number;
  /** when that was so */
  at: number;
  /** how much is being done for them: until it is over each piece counts as {@link RESERVED_MS} */
  underWay: number;
}

/** Work whose time is counted. */
interface CountedWork {
  inThread<Result>(work: () => Promise<Result>): Promise<Result>;
}

const MINUTE_MS = 60_000;
const RESERVED_MS = 100;
/** From so many on, accounts that are full again are forgotten. */
const MAX_ACCOUNTS = 1_000;

const KEY = Symbol.for('vetro.counted-work');

// Next loads this module several times in a process; they must all see one context.
function storage(): AsyncLocalStorage<CountedWork> {
  const home = globalThis as { [KEY]?: AsyncLocalStorage<CountedWork> };
  home[KEY] ??= new AsyncLocalStorage<CountedWork>();
  return home[KEY];
}

/** Has a thread do work, whose time is that of the caller for whom it is done, if there is one. */
export function countedInThread<Result>(work: () => Promise<Result>): Promise<Result> {
  return storage().getStore()?.inThread(work) ?? work();
}

const CLOCKS: BudgetClocks = {
  now: () => performance.now(),
  active: () => performance.eventLoopUtilization().active,
};

/**
 * Makes budgets that nobody has used yet. Each is whole at first, and fills up again over a minute, in this process alone.
 * A thread counts for as long as it works for a caller. Nothing tells for whom the event loop works in one moment or the
 * next: those for whom it may be share what it works meanwhile.
 *
 * @param secondsPerMinute of processor time for each caller; 0: no limit
 */
export function createCallerBudgets(secondsPerMinute: number, clocks: BudgetClocks = CLOCKS): CallerBudgets {
  const budget = secondsPerMinute * 1_000;
  const accounts = new Map<string, Account>();
  const share = createLoopShare(clocks.active);

  function accountOf(caller: string): Account {
    const now = clocks.now();
    const account = accounts.get(caller) ?? { left: budget, at: now, underWay: 0 };
    account.left = Math.min(budget, account.left + ((now - account.at) * budget) / MINUTE_MS);
    account.at = now;
    if (accounts.size >= MAX_ACCOUNTS) forgetFull(now);
    accounts.set(caller, account);
    return account;
  }

  function forgetFull(now: number): void {
    for (const [caller, { left, at, underWay }] of accounts)
      if (underWay === 0 && left + ((now - at) * budget) / MINUTE_MS >= budget) accounts.delete(caller);
  }

  return {
    run: async (caller, work) => {
      if (budget === 0) return work();
      const account = accountOf(caller);
      const available = account.left - account.underWay * RESERVED_MS;
      if (available <= 0) throw usedUp(secondsPerMinute, ((RESERVED_MS - available) * MINUTE_MS) / budget);
      const spend = (ms: number) => {
        account.left -= ms;
      };
      const counted = countWork(share, clocks.now, spend);
      account.underWay += 1;
      try {
        return await storage().run(counted, work);
      } finally {
        account.underWay -= 1;
        counted.end();
      }
    },
  };
}

/** Work that begins in the event loop; what goes on of it after `end` is counted no more. */
function countWork(
  share: LoopShare,
  now: () => number,
  spend: (ms: number) => void,
): CountedWork & { end: () => void } {
  let threads = 0;
  let isOver = false;
  let entered = share.enter();
  const leaveLoop = () => spend(share.leave(entered));
  return {
    inThread: async (work) => {
      if (isOver) return work();
      if (threads === 0) leaveLoop();
      threads += 1;
      const begun = now();
      try {
        return await work();
      } finally {
        threads -= 1;
        if (!isOver) {
          spend(now() - begun);
          if (threads === 0) entered = share.enter();
        }
      }
    },
    end: () => {
      isOver = true;
      if (threads === 0) leaveLoop();
    },
  };
}

/** What one of several has of the time that the event loop works. */
interface LoopShare {
  /** @returns where the count stands */
  enter(): number;
  /** @returns the share since then, in milliseconds */
  leave(entered: number): number;
}

function createLoopShare(active: () => number): LoopShare {
  let inside = 0;
  let count = 0;
  let seen = active();
  const settle = () => {
    const now = active();
    if (inside > 0) count += (now - seen) / inside;
    seen = now;
  };
  return {
    enter: () => {
      settle();
      inside += 1;
      return count;
    },
    leave: (entered) => {
      settle();
      inside -= 1;
      return count - entered;
    },
  };
}

function usedUp(secondsPerMinute: number, waitMs: number): VetroError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000));
  return errors.limitExceeded(
    'processor_time_used_up',
    `You have used the ${secondsPerMinute} seconds of processor time that each user has a minute. Try again in ${seconds} seconds.`,
    { retryable: true, retryAfterSeconds: seconds, details: { secondsPerMinute } },
  );
}
