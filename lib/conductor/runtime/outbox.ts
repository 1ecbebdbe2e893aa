import type { NewEvent } from '@/lib/model/event';
import { maskSealed } from '@/lib/model/secret';
import type { EventSink } from '@/lib/ports/conductor';
import { type RetryPolicy, retrying } from './retry';

/**
 * The events of one deployment on their way to the log. Appending costs a transaction, so a report does
 * not wait for its own: events are written in order, several at once when they come faster than they
 * can be written. Every event has a key, so what a crash kept from being written a replay writes, and
 * what was written before is not written again.
 */
export interface Outbox {
  /** takes events to be appended soon, in this order */
  emit(...events: (NewEvent & { key: string })[]): void;
  /** resolves when everything emitted before is stored */
  flush(): Promise<void>;
}

export function createOutbox(sink: EventSink, environmentId: string, runId: string, retries: RetryPolicy): Outbox {
  let waiting: NewEvent[] = [];
  let writing: Promise<void> = Promise.resolve();

  function write(): Promise<void> {
    const batch = waiting;
    waiting = [];
    if (batch.length === 0) return Promise.resolve();
    return retrying(
      retries,
      () => sink.append(environmentId, runId, batch),
      () => true,
    );
  }

  return {
    emit: (...events) => {
      for (const event of events) waiting.push(maskSealed(event));
      writing = writing.then(write);
      // Whoever flushes is told; until then a failure must not count as nobody's.
      writing.catch(() => undefined);
    },
    flush: () => writing,
  };
}
