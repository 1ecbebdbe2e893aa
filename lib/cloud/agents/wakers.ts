/** Calls that wait until something happens under a key, in this process. */
export interface Wakers {
  /** Wakes who waits under a key. */
  wake(key: string): void;
  /** Wakes everybody: something may have been missed. */
  wakeAll(): void;
  /** Wakes everybody for the last time. */
  close(): void;
  isClosed(): boolean;
  /**
   * Listens from now on.
   *
   * @param keys any of them wakes
   * @returns `called` resolves at the first call, or when `signal` fires or the time is over; `forget` ends it
   */
  next(keys: readonly string[], ms: number, signal: AbortSignal): { called: Promise<void>; forget: () => void };
}

/** Makes a place where calls wait until somebody wakes one of their keys. */
export function createWakers(): Wakers {
  const waiting = new Map<string, Set<() => void>>();
  let closed = false;
  const wakeAll = () => {
    for (const calls of [...waiting.values()]) for (const call of [...calls]) call();
  };
  return {
    wake: (key) => {
      for (const call of [...(waiting.get(key) ?? [])]) call();
    },
    wakeAll,
    close: () => {
      closed = true;
      wakeAll();
    },
    isClosed: () => closed,
    next: (keys, ms, signal) => {
      let forget: () => void = () => undefined;
      const called = new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        const call = () => resolve();
        signal.addEventListener('abort', call);
        for (const key of keys) waiting.set(key, (waiting.get(key) ?? new Set()).add(call));
        forget = () => {
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
      return { called, forget };
    },
  };
}
