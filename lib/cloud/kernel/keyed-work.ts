/** One piece of work per key at a time; asking again while it runs makes it run once more. */
export interface KeyedWork {
  schedule(key: string): void;
  /** resolves when everything has come to rest */
  settled(): Promise<void>;
}

const RETRY_MS = 500;

/**
 * @param work does everything there is to do for a key now, then returns
 * @param signal ends it: nothing new begins, waiting retries are dropped
 * @param onError told of each failure; the work is tried again half a second later
 */
export function keyedWork(
  work: (key: string) => Promise<void>,
  signal: AbortSignal,
  onError: (error: unknown, key: string) => void,
): KeyedWork {
  const running = new Map<string, Promise<void>>();
  const again = new Set<string>();

  async function run(key: string): Promise<void> {
    do {
      again.delete(key);
      try {
        await work(key);
      } catch (error) {
        if (signal.aborted) return;
        onError(error, key);
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
        again.add(key);
      }
    } while (again.has(key) && !signal.aborted);
  }

  function schedule(key: string): void {
    if (signal.aborted) return;
    if (running.has(key)) {
      again.add(key);
      return;
    }
    running.set(
      key,
      run(key).finally(() => {
        running.delete(key);
        if (again.delete(key)) schedule(key);
      }),
    );
  }

  return {
    schedule,
    settled: async () => {
      while (running.size > 0) await Promise.all(running.values());
    },
  };
}
