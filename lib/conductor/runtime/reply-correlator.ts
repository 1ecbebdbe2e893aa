import type { PlanResult } from '@/lib/formats/execution-plan/plan';
import type { AgentReply } from '@/lib/ports/cloud/cloud';
import type { ReplyStore, Signals } from '@/lib/ports/conductor';

const REPLY_SIGNAL = 'agent-reply';

/** setTimeout takes 32 bits; a wait that is longer looks again in between. */
const LONGEST_TIMER_MS = 2_000_000_000;

/** Where agents' answers arrive and deployments wait for them, in this process or in any other. */
export interface ReplyCorrelator {
  /** Stores an answer, then wakes whoever waits for it. An answer nobody expects is dropped. */
  deliver(answer: AgentReply): Promise<void>;
  /** From now on no answer to the plan is missed: to be called before the plan is sent. */
  listen(planId: string): ReplyWaiter;
  /** Makes everyone look again: an answer's signal may have been missed. */
  recheck(): void;
  close(): void;
}

export interface ReplyWaiter {
  /**
   * Waits for the answer.
   *
   * @param deadline after that instant the wait is over
   * @param signal ends the wait
   * @param mayBeThere whether the answer may have come before `listen`
   * @returns the answer, or why there is none
   */
  wait(deadline: Date, signal: AbortSignal, mayBeThere: boolean): Promise<PlanResult | 'silent' | 'aborted'>;
  close(): void;
}

/** Resolved with the answer itself where it arrived in this process, without it to make the waiter look. */
type Wakeup = { woken: Promise<PlanResult | null>; wake: (answer: PlanResult | null) => void };

/**
 * Brings replies of agents to the runs that wait for them, in this process or through signals from another one.
 *
 * @param now the instant that counts
 */
export function createReplyCorrelator(store: ReplyStore, signals: Signals, now: () => Date): ReplyCorrelator {
  const waiters = new Map<string, (answer: PlanResult | null) => void>();
  const recheck = () => {
    for (const wake of waiters.values()) wake(null);
  };
  const unsubscribe = [
    signals.on(REPLY_SIGNAL, (planId) => waiters.get(planId)?.(null)),
    signals.onReconnected(recheck),
  ];

  function listen(planId: string): ReplyWaiter {
    let wakeup = createWakeup();
    const wake = (answer: PlanResult | null) => wakeup.wake(answer);
    waiters.set(planId, wake);
    return {
      wait: async (deadline, signal, mayBeThere) => {
        const wakeToCheck = () => wakeup.wake(null);
        signal.addEventListener('abort', wakeToCheck);
        try {
          for (let asksStore = mayBeThere; ; asksStore = true) {
            const stored = asksStore ? await store.find(planId) : null;
            if (stored !== null) return stored;
            if (signal.aborted) return 'aborted';
            const leftMs = deadline.getTime() - now().getTime();
            if (leftMs <= 0) {
              // The last look: an answer may have come with the deadline.
              return asksStore ? 'silent' : ((await store.find(planId)) ?? 'silent');
            }
            const timer = setTimeout(wakeToCheck, Math.min(leftMs, LONGEST_TIMER_MS));
            const answer = await wakeup.woken;
            clearTimeout(timer);
            if (answer !== null) return answer;
            // A new wakeup before the next look: what comes in between is seen by it.
            wakeup = createWakeup();
          }
        } finally {
          signal.removeEventListener('abort', wakeToCheck);
        }
      },
      close: () => {
        if (waiters.get(planId) === wake) waiters.delete(planId);
      },
    };
  }

  return {
    deliver: async ({ planId, result }) => {
      if (!(await store.record(planId, result))) return;
      const wake = waiters.get(planId);
      if (wake) wake(result);
      else await signals.send(REPLY_SIGNAL, planId);
    },
    listen,
    recheck,
    close: () => {
      for (const end of unsubscribe) end();
    },
  };
}

function createWakeup(): Wakeup {
  let wake: Wakeup['wake'] = () => undefined;
  const woken = new Promise<PlanResult | null>((resolve) => {
    wake = resolve;
  });
  return { woken, wake };
}
