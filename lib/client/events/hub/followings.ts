import type { EventTopic } from '@/lib/model/event-topics';
import type { ConnectionState } from '../connection';
import type { WantedTopic } from './messages';

/** What follows a topic. */
export interface TopicFollower {
  /** an environment's number after which to go on; asked at each new beginning */
  after?(): number;
  /** an event as its text */
  onEvent(text: string): void;
  onState(state: ConnectionState): void;
}

interface Following extends TopicFollower {
  topic: EventTopic;
  state: ConnectionState;
}

/** What a page follows, by the ids under which its hub knows it. */
export interface Followings {
  /** @returns its id, which no other has or had */
  add(topic: EventTopic, follower: TopicFollower): number;
  /** @returns whether it was followed until then */
  remove(id: number): boolean;
  isEmpty(): boolean;
  /** what to ask a hub for */
  wants(): WantedTopic[];
  onEvent(ids: readonly number[], text: string): void;
  /** enters a state with those that have another; the ids of what is not followed any more do nothing */
  enter(ids: Iterable<number>, state: ConnectionState): void;
  ids(): Iterable<number>;
  liveIds(): number[];
}

/** Makes the followings of a page that follows nothing yet. */
export function createFollowings(): Followings {
  const followings = new Map<number, Following>();
  let lastId = 0;
  return {
    add(topic, follower) {
      lastId += 1;
      followings.set(lastId, { ...follower, topic, state: 'connecting' });
      return lastId;
    },
    remove: (id) => followings.delete(id),
    isEmpty: () => followings.size === 0,
    wants: () => [...followings].map(([id, { topic, after }]) => ({ id, topic, after: after?.() ?? 0 })),
    onEvent(ids, text) {
      for (const id of ids) followings.get(id)?.onEvent(text);
    },
    enter(ids, state) {
      for (const id of ids) {
        const following = followings.get(id);
        if (!following || following.state === state) continue;
        following.state = state;
        following.onState(state);
      }
    },
    ids: () => followings.keys(),
    liveIds: () => [...followings].filter(([, { state }]) => state === 'live').map(([id]) => id),
  };
}
