/** A timer that runs once; starting it while it runs changes nothing. Times in milliseconds. */
export interface Timer {
  start(act: () => void, ms: number): void;
  stop(): void;
}

/** Makes a timer that does not run. */
export function createTimer(): Timer {
  let running: ReturnType<typeof setTimeout> | null = null;
  return {
    start(act, ms) {
      running ??= setTimeout(() => {
        running = null;
        act();
      }, ms);
    },
    stop() {
      if (running !== null) clearTimeout(running);
      running = null;
    },
  };
}
