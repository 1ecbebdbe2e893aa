import type { EventTopic } from '@/lib/model/event-topics';
import type { ConnectionState } from '../connection';

/** One subscription of a tab. */
export interface SubscribedTopic {
  /** unique within the tab's name */
  id: number;
  topic: EventTopic;
  /** an environment's number after which events are to come */
  after: number;
}

/** Messages of a tab to the hub. A tab takes a new name each time it comes to a hub, so that nothing old is mixed in. */
export type ToHub =
  /** everything that the tab is subscribed to now, for whom its page was made */
  | { type: 'subscribe'; tab: string; viewer: string; topics: SubscribedTopic[] }
  /** the tab lives; asks whether the hub does */
  | { type: 'alive'; tab: string }
  /** the tab goes */
  | { type: 'bye'; tab: string };

/** Messages of the hub to a tab; `ids` are the subscriptions that it is for. */
export type ToTab =
  | { type: 'event'; tab: string; ids: number[]; text: string }
  | { type: 'state'; tab: string; ids: number[]; state: ConnectionState }
  /** `known` is false for a tab that must send its subscriptions again */
  | { type: 'alive'; tab: string; known: boolean };
