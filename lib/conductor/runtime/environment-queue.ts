import type { QueueStatus } from '@/lib/ports/conductor';

/** Deployments of one environment run one after the other: a deletion waits for what it has cancelled. */
export interface EnvironmentQueue {
  /** resolves once the deployment may begin, with how it stood then */
  wait(runId: string): Promise<QueueStatus>;
  /** lets everyone who waits look again: some deployment has ended */
  recheck(): void;
}

/** @param queueStatus says whether no other deployment of the same environment goes first */
export function createEnvironmentQueue(queueStatus: (runId: string) => Promise<QueueStatus>): EnvironmentQueue {
  const waiting = new Set<() => void>();
  return {
    wait: async (runId) => {
      for (;;) {
        let wake: () => void = () => undefined;
        const woken = new Promise<void>((resolve) => {
          wake = resolve;
        });
        // Listening before looking: an end in between is not missed.
        waiting.add(wake);
        try {
          const now = await queueStatus(runId);
          if (now.hasTurn) return now;
          await woken;
        } finally {
          waiting.delete(wake);
        }
      }
    },
    recheck: () => {
      for (const wake of waiting) wake();
    },
  };
}
