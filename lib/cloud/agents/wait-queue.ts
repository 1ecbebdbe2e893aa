/** Calls that wait until something happens under a key, in this process. */
export interface WaitQueue {
  /** Ends the waits under a key. */
  notify(key: string): void;
  /** Ends all waits: something may have been missed. */
  notifyAll(): void;
  /** Ends all waits for the last time. */
  close(): void;
  isClosed(): boolean;
  /**
   * Listens from now on.
   *
   * @param keys any of them ends the wait
   * @param ms how long at the most
   * @returns `over` resolves at the first notification, or when `signal` fires or the time is over; `cancel` ends it
   */
  wait(keys: readonly string[], ms: number, signal: AbortSignal): { over: Promise<void>; cancel: () => void };
}

/** Makes a place where calls wait until somebody notifies one of their keys. */
export function createWaitQueue(): WaitQueue {
  const waiting = new Map<string, Set<() => void>>();
  let closed = false;
  const notifyAll = () => {
    for (const calls of [...waiting.values()]) for (const call of [...calls]) call();
  };
  return {
    notify: (key) => {
      for (const call of [...(waiting.get(key) ?? [])]) call();
    },
    notifyAll,
    close: () => {
      closed = true;
      notifyAll();
    },
    isClosed: () => closed,
    wait: (keys, ms, signal) => {
      let cancel: () => void = () => undefined;
      const over = new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        const call = () => resolve();
        signal.addEventListener('abort', call);
        for (const key of keys) waiting.set(key, (waiting.get(key) ?? new Set()).add(call));
        cancel = () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', call);
          for (const key of keys) {
            const calls = waiting.get(key);
            calls?.delete(call);
            if (calls?.size === 0) waiting.delete(key);
          }
          resolve();
        };
      });
      return { over, cancel };
    },
  };
}
