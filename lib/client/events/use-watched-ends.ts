'use client';
import { useEffect, useRef } from 'react';
import { deploymentOutcomeOf } from '@/lib/model/progress/event-data';
import { DEPLOYMENT_OUTCOMES, type DeploymentOutcome } from '@/lib/model/states';
import type { DeploymentView } from '@/lib/model/views';
import { api } from '../api';
import { isApiProblem } from '../api-problem';
import { followTopic } from './page-link';
import { readEvent } from './read-event';
import { forgetDeployment, useWatched, type Watched, watchedDeployments } from './watched';

/** That a watched deployment is over. */
export interface WatchedEnd {
  watched: Watched;
  outcome: DeploymentOutcome;
}

const CHANNEL = 'vetro.ends';
const LOCK = 'vetro.watch';
interface DetailAnswer {
  deployment: DeploymentView;
}

/**
 * Tells every tab of this browser when a watched deployment ends, also tabs in the background. One tab listens for all
 * of them, so that the desktop is told once.
 *
 * @param onEnd in each tab; `first` in exactly one of them, the one that heard it from the server
 */
export function useWatchedEnds(onEnd: (end: WatchedEnd, first: boolean) => void): void {
  const watching = useWatched().length > 0;
  const told = useRef(onEnd);
  const channel = useRef<BroadcastChannel | null>(null);
  const ended = useRef(new Set<string>());
  useEffect(() => {
    // where each tab listens for itself, it hears of an end from the others as well
    told.current = (end, first) => {
      if (ended.current.has(end.watched.deploymentId)) return;
      ended.current.add(end.watched.deploymentId);
      onEnd(end, first);
    };
  });

  useEffect(() => {
    const opened = new BroadcastChannel(CHANNEL);
    opened.onmessage = (message: MessageEvent<WatchedEnd>) => told.current(message.data, false);
    channel.current = opened;
    return () => opened.close();
  }, []);

  useEffect(() => {
    if (!watching) return;
    const closing = new AbortController();
    const tell = (watched: Watched, outcome: DeploymentOutcome) => {
      forgetDeployment(watched.deploymentId);
      // by the channel that this tab listens to: it hears the others on it, and not itself
      channel.current?.postMessage({ watched, outcome } satisfies WatchedEnd);
      told.current({ watched, outcome }, true);
    };
    const listen = () => {
      const close = followEnds(tell);
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
function followEnds(tell: (watched: Watched, outcome: DeploymentOutcome) => void): () => void {
  const end = (deploymentId: string | null, outcome: DeploymentOutcome | null) => {
    const watched = watchedDeployments().find((one) => one.deploymentId === deploymentId);
    if (watched && outcome) tell(watched, outcome);
  };
  return followTopic('tenant', {
    onEvent: (text) => {
      const event = readEvent(text);
      if (event?.kind === 'deployment.finished') {
        end(event.deploymentId, deploymentOutcomeOf(event.data));
      }
    },
    onState: (state) => {
      // what ended while nobody listened is not told again
      if (state === 'live') for (const watched of watchedDeployments()) void lookUp(watched, end);
    },
  });
}

async function lookUp(
  { environmentId, deploymentId }: Watched,
  end: (deploymentId: string, outcome: DeploymentOutcome | null) => void,
): Promise<void> {
  try {
    const path = `/environments/${environmentId}/deployments/${deploymentId}`;
    const { outcome } = (await api.get<DetailAnswer>(path)).deployment;
    end(deploymentId, DEPLOYMENT_OUTCOMES.find((one) => one === outcome) ?? null);
  } catch (error) {
    // gone for good; of another tenant it is told once that tenant is looked at again
    if (isApiProblem(error) && error.status === 404) forgetDeployment(deploymentId);
  }
}
