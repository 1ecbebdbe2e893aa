'use client';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { RunProgress } from '@/lib/model/progress/projection';
import { environmentEventStore, loadRunEvents } from './environment-store';
import { EMPTY_VIEW, type EventView } from './store';

const NOWHERE = { subscribe: () => () => {}, view: () => EMPTY_VIEW };
const nothing = () => EMPTY_VIEW;

/** What is known and what happens in an environment: its newest deployment, then all news as they come. */
export function useEnvironmentEvents(environmentId: string): EventView {
  // the store is the browser's: on the server there is nothing to listen to
  const store = typeof window === 'undefined' ? NOWHERE : environmentEventStore(environmentId);
  return useSyncExternalStore(store.subscribe, store.view, nothing);
}

/** The same, with the whole log of one deployment, also an old one. `ready` once that log has been read. */
export function useRunEvents(environmentId: string, runId: string): EventView & { ready: boolean } {
  const view = useEnvironmentEvents(environmentId);
  const [read, setRead] = useState<string | null>(null);
  useEffect(() => {
    let gone = false;
    loadRunEvents(environmentId, runId)
      .then((events) => environmentEventStore(environmentId).add(events))
      // the stream brings the newest deployment anyway; an old one then shows what the page itself has
      .catch(() => undefined)
      .finally(() => {
        if (!gone) setRead(runId);
      });
    return () => {
      gone = true;
    };
  }, [environmentId, runId]);
  return { ...view, ready: read === runId };
}

/** The deployment that began last, as far as the events tell. */
export function newestRun(view: EventView): RunProgress | null {
  return Object.values(view.progress.deployments).reduce<RunProgress | null>(
    (newest, one) => (newest === null || firstMark(one) > firstMark(newest) ? one : newest),
    null,
  );
}

function firstMark(deployment: RunProgress): number {
  return deployment.marks.queued || deployment.marks.started || deployment.lastSeq;
}
