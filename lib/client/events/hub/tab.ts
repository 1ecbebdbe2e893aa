import { type EventTopic, environmentOf, type TopicRequest } from '@/lib/model/event-topics';
import type { ConnectionState } from '../connection';
import type { SubscribedTopic, ToTab } from './messages';
import type { StreamConnection, StreamEvent } from './stream-connection';

/** A topic that a tab is subscribed to. */
export interface Subscription extends SubscribedTopic {
  /** connections of this attempt or a later one serve it: earlier ones may have passed what it has not seen */
  from: number;
  /** the state that was reported last */
  reported: ConnectionState | null;
}

/** A tab that the hub serves. */
export interface Tab {
  /** for whom its page was made */
  viewer: string;
  reply: (message: ToTab) => void;
  /** in milliseconds since the epoch */
  lastSeenAt: number;
  subscriptions: Map<number, Subscription>;
}

/** The subscriptions of all tabs, those first that older connections serve. */
export function subscriptionsByAge(tabs: Iterable<Tab>): Subscription[] {
  return [...tabs].flatMap(({ subscriptions }) => [...subscriptions.values()]).sort((a, b) => a.from - b.from);
}

/** What a connection has to ask for to serve subscriptions: each topic once, from the earliest number. */
export function topicRequests(subscriptions: readonly Subscription[]): TopicRequest[] {
  const requests = new Map<EventTopic, TopicRequest>();
  for (const { topic, after } of subscriptions) {
    const other = requests.get(topic);
    requests.delete(topic);
    requests.set(topic, { topic, after: Math.min(after, other?.after ?? after) });
  }
  return [...requests.values()];
}

/** Hands an event of a topic on to a tab, to those of its subscriptions that have not had it. */
export function handOn(
  name: string,
  { viewer, reply, subscriptions }: Tab,
  connection: StreamConnection,
  topic: EventTopic,
  { seq, text }: StreamEvent,
): void {
  if (viewer !== connection.viewer) return;
  const one = environmentOf(topic) !== null;
  const ids: number[] = [];
  for (const subscription of subscriptions.values()) {
    if (subscription.topic !== topic || connection.attempt < subscription.from || (one && seq <= subscription.after))
      continue;
    if (one) subscription.after = seq;
    ids.push(subscription.id);
  }
  if (ids.length > 0) reply({ type: 'event', tab: name, ids, text });
}

/** Reports to a tab which of its subscriptions have another state than was reported last. */
export function reportStates(
  name: string,
  { viewer, reply, subscriptions }: Tab,
  connections: readonly StreamConnection[],
): void {
  const changed = new Map<ConnectionState, number[]>();
  for (const subscription of subscriptions.values()) {
    const state = stateOf(subscription, viewer, connections);
    if (state === subscription.reported) continue;
    subscription.reported = state;
    changed.set(state, [...(changed.get(state) ?? []), subscription.id]);
  }
  for (const [state, ids] of changed) reply({ type: 'state', tab: name, ids, state });
}

/** @param connections the oldest first */
function stateOf(
  { topic, from, reported }: Subscription,
  viewer: string,
  connections: readonly StreamConnection[],
): ConnectionState {
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
