import type { EventTopic } from '@/lib/model/event-topics';
import type { ToHub, ToTab } from './messages';
import { createPageSubscriptions, type TopicSubscriber } from './page-subscriptions';
import { createTimer } from './timer';

/** How a page reaches the hub, wherever that is. Calls neither handler while it is being made. */
export type CreateTransport = (page: { receive(message: ToTab): void; moved(): void }) => HubTransport;

/** After `moved` the page talks to another hub, which knows nothing of what was sent before. */
export interface HubTransport {
  send(message: ToHub): void;
  /** the hub does not answer, or the page is back: finds it, or another */
  reconnect(): void;
  /** the page is closed, frozen or kept for going back: others must do without it */
  leave(): void;
}

/** The hub as a page sees it. */
export interface HubClient {
  /** @returns the function that ends it */
  follow(topic: EventTopic, subscriber: TopicSubscriber): () => void;
  /** for whom the page was made; nothing is followed before */
  identify(viewer: string): void;
  /** looks whether the hub lives: called when the page may have slept */
  check(): void;
  /** the page is closed, frozen or kept for going back */
  leave(): void;
  /** and is back */
  resume(): void;
}

export interface HubClientOptions {
  /** names the page among those of the browser */
  page: string;
  createTransport: CreateTransport;
  /** how often it asks whether the hub lives, in milliseconds */
  aliveMs?: number;
  /** after how long without an answer the hub is lost, in milliseconds */
  patienceMs?: number;
}

/**
 * Makes the hub client of a page. The page alone knows its subscriptions and how far it has come; the hub may be lost at
 * any moment, and the next one gets everything again.
 */
export function createHubClient({
  page,
  createTransport,
  aliveMs = 5_000,
  patienceMs = 8_000,
}: HubClientOptions): HubClient {
  const subscriptions = createPageSubscriptions();
  const patience = createTimer();
  let session = 0;
  let viewer: string | null = null;
  let transport: HubTransport | null = null;
  let away = false;
  /** there is a hub, as far as anybody knows */
  let linked = false;
  let heartbeat: ReturnType<typeof setInterval> | null = null;
  const tab = () => `${page}.${session}`;
  const sendSubscriptions = oncePerTask(() => {
    if (!linked || viewer === null) return;
    transport?.send({ type: 'subscribe', tab: tab(), viewer, topics: subscriptions.topics() });
  });

  function begin(): void {
    if (away || viewer === null || subscriptions.isEmpty()) return;
    transport ??= createTransport({ receive, moved });
    heartbeat ??= setInterval(check, aliveMs);
  }

  function moved(): void {
    if (away) return;
    restart();
  }

  /** A new name: what the hub has for the old one is not for us any more. */
  function restart(): void {
    if (linked) transport?.send({ type: 'bye', tab: tab() });
    session += 1;
    linked = true;
    subscriptions.enter(subscriptions.liveIds(), 'connecting');
    sendSubscriptions();
  }

  function receive(message: ToTab): void {
    if (away || message.tab !== tab()) return;
    patience.stop();
    if (message.type === 'event') subscriptions.onEvent(message.ids, message.text);
    else if (message.type === 'state') subscriptions.enter(message.ids, message.state);
    else if (!message.known) restart();
  }

  function check(): void {
    if (away || !transport) return;
    patience.start(lose, patienceMs);
    if (linked) transport.send({ type: 'alive', tab: tab() });
  }

  function lose(): void {
    linked = false;
    subscriptions.enter(subscriptions.ids(), 'retrying');
    transport?.reconnect();
  }

  return {
    follow(topic, subscriber) {
      const id = subscriptions.add(topic, subscriber);
      begin();
      sendSubscriptions();
      return () => {
        if (subscriptions.remove(id)) sendSubscriptions();
      };
    },
    identify(now) {
      if (now === viewer) return;
      viewer = now;
      if (linked) restart();
      begin();
    },
    check,
    leave() {
      if (away) return;
      away = true;
      patience.stop();
      if (heartbeat !== null) clearInterval(heartbeat);
      heartbeat = null;
      if (linked) transport?.send({ type: 'bye', tab: tab() });
      linked = false;
      transport?.leave();
    },
    resume() {
      if (!away) return;
      away = false;
      if (transport) transport.reconnect();
      begin();
    },
  };
}

/** What changes in one go is answered once, at its end. */
function oncePerTask(act: () => void): () => void {
  let isPending = false;
  return () => {
    if (isPending) return;
    isPending = true;
    queueMicrotask(() => {
      isPending = false;
      act();
    });
  };
}
