import { foldEvents } from '@/lib/model/progress/fold';
import { EMPTY_PROGRESS, type Progress } from '@/lib/model/progress/projection';
import { withSnapshot } from '@/lib/model/progress/snapshot';
import type { StreamedEvent } from '@/lib/model/streamed-event';
import type { ConnectionState } from './connection';
import type { TopicSubscriber } from './hub/page-subscriptions';
import { readEvent } from './read-event';

/** What a page sees of an event log. */
export interface EventView {
  progress: Progress;
  /** the events that came since the page looked, and those of runs whose log was read; by number */
  events: readonly StreamedEvent[];
  connection: ConnectionState;
  /** the picture of the past is there: what comes now happens now */
  loaded: boolean;
}

export const EMPTY_VIEW: EventView = { progress: EMPTY_PROGRESS, events: [], connection: 'connecting', loaded: false };

export interface EventStoreOptions {
  /** follows the log; returns the function that ends it */
  follow(subscriber: Required<TopicSubscriber>): () => void;
  /** the picture of the past to begin with; the stream goes on after its last event */
  loadPast(): Promise<Progress>;
  /** at most one render in this time, in milliseconds; the first event after a pause is shown at once */
  chunkMs?: number;
}

export interface EventStore {
  /** for useSyncExternalStore; the first listener opens the stream, the last one closes it */
  subscribe(listener: () => void): () => void;
  view(): EventView;
  /**
   * Adds events read elsewhere; those already known change nothing, and those that the stream has not come to are left to it:
   * what it brings is then always newer than what is there.
   */
  add(events: readonly StreamedEvent[]): void;
  /** adds a picture of runs that was folded elsewhere */
  adopt(snapshot: Progress): void;
}

/**
 * One event log in the browser: the past as the server has folded it, then the stream, folded by the same reducer.
 * What comes after a pause is shown at once, what arrives in quick succession together: a noisy plan does not become
 * a thousand renders.
 */
export function createEventStore(options: EventStoreOptions): EventStore {
  const { chunkMs = 100 } = options;
  const listeners = new Set<() => void>();
  let view = EMPTY_VIEW;
  let close: (() => void) | null = null;
  let waiting: StreamedEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | null = null;
  let received = 0;
  /** up to which event the stream is folded into the view */
  let foldedSeq = 0;
  let flushedAt = Number.NEGATIVE_INFINITY;

  const change = (next: Partial<EventView>) => {
    view = { ...view, ...next };
    for (const listener of listeners) listener();
  };
  const add = (events: readonly StreamedEvent[]) => {
    const progress = foldEvents(view.progress, events);
    const merged = mergeBySeq(view.events, events);
    if (progress === view.progress && merged.length === view.events.length) return;
    change({ progress, events: merged });
  };
  const adopt = (snapshot: Progress) => change({ progress: withSnapshot(view.progress, snapshot, view.events) });
  const flush = () => {
    timer = null;
    flushedAt = performance.now();
    const events = waiting;
    waiting = [];
    foldedSeq = Math.max(foldedSeq, received);
    add(events);
  };
  const receive = (data: string) => {
    const event = readEvent(data);
    if (!event) return;
    received = Math.max(received, event.seq);
    waiting.push(event);
    timer ??= setTimeout(flush, Math.max(0, flushedAt + chunkMs - performance.now()));
  };

  const open = () => {
    let closed = false;
    let stop = () => {};
    const begin = async () => {
      if (!view.loaded) {
        const past = await options.loadPast().catch(() => EMPTY_PROGRESS);
        if (closed) return;
        adopt(past);
        change({ loaded: true });
      }
      received = Math.max(received, view.progress.lastSeq);
      foldedSeq = received;
      stop = options.follow({
        after: () => received,
        onEvent: receive,
        onState: (connection) => change({ connection }),
      });
    };
    void begin();
    return () => {
      closed = true;
      stop();
      if (timer) clearTimeout(timer);
      flush();
    };
  };

  return {
    subscribe(listener) {
      listeners.add(listener);
      close ??= open();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        close?.();
        close = null;
      };
    },
    view: () => view,
    add: (events) => add(events.filter(({ seq }) => seq <= foldedSeq)),
    adopt,
  };
}

/** Two lists of events as one, by number, each number once. */
export function mergeBySeq(known: readonly StreamedEvent[], more: readonly StreamedEvent[]): StreamedEvent[] {
  const last = known.at(-1)?.seq ?? 0;
  const sorted = [...new Map(more.map((event) => [event.seq, event])).values()].sort((a, b) => a.seq - b.seq);
  if ((sorted[0]?.seq ?? 0) > last) return [...known, ...sorted];
  return [...new Map([...known, ...sorted].map((event) => [event.seq, event])).values()].sort((a, b) => a.seq - b.seq);
}
