/** So long the first news of an operation waits for others, in milliseconds: they come in bursts. */
const GATHER_MS = 50;

/** Callers that wait for news of operations, whichever process carries them out. */
export interface Waiters {
  /** called when something has happened in an operation */
  progress(operationId: string): void;
  /** called when an operation is over */
  over(operationId: string): void;
  /** called when such calls may have been missed */
  recheckAll(): void;
  /** The next call about an operation; it comes at once when `signal` fires. `forget` ends listening. */
  next(operationId: string, signal: AbortSignal): { called: Promise<void>; forget: () => void };
  isClosed(): boolean;
  /** ends every wait: this process stops; `open` lets them wait again */
  close(): void;
  open(): void;
}

/** Makes a place where observers wait for news of operations. */
export function createWaiters(): Waiters {
  const waiting = new Map<string, Set<() => void>>();
  const gathering = new Map<string, NodeJS.Timeout>();
  let closed = false;
  const call = (operationId: string) => {
    clearTimeout(gathering.get(operationId));
    gathering.delete(operationId);
    for (const wake of waiting.get(operationId) ?? []) wake();
  };
  const callAll = () => {
    for (const operationId of [...waiting.keys()]) call(operationId);
  };
  return {
    progress: (operationId) => {
      if (!waiting.has(operationId) || gathering.has(operationId)) return;
      gathering.set(
        operationId,
        setTimeout(() => call(operationId), GATHER_MS),
      );
    },
    over: call,
    recheckAll: callAll,
    next: (operationId, signal) => {
      let wake = () => {};
      const called = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const set = waiting.get(operationId) ?? new Set();
      waiting.set(operationId, set.add(wake));
      signal.addEventListener('abort', wake, { once: true });
      const forget = () => {
        signal.removeEventListener('abort', wake);
        set.delete(wake);
        if (set.size === 0 && waiting.get(operationId) === set) waiting.delete(operationId);
      };
      return { called, forget };
    },
    isClosed: () => closed,
    close: () => {
      closed = true;
      callAll();
    },
    open: () => {
      closed = false;
    },
  };
}
