/** Deployments of one environment run one after the other: a deletion waits for what it has cancelled. */
export interface Turns {
  /** resolves once the deployment may begin */
  wait(deploymentId: string): Promise<void>;
  /** lets everyone who waits look again: some deployment has ended */
  recheck(): void;
}

/** @param hasTurn whether no other deployment of the same environment goes first */
export function createTurns(hasTurn: (deploymentId: string) => Promise<boolean>): Turns {
  const waiting = new Set<() => void>();
  return {
    wait: async (deploymentId) => {
      for (;;) {
        let wake: () => void = () => undefined;
        const woken = new Promise<void>((resolve) => {
          wake = resolve;
        });
        // Listening before looking: an end in between is not missed.
        waiting.add(wake);
        try {
          if (await hasTurn(deploymentId)) return;
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
