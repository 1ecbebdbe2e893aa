import type { EventTopic } from '@/lib/model/event-topics';
import type { ConnectionState } from '../connection';
import type { SubscribedTopic } from './messages';

/** What is subscribed to a topic. */
export interface TopicSubscriber {
  /** an environment's number after which to go on; asked at each new beginning */
  after?(): number;
  /** an event as its text */
  onEvent(text: string): void;
  onState(state: ConnectionState): void;
}

interface PageSubscription extends TopicSubscriber {
  topic: EventTopic;
  state: ConnectionState;
}

/** What a page is subscribed to, by the ids under which its hub knows it. */
export interface PageSubscriptions {
  /** @returns its id, which no other has or had */
  add(topic: EventTopic, subscriber: TopicSubscriber): number;
  /** @returns whether it was there until then */
  remove(id: number): boolean;
  isEmpty(): boolean;
  /** what a hub is asked for */
  topics(): SubscribedTopic[];
  onEvent(ids: readonly number[], text: string): void;
  /** enters a state with those that have another; ids that are not there any more do nothing */
  enter(ids: Iterable<number>, state: ConnectionState): void;
  ids(): Iterable<number>;
  liveIds(): number[];
}

/** Makes the subscriptions of a page that has none yet. */
export function createPageSubscriptions(): PageSubscriptions {
  const subscriptions = new Map<number, PageSubscription>();
  let lastId = 0;
  return {
    add(topic, subscriber) {
      lastId += 1;
      subscriptions.set(lastId, { ...subscriber, topic, state: 'connecting' });
      return lastId;
    },
    remove: (id) => subscriptions.delete(id),
    isEmpty: () => subscriptions.size === 0,
    topics: () => [...subscriptions].map(([id, { topic, after }]) => ({ id, topic, after: after?.() ?? 0 })),
    onEvent(ids, text) {
      for (const id of ids) subscriptions.get(id)?.onEvent(text);
    },
    enter(ids, state) {
      for (const id of ids) {
        const subscription = subscriptions.get(id);
        if (!subscription || subscription.state === state) continue;
        subscription.state = state;
        subscription.onState(state);
      }
    },
    ids: () => subscriptions.keys(),
    liveIds: () => [...subscriptions].filter(([, { state }]) => state === 'live').map(([id]) => id),
  };
}
