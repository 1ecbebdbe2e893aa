import { environmentTopic } from '@/lib/model/event-topics';
import type { StreamedEvent } from '@/lib/model/streamed-event';
import { api } from '../api';
import { followTopic } from './page-link';
import { createEventStore, type EventStore } from './store';

/** As many events as one answer brings at most. */
const PAGE = 1000;

/** All events of one deployment. */
export async function loadRunEvents(environmentId: string, runId: string): Promise<StreamedEvent[]> {
  const events: StreamedEvent[] = [];
  for (;;) {
    const after = events.at(-1)?.seq ?? 0;
    const query = new URLSearchParams({ after: `${after}`, deployment_id: runId, limit: `${PAGE}` });
    const page = (await api.get(`/environments/${environmentId}/events?${query}`)).events;
    events.push(...page);
    if (page.length < PAGE) return events;
  }
}

/** The newest deployment is where the present begins: older ones are read when someone looks at them. */
async function loadPresent(environmentId: string): Promise<StreamedEvent[]> {
  const { deployments } = await api.get(`/environments/${environmentId}/deployments`);
  const newest = deployments[0];
  return newest ? loadRunEvents(environmentId, newest.id) : [];
}

const stores = new Map<string, EventStore>();

/**
 * The event log of an environment, one per page however many parts of it look: in a browser only. It stays
 * known after the last one has left, so coming back shows at once what was seen and reads the rest.
 */
export function environmentEventStore(environmentId: string): EventStore {
  let store = stores.get(environmentId);
  if (!store) {
    store = createEventStore({
      follow: (follower) => followTopic(environmentTopic(environmentId), follower),
      loadPast: () => loadPresent(environmentId),
    });
    stores.set(environmentId, store);
  }
  return store;
}
