import type { EventTopic } from '@/lib/model/event-topics';
import { leaveIfSignedOut } from '../signed-out';
import type { ConnectionState } from './connection';
import type { HubClient } from './hub/hub-client';
import type { TopicSubscriber } from './hub/page-subscriptions';

/** After how long the code is asked for again that could not be loaded, in milliseconds. */
const LOAD_AGAIN_MS = 5_000;

let loading: Promise<HubClient> | null = null;

/**
 * Follows a topic, over the one connection that all pages of this browser share. In a browser only.
 *
 * @returns the function that ends it
 */
export function followTopic(topic: EventTopic, subscriber: TopicSubscriber): () => void {
  let stop = () => {};
  let ended = false;
  void linkOfPage().then((link) => {
    if (!ended) stop = link.follow(topic, { ...subscriber, onState: (state) => enter(subscriber, state) });
  });
  return () => {
    ended = true;
    stop();
  };
}

/** What is refused may be so because the sign-in is over. */
function enter({ onState }: TopicSubscriber, state: ConnectionState): void {
  onState(state);
  if (state === 'refused') void leaveIfSignedOut();
}

/** Says for whom this page was made (`viewerOf`): nothing is followed before. In a browser only. */
export function identifyViewer(viewer: string): void {
  void linkOfPage().then((link) => link.identify(viewer));
}

/** A page stands before it is live: what makes it live is loaded meanwhile. */
function linkOfPage(): Promise<HubClient> {
  loading ??= load();
  return loading;
}

async function load(): Promise<HubClient> {
  for (;;) {
    try {
      return (await import('./hub/start-hub-client')).startHubClient();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, LOAD_AGAIN_MS));
    }
  }
}
