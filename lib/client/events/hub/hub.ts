import { type EventTopic, environmentOf, type TopicRequest } from '@/lib/model/event-topics';
import type { ConnectionState } from '../connection';
import type { ToHub, ToTab, WantedTopic } from './messages';
import {
  createStreamConnection,
  isComplete,
  type StreamConnection,
  type StreamConnectionHandlers,
  type StreamConnectionOptions,
  type StreamRequest,
} from './stream-connection';

/** Serves the tabs of a browser from one connection. */
export interface Hub {
  /** @param reply answers the tab that sent the message */
  onMessage(message: ToHub, reply: (message: ToTab) => void): void;
  close(): void;
}

/** Times in milliseconds; for tests. */
export interface HubOptions extends StreamConnectionOptions {
  /** how long new subscriptions are gathered before the server is asked */
  gatherMs?: number;
  /** how long the connection before stays once its successor carries everything: what it has under way still comes */
  overlapMs?: number;
  /** after how long topics that nobody wants any more are given up */
  shrinkMs?: number;
  /** a tab that is silent for so long is gone: tabs in the background speak once a minute at least */
  forgetMs?: number;
}

interface Subscription extends WantedTopic {
  /** connections of this attempt or a later one serve it: earlier ones may have passed what it has not seen */
  from: number;
  /** the state that was reported last */
  reported: ConnectionState | null;
}
interface Tab {
  viewer: string;
  reply: (message: ToTab) => void;
  lastSeenAt: number;
  subscriptions: Map<number, Subscription>;
}

/**
 * Makes the hub: it keeps one connection that carries what all tabs want. To carry more it opens a second one from
 * the numbers reached, and closes the first once the second follows everything, so that nothing is missed between
 * them; what comes over both is handed on once. Events for one viewer never reach a page made for another.
 */
