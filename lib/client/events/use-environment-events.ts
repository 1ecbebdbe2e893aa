'use client';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { RunProgress } from '@/lib/model/progress/projection';
import { environmentEventStore, loadRunEvents, loadRunProgress } from './environment-store';
import { EMPTY_VIEW, type EventView } from './store';

const NOWHERE = { subscribe: () => () => {}, view: () => EMPTY_VIEW };
const nothing = () => EMPTY_VIEW;

/** What is known and what happens in an environment: its newest deployment, then all events as they come. */
export function useEnvironmentEvents(environmentId: string): EventView {
  // the store is the browser's: on the server there is nothing to listen to
  const store = typeof window === 'undefined' ? NOWHERE : environmentEventStore(environmentId);
  return useSyncExternalStore(store.subscribe, store.view, nothing);
}

/** The same, with a run that may be an old one. `ready` once the picture of that run is there. */
export function useRunEvents(environmentId: string, runId: string): EventView & { ready: boolean } {
  const view = useEnvironmentEvents(environmentId);
  const [read, setRead] = useState<string | null>(null);
  const { loaded } = view;
  const known = loaded && newestRun(view)?.id === runId;
  useEffect(() => {
    // what is read once the stream has begun lacks nothing that the stream does not bring
    if (!loaded || known) return;
    let gone = false;
    loadRunProgress(environmentId, runId)
      .then((snapshot) => environmentEventStore(environmentId).adopt(snapshot))
      // an old one then shows what the page itself has
      .catch(() => undefined)
      .finally(() => {
        if (!gone) setRead(runId);
      });
    return () => {
      gone = true;
    };
  }, [environmentId, runId, loaded, known]);
  return { ...view, ready: known || read === runId };
}

/** After how long the log is offered again that could not be read, in milliseconds. */
const READ_AGAIN_MS = 5_000;

/** The log of a run: its newest events are read at once, the earlier ones when they are asked for. */
export interface RunLog {
  /** its newest events are there */
  isRead: boolean;
  /** reads the earlier ones; null when all are there, or are being read */
  readEarlier: (() => void) | null;
}

/** Reads the log of a run into the events of its environment. */
export function useRunLog(environmentId: string, runId: string): RunLog {
  /** before which event more is to be read; null while it is being read, and when nothing is left */
  const [before, setBefore] = useState<number | null>(null);
  const [read, setRead] = useState<string | null>(null);
  const { loaded } = useEnvironmentEvents(environmentId);
  useEffect(() => {
    // the stream begins after the picture of the past: a log that was read before it would lack what came between
    if (!loaded) return;
    let gone = false;
    readInto(environmentId, runId, null)
      .then((first) => {
        if (gone) return;
        setBefore(first);
        setRead(runId);
      })
      .catch(() => undefined);
    return () => {
      gone = true;
    };
  }, [environmentId, runId, loaded]);
  const readEarlier = useCallback(() => {
    setBefore(null);
    void (async () => {
      let first = before;
      // whoever looks back or searches wants all of it
      while (first !== null) first = await readInto(environmentId, runId, first);
    })().catch(() => setTimeout(() => setBefore(before), READ_AGAIN_MS));
  }, [environmentId, runId, before]);
  return { isRead: read === runId, readEarlier: before === null ? null : readEarlier };
}

/** Reads a part of a log. @returns before which event there is more; null when there is none */
async function readInto(environmentId: string, runId: string, before: number | null): Promise<number | null> {
  const { events, more } = await loadRunEvents(environmentId, runId, before);
  environmentEventStore(environmentId).add(events);
  return more ? (events[0]?.seq ?? null) : null;
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
