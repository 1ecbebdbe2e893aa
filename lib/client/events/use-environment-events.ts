'use client';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { DeploymentProgress } from '@/lib/model/progress/projection';
import { environmentEventStore, loadDeploymentEvents } from './environment-store';
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
export function useDeploymentEvents(environmentId: string, deploymentId: string): EventView & { ready: boolean } {
  const view = useEnvironmentEvents(environmentId);
  const [read, setRead] = useState<string | null>(null);
  useEffect(() => {
    let gone = false;
    loadDeploymentEvents(environmentId, deploymentId)
      .then((events) => environmentEventStore(environmentId).add(events))
      // the stream brings the newest deployment anyway; an old one then shows what the page itself has
      .catch(() => undefined)
      .finally(() => {
        if (!gone) setRead(deploymentId);
      });
    return () => {
      gone = true;
    };
  }, [environmentId, deploymentId]);
  return { ...view, ready: read === deploymentId };
}

/** The deployment that began last, as far as the events tell. */
export function newestDeployment(view: EventView): DeploymentProgress | null {
  return Object.values(view.progress.deployments).reduce<DeploymentProgress | null>(
    (newest, one) => (newest === null || firstMark(one) > firstMark(newest) ? one : newest),
    null,
  );
}

function firstMark(deployment: DeploymentProgress): number {
  return deployment.marks.queued || deployment.marks.started || deployment.lastSeq;
}
