import type { VetroEvent } from '@/lib/model/event';
import { environmentTopic } from '@/lib/model/event-topics';
import { EMPTY_PROGRESS, type Progress } from '@/lib/model/progress/projection';
import { api } from '../api';
import { followTopic } from './page-link';
import { createEventStore, type EventStore } from './store';

/** As many events as one answer brings at most; so many are read of a log before anybody asks for more. */
const PAGE = 1000;

/** What a run has come to until now, as the server has folded it. */
export function loadRunProgress(environmentId: string, runId: string): Promise<Progress> {
  return api.get(`/environments/${environmentId}/runs/${runId}/progress`);
}

/**
 * The newest events of a run before one of them.
 *
 * @param before number of an event; null for the newest there are
 * @returns `more`: there are earlier ones
 */
export async function loadRunEvents(
  environmentId: string,
  runId: string,
  before: number | null,
): Promise<{ events: VetroEvent[]; more: boolean }> {
  const query = new URLSearchParams({ before: `${before ?? NO_EVENT}`, deployment_id: runId, limit: `${PAGE}` });
  const { events } = await api.get(`/environments/${environmentId}/events?${query}`);
  return { events, more: events.length === PAGE };
}

/** Larger than the number of any event. */
const NO_EVENT = 2 ** 31 - 1;

/** The newest run is where the present begins: older ones are read when someone looks at them. */
async function loadPresent(environmentId: string): Promise<Progress> {
  const { runs } = await api.get(`/environments/${environmentId}/runs?limit=1`);
  const [newest] = runs;
  return newest ? loadRunProgress(environmentId, newest.id) : EMPTY_PROGRESS;
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
      follow: (subscriber) => followTopic(environmentTopic(environmentId), subscriber),
      loadPast: () => loadPresent(environmentId),
    });
    stores.set(environmentId, store);
  }
  return store;
}
