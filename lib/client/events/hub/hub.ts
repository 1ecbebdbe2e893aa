import { type EventTopic, environmentOf } from '@/lib/model/event-topics';
import { createEventDeduplicator } from './event-deduplicator';
import type { SubscribedTopic, ToHub, ToTab } from './messages';
import {
  createStreamConnection,
  isComplete,
  type StreamConnection,
  type StreamConnectionHandlers,
  type StreamConnectionOptions,
  type StreamEvent,
  type StreamRequest,
} from './stream-connection';
import { handOn, reportStates, type Subscription, subscriptionsByAge, type Tab, topicRequests } from './tab';
import { createTimer } from './timer';

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
  /** after how long topics that nobody subscribes to any more are given up */
  shrinkMs?: number;
  /** a tab that is silent for so long is gone: tabs in the background speak once a minute at least */
  forgetMs?: number;
}

/**
 * Makes the hub: it keeps one connection that carries what all tabs subscribe to. To carry more it opens a second one from
 * the numbers reached, and closes the first once the second follows everything, so that nothing is missed between
 * them; what comes over both is handed on once. Events for one viewer never reach a page made for another.
 */
export function createHub(options: HubOptions = {}): Hub {
  const { gatherMs = 30, overlapMs = 2_000, shrinkMs = 30_000, forgetMs = 150_000, ...connectionOptions } = options;
  const tabs = new Map<string, Tab>();
  const deduplicator = createEventDeduplicator();
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
      const { viewer, topics } = message;
      const subscriptions = new Map(
        topics.map((one) => [one.id, tab?.subscriptions.get(one.id) ?? subscribe(one, viewer, connections, attempts)]),
      );
      tabs.set(name, { viewer, reply, lastSeenAt: Date.now(), subscriptions });
    }
    settle();
  }

  function ask(): StreamRequest {
    attempts += 1;
    const viewers = new Set([...tabs.values()].map(({ viewer }) => viewer));
    return { attempt: attempts, viewers, requests: topicRequests(subscriptionsByAge(tabs.values())) };
  }

  /** Opens a connection for what is subscribed to now; the one before stays for as long as it serves better than nothing. */
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
    deduplicator.retain((topic) => connections.some(({ topics }) => topics.has(topic)));
  }

  function onChange(connection: StreamConnection): void {
    const newest = connections.at(-1);
    if (!newest || !connections.includes(connection)) return;
    const [older] = connections;
    if (older && older !== newest && isOver(older, newest)) keep([newest]);
    else if (connections.length > 1 && isComplete(newest)) retiring.start(() => keep(connections.slice(-1)), overlapMs);
    settle();
  }

  function onEvent(connection: StreamConnection, topic: EventTopic, event: StreamEvent): void {
    if (!connections.includes(connection) || !deduplicator.add(topic, event)) return;
    for (const [name, tab] of tabs) handOn(name, tab, connection, topic, event);
  }

  /** After every change: asks the server if there is something new to ask, and reports their states to the tabs. */
  function settle(): void {
    const newest = connections.at(-1);
    const topics = new Set(subscriptionsByAge(tabs.values()).map(({ topic }) => topic));
    const asksMore = () => subscriptionsByAge(tabs.values()).some(({ from }) => from > attempts);
    if (asksMore()) opening.start(() => asksMore() && open(), gatherMs);
    else if (newest && [...newest.topics.keys()].some((topic) => !topics.has(topic)))
      shrinking.start(() => (subscriptionsByAge(tabs.values()).length > 0 ? open() : keep([])), shrinkMs);
    else shrinking.stop();
    for (const [name, tab] of tabs) reportStates(name, tab, connections);
  }

  return {
    onMessage,
    close() {
      clearInterval(cleanup);
      for (const timer of [opening, shrinking, retiring]) timer.stop();
      tabs.clear();
      keep([]);
    },
  };
}

/** Whether a connection serves nobody beside its successor: lost while that is on the way, or of somebody who has signed out since. */
function isOver(connection: StreamConnection, successor: StreamConnection): boolean {
  return (
    connection.state !== 'live' ||
    successor.state === 'refused' ||
    (successor.viewer !== null && successor.viewer !== connection.viewer)
  );
}

/**
 * A new subscription: the oldest connection that brings all of it serves it, else what is opened next.
 *
 * @param connections the oldest first
 */
function subscribe(
  subscribed: SubscribedTopic,
  viewer: string,
  connections: readonly StreamConnection[],
  attempts: number,
): Subscription {
  const newest = connections.at(-1);
  const serving =
    newest &&
    covers(newest, subscribed, viewer) &&
    connections.find((connection) => covers(connection, subscribed, viewer));
  return { ...subscribed, from: serving ? serving.attempt : attempts + 1, reported: null };
}

/** Whether what a connection brings from now on is all that a new subscription is for. */
function covers(connection: StreamConnection, { topic, after }: SubscribedTopic, viewer: string): boolean {
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
