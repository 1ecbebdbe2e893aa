import type { AgentAnswer } from '@/lib/cloud/cloud';
import type { ReplyStore, Signals } from '@/lib/conductor/ports';
import type { PlanResult } from '@/lib/formats/execution-plan/plan';

const REPLY_SIGNAL = 'agent-reply';

/** setTimeout takes 32 bits; a wait that is longer looks again in between. */
const LONGEST_TIMER_MS = 2_000_000_000;

/** Where agents' answers arrive and deployments wait for them, in this process or in any other. */
export interface ReplyDesk {
  /** Stores an answer, then wakes whoever waits for it. An answer nobody expects is dropped. */
  deliver(answer: AgentAnswer): Promise<void>;
  /**
   * Waits for the answer to a plan.
   *
   * @param deadline after that instant the wait is over
   * @param signal ends the wait
   * @returns the answer, or why there is none
   */
  wait(planId: string, deadline: Date, signal: AbortSignal): Promise<PlanResult | 'silent' | 'aborted'>;
  /** Makes everyone look again: an answer's signal may have been missed. */
  recheck(): void;
  close(): void;
}

export function createReplyDesk(store: ReplyStore, signals: Signals, now: () => Date): ReplyDesk {
  const waiting = new Map<string, () => void>();
  const unsubscribe = signals.on(REPLY_SIGNAL, (planId) => waiting.get(planId)?.());
  const recheck = () => {
    for (const wake of waiting.values()) wake();
  };
  const unsubscribeReconnected = signals.onReconnected(recheck);

  return {
    deliver: async ({ planId, result }) => {
      if (!(await store.record(planId, result))) return;
      const wake = waiting.get(planId);
      if (wake) wake();
      else await signals.send(REPLY_SIGNAL, planId);
    },
    wait: async (planId, deadline, signal) => {
      for (;;) {
        // The ear is open before the look: an answer that comes in between is not missed.
        const ring = createBell();
        waiting.set(planId, ring.strike);
        signal.addEventListener('abort', ring.strike, { once: true });
        const leftMs = deadline.getTime() - now().getTime();
        const timer = setTimeout(ring.strike, Math.min(Math.max(leftMs, 0), LONGEST_TIMER_MS));
        try {
          const result = await store.find(planId);
          if (result !== null) return result;
          if (signal.aborted) return 'aborted';
          if (leftMs <= 0) return 'silent';
          await ring.struck;
        } finally {
          clearTimeout(timer);
          signal.removeEventListener('abort', ring.strike);
          if (waiting.get(planId) === ring.strike) waiting.delete(planId);
        }
      }
    },
    recheck,
    close: () => {
      unsubscribe();
      unsubscribeReconnected();
    },
  };
}

function createBell() {
  let strike: () => void = () => undefined;
  const struck = new Promise<void>((resolve) => {
    strike = resolve;
  });
  return { strike, struck };
}
