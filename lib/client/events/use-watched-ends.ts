'use client';
import { useEffect, useRef } from 'react';
import { runOutcomeOf } from '@/lib/model/progress/event-data';
import { RUN_OUTCOMES, type RunOutcome } from '@/lib/model/states';
import { api } from '../api';
import { isApiProblem } from '../api-problem';
import { followTopic } from './page-link';
import { readEvent } from './read-event';
import { forgetRun, useWatched, type WatchedRun, watchedRuns } from './watched';

/** That a watched deployment is over. */
export interface WatchedEnd {
  watched: WatchedRun;
  outcome: RunOutcome;
}

const CHANNEL = 'vetro.ends';
const LOCK = 'vetro.watch';

/**
 * Tells every tab of this browser when a watched deployment ends, also tabs in the background. One tab listens for all
 * of them, so that the desktop is told once.
 *
 * @param onEnd in each tab; `first` in exactly one of them, the one that heard it from the server
 */
export function useWatchedEnds(onEnd: (end: WatchedEnd, first: boolean) => void): void {
  const watching = useWatched().length > 0;
  const latestOnEnd = useRef(onEnd);
  const channel = useRef<BroadcastChannel | null>(null);
  const ended = useRef(new Set<string>());
  useEffect(() => {
    // where each tab listens for itself, it hears of an end from the others as well
    latestOnEnd.current = (end, first) => {
      if (ended.current.has(end.watched.runId)) return;
      ended.current.add(end.watched.runId);
      onEnd(end, first);
    };
  });

  useEffect(() => {
    const opened = new BroadcastChannel(CHANNEL);
    opened.onmessage = (message: MessageEvent<WatchedEnd>) => latestOnEnd.current(message.data, false);
    channel.current = opened;
    return () => opened.close();
  }, []);

  useEffect(() => {
    if (!watching) return;
    const closing = new AbortController();
    const notify = (watched: WatchedRun, outcome: RunOutcome) => {
      forgetRun(watched.runId);
      // by the channel that this tab listens to: it hears the others on it, and not itself
      channel.current?.postMessage({ watched, outcome } satisfies WatchedEnd);
      latestOnEnd.current({ watched, outcome }, true);
    };
    const listen = () => {
      const close = followEnds(notify);
      return new Promise<void>((resolve) => {
        closing.signal.addEventListener('abort', () => {
          close();
          resolve();
        });
      });
    };
    // without locks (a page that is not served securely) each tab listens for itself
    const turn = 'locks' in navigator ? navigator.locks.request(LOCK, { signal: closing.signal }, listen) : listen();
    turn.catch(() => undefined);
    return () => closing.abort();
  }, [watching]);
}

/** Listens until the returned function is called. */
function followEnds(onRunEnd: (watched: WatchedRun, outcome: RunOutcome) => void): () => void {
  const end = (runId: string | null, outcome: RunOutcome | null) => {
    const watched = watchedRuns().find((one) => one.runId === runId);
    if (watched && outcome) onRunEnd(watched, outcome);
  };
  return followTopic('tenant', {
    onEvent: (text) => {
      const event = readEvent(text);
      if (event?.kind === 'run.finished') {
        end(event.runId, runOutcomeOf(event.data));
      }
    },
    onState: (state) => {
      // what ended while nobody listened is not told again
      if (state === 'live') for (const watched of watchedRuns()) void lookUp(watched, end);
    },
  });
}

async function lookUp(
  { environmentId, runId }: WatchedRun,
  end: (runId: string, outcome: RunOutcome | null) => void,
): Promise<void> {
  try {
    const { deployment } = await api.get(`/environments/${environmentId}/deployments/${runId}`);
    const { outcome } = deployment;
    end(runId, RUN_OUTCOMES.find((one) => one === outcome) ?? null);
  } catch (error) {
    // gone for good; of another tenant it is told once that tenant is looked at again
    if (isApiProblem(error) && error.status === 404) forgetRun(runId);
  }
}
