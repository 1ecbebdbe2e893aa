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
  /** From now on no answer to the plan is missed: to be called before the plan is sent. */
  listen(planId: string): Ear;
  /** Makes everyone look again: an answer's signal may have been missed. */
  recheck(): void;
  close(): void;
}

export interface Ear {
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

/** Rung with the answer itself where it arrived in this process, without it to make the waiter look. */
type Bell = { rung: Promise<PlanResult | null>; ring: (answer: PlanResult | null) => void };

export function createReplyDesk(store: ReplyStore, signals: Signals, now: () => Date): ReplyDesk {
  const ears = new Map<string, (answer: PlanResult | null) => void>();
  const recheck = () => {
    for (const ring of ears.values()) ring(null);
  };
  const unsubscribe = [signals.on(REPLY_SIGNAL, (planId) => ears.get(planId)?.(null)), signals.onReconnected(recheck)];

  function listen(planId: string): Ear {
    let bell = createBell();
    const ring = (answer: PlanResult | null) => bell.ring(answer);
    ears.set(planId, ring);
    return {
      wait: async (deadline, signal, mayBeThere) => {
        const wake = () => bell.ring(null);
        signal.addEventListener('abort', wake);
        try {
          for (let look = mayBeThere; ; look = true) {
            const stored = look ? await store.find(planId) : null;
            if (stored !== null) return stored;
            if (signal.aborted) return 'aborted';
            const leftMs = deadline.getTime() - now().getTime();
            if (leftMs <= 0) {
              // The last look: an answer may have come with the deadline.
              return look ? 'silent' : ((await store.find(planId)) ?? 'silent');
            }
            const timer = setTimeout(wake, Math.min(leftMs, LONGEST_TIMER_MS));
            const answer = await bell.rung;
            clearTimeout(timer);
            if (answer !== null) return answer;
            // A new bell before the next look: what comes in between rings it.
            bell = createBell();
          }
        } finally {
          signal.removeEventListener('abort', wake);
        }
      },
      close: () => {
        if (ears.get(planId) === ring) ears.delete(planId);
      },
    };
  }

  return {
    deliver: async ({ planId, result }) => {
      if (!(await store.record(planId, result))) return;
      const ring = ears.get(planId);
      if (ring) ring(result);
      else await signals.send(REPLY_SIGNAL, planId);
    },
    listen,
    recheck,
    close: () => {
      for (const end of unsubscribe) end();
    },
  };
}

function createBell(): Bell {
  let ring: Bell['ring'] = () => undefined;
  const rung = new Promise<PlanResult | null>((resolve) => {
    ring = resolve;
  });
  return { rung, ring };
}
