import { type EventTopic, environmentOf } from '@/lib/model/event-topics';
import type { StreamEvent } from './stream-connection';

/** Which events of topics of many environments were handed on: what comes over two connections is handed on once. */
export interface EventDeduplicator {
  /** @returns whether an event was not handed on before; of a topic of one environment its subscriptions know that */
  add(topic: EventTopic, event: StreamEvent): boolean;
  /** forgets the topics that are not carried any more */
  retain(isCarried: (topic: EventTopic) => boolean): void;
}

/** Makes the memory of a hub that has handed on nothing yet. */
export function createEventDeduplicator(): EventDeduplicator {
  const lastNumbers = new Map<EventTopic, Map<string, number>>();
  return {
    add(topic, { environmentId, seq }) {
      if (environmentOf(topic) !== null) return true;
      const last = lastNumbers.get(topic) ?? new Map<string, number>();
      if (seq <= (last.get(environmentId) ?? 0)) return false;
      lastNumbers.set(topic, last.set(environmentId, seq));
      return true;
    },
    retain(isCarried) {
      for (const topic of lastNumbers.keys()) if (!isCarried(topic)) lastNumbers.delete(topic);
    },
  };
}