export function createHub(options: HubOptions = {}): Hub {
  const { gatherMs = 30, overlapMs = 2_000, shrinkMs = 30_000, forgetMs = 150_000, ...connectionOptions } = options;
  const tabs = new Map<string, Tab>();
  /** of topics of many environments: the last number that was handed on of each */
  const handedOn = new Map<EventTopic, Map<string, number>>();
  const opening = createTimer();
  const shrinking = createTimer();
  const retiring = createTimer();
  /** the oldest first; two only while one takes over from the other */
  let connections: StreamConnection[] = [];
  let attempts = 0;
  const handlers: StreamConnectionHandlers = { ask, onChange, onEvent };

  const cleanup = setInterval(() => {
    const oldest = Date.now() - forgetMs;
    for (const [name, { lastSeenAt }] of tabs) if (lastSeenAt < oldest) tabs.delete(name);
    settle();
  }, forgetMs / 3);

  function onMessage(message: ToHub, reply: (message: ToTab) => void): void {
    const { tab: name, type } = message;
    const tab = tabs.get(name);
    if (tab) tab.lastSeenAt = Date.now();
    if (type === 'alive') {
      reply({ type: 'alive', tab: name, known: tab !== undefined });
      return;
    }
    if (type === 'bye') tabs.delete(name);
    else {
      const { viewer, wants } = message;
      const subscriptions = new Map(
        wants.map((want) => [want.id, tab?.subscriptions.get(want.id) ?? begin(want, viewer)]),
      );
      tabs.set(name, { viewer, reply, lastSeenAt: Date.now(), subscriptions });
    }
    settle();
  }

  function begin(want: WantedTopic, viewer: string): Subscription {
    const newest = connections.at(-1);
    const serving =
      newest && covers(newest, want, viewer) && connections.find((connection) => covers(connection, want, viewer));
    return { ...want, from: serving ? serving.attempt : attempts + 1, reported: null };
  }

  function ask(): StreamRequest {
    attempts += 1;
    const requests = new Map<EventTopic, TopicRequest>();
    for (const { topic, after } of subscriptionsByAge()) {
      const other = requests.get(topic);
      requests.delete(topic);
      requests.set(topic, { topic, after: Math.min(after, other?.after ?? after) });
    }
    const viewers = new Set([...tabs.values()].map(({ viewer }) => viewer));
    return { attempt: attempts, viewers, requests: [...requests.values()] };
  }

  function subscriptionsByAge(): Subscription[] {
    return [...tabs.values()]
      .flatMap(({ subscriptions }) => [...subscriptions.values()])
      .sort((a, b) => a.from - b.from);
  }

  /** Opens a connection for what is wanted now; the one before stays for as long as it serves better than nothing. */
  function open(): void {
    for (const timer of [opening, shrinking, retiring]) timer.stop();
    const keeper = connections.findLast(isComplete);
    keep(connections.filter((connection) => connection === keeper));
    const connection = createStreamConnection(handlers, connectionOptions);
    connections.push(connection);
    connection.start();
    settle();
  }

  function keep(kept: StreamConnection[]): void {
    const dropped = connections.filter((connection) => !kept.includes(connection));
    connections = kept;
    for (const connection of dropped) connection.close();
    for (const topic of handedOn.keys())
      if (!connections.some(({ topics }) => topics.has(topic))) handedOn.delete(topic);
  }

  function onChange(connection: StreamConnection): void {
    const newest = connections.at(-1);
    if (!newest || !connections.includes(connection)) return;
    const [older] = connections;
    // lost while its successor is on the way, or for somebody who has signed out since
    const over =
      older !== newest &&
      (older?.state !== 'live' ||
        newest.state === 'refused' ||
        (newest.viewer !== null && newest.viewer !== older.viewer));
    if (over) keep([newest]);
    else if (connections.length > 1 && isComplete(newest)) retiring.start(() => keep(connections.slice(-1)), overlapMs);
    settle();
  }

  function onEvent(
    connection: StreamConnection,
    topic: EventTopic,
    event: { environmentId: string; seq: number; text: string },
  ): void {
    const { environmentId, seq, text } = event;
    if (!connections.includes(connection)) return;
    const one = environmentOf(topic) !== null;
    if (!one) {
      const last = handedOn.get(topic) ?? new Map<string, number>();
      if (seq <= (last.get(environmentId) ?? 0)) return;
      handedOn.set(topic, last.set(environmentId, seq));
    }
    for (const [name, { viewer, reply, subscriptions }] of tabs) {
      if (viewer !== connection.viewer) continue;
      const ids: number[] = [];
      for (const wanted of subscriptions.values()) {
        if (wanted.topic !== topic || connection.attempt < wanted.from || (one && seq <= wanted.after)) continue;
        if (one) wanted.after = seq;
        ids.push(wanted.id);
      }
      if (ids.length > 0) reply({ type: 'event', tab: name, ids, text });
    }
  }

  /** After every change: asks the server if there is something new to ask, and reports their states to the tabs. */
  function settle(): void {
    const newest = connections.at(-1);
    const topics = new Set(subscriptionsByAge().map(({ topic }) => topic));
    const asksMore = () => subscriptionsByAge().some(({ from }) => from > attempts);
    if (asksMore()) opening.start(() => asksMore() && open(), gatherMs);
    else if (newest && [...newest.topics.keys()].some((topic) => !topics.has(topic)))
      shrinking.start(() => (subscriptionsByAge().length > 0 ? open() : keep([])), shrinkMs);
    else shrinking.stop();
    for (const [name, tab] of tabs) reportStates(name, tab);
  }

  function reportStates(name: string, { viewer, reply, subscriptions }: Tab): void {
    const changed = new Map<ConnectionState, number[]>();
    for (const wanted of subscriptions.values()) {
      const state = stateOf(wanted, viewer);
      if (state === wanted.reported) continue;
      wanted.reported = state;
      changed.set(state, [...(changed.get(state) ?? []), wanted.id]);
    }
    for (const [state, ids] of changed) reply({ type: 'state', tab: name, ids, state });
  }

  function stateOf({ topic, from, reported }: Subscription, viewer: string): ConnectionState {
    const serves = (connection: StreamConnection) =>
      connection.attempt >= from &&
      connection.state === 'live' &&
      connection.viewer === viewer &&
      connection.topics.get(topic)?.state === 'live';
    if (connections.some(serves)) return 'live';
    // while nothing else is known, what was reported stays
    const before = reported === 'refused' || reported === 'retrying' ? reported : 'connecting';
    const newest = connections.at(-1);
    if (!newest || from > newest.attempt) return before;
    const carried = newest.topics.get(topic);
    if (newest.state === 'refused' || carried?.state === 'refused') return 'refused';
    if (newest.viewer !== null && newest.viewer !== viewer) return 'refused';
    return newest.state === 'retrying' || !carried ? 'retrying' : before;
  }

  return {
    onMessage: onMessage,
    close() {
      clearInterval(cleanup);
      for (const timer of [opening, shrinking, retiring]) timer.stop();
      tabs.clear();
      keep([]);
    },
  };
}

/** Whether what a connection brings from now on is all that a new subscription wants. */
function covers(connection: StreamConnection, { topic, after }: WantedTopic, viewer: string): boolean {
  const carried = connection.topics.get(topic);
  return (
    carried !== undefined &&
    carried.state !== 'refused' &&
    connection.state !== 'refused' &&
    connection.viewers.has(viewer) &&
    (connection.viewer === null || connection.viewer === viewer) &&
    (environmentOf(topic) === null || after >= carried.position)
  );
}

/** A timer that runs once; starting it while it runs changes nothing. */
function createTimer(): { start(act: () => void, ms: number): void; stop(): void } {
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
