import type { NewEvent } from '@/lib/model/event';
import { maskSealed } from '@/lib/model/secret';
import type { EventSink } from '@/lib/ports/conductor';
import { type RetryPolicy, retrying } from './retry';

/**
 * The events of one deployment on their way to the log. Appending costs a transaction, and everybody who watches asks
 * for what is new after it, so events gather while others were written just before: they are written in order, several
 * at once. Every event has
 * a key, so what a crash kept from being written a replay writes, and what was written before is not written again.
 */
export interface Outbox {
  /** takes events to be appended soon, in this order */
  emit(...events: (NewEvent & { key: string })[]): void;
  /** takes an event that is still being made and comes before every other; nobody waits for it once the run is abandoned */
  emitFirst(event: Promise<NewEvent & { key: string }>): void;
  /** resolves when everything emitted before is stored */
  flush(): Promise<void>;
  /** resolves when nothing is on its way to the log, whether or not it got there */
  settled(): Promise<void>;
}

/** The least time between the starts of two appends, in milliseconds: nobody sees a difference. */
const GATHER_MS = 25;

/**
 * Gathers a run's events and hands them to the log in their order.
 *
 * @param retries how often a write that fails is tried again
 * @param abandoned fires when the run is none of this process any more: nothing is told of it from then on
 */
export function createOutbox(
  sink: EventSink,
  environmentId: string,
  runId: string,
  retries: RetryPolicy,
  abandoned?: AbortSignal,
): Outbox {
  let waiting: NewEvent[] = [];
  let writing: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let nextAt = 0;
  const abandonment = new Promise<null>((resolve) => {
    if (abandoned?.aborted) resolve(null);
    abandoned?.addEventListener('abort', () => resolve(null), { once: true });
  });

  function begin(): void {
    clearTimeout(timer);
    timer = undefined;
    nextAt = performance.now() + GATHER_MS;
    writing = writing.then(write);
    // Whoever flushes learns of a failure; until then it must not count as nobody's.
    writing.catch(() => undefined);
  }

  function write(): Promise<void> {
    const batch = waiting;
    waiting = [];
    if (batch.length === 0) return Promise.resolve();
    return retrying(
      retries,
      async () => {
        if (!abandoned?.aborted) await sink.append(environmentId, runId, batch);
      },
      () => true,
    );
  }

  return {
    emit: (...events) => {
      if (abandoned?.aborted) return;
      for (const event of events) waiting.push(maskSealed(event));
      timer ??= setTimeout(begin, nextAt - performance.now());
    },
    emitFirst: (event) => {
      const before = writing;
      writing = Promise.all([Promise.race([event, abandonment]), before]).then(([first]) => {
        if (first !== null) waiting.unshift(maskSealed(first));
        return write();
      });
      writing.catch(() => undefined);
    },
    flush: () => {
      if (timer) begin();
      return writing;
    },
    settled: () => writing.catch(() => undefined),
  };
}
