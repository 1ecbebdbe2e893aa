import type { EventTopic } from '@/lib/model/event-topics';
import type { ConnectionState } from '../connection';
import type { ToHub, ToTab } from './messages';

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

/** What follows a topic. */
export interface TopicFollower {
  /** an environment's number after which to go on; asked at each new beginning */
  after?(): number;
  /** an event as its text */
  onEvent(text: string): void;
  onState(state: ConnectionState): void;
}

/** The hub as a page sees it. */
export interface HubClient {
  /** @returns the function that ends it */
  follow(topic: EventTopic, follower: TopicFollower): () => void;
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

interface Following extends TopicFollower {
  topic: EventTopic;
  state: ConnectionState;
}

/**
 * Makes the hub client of a page. The page alone knows what it wants and how far it has come; the hub may be lost at any moment,
 * and the next one gets everything again.
 */
export function createHubClient({
  page,
  createTransport,
  aliveMs = 5_000,
  patienceMs = 8_000,
}: HubClientOptions): HubClient {
  const followings = new Map<number, Following>();
  let lastId = 0;
  let session = 0;
  let viewer: string | null = null;
  let transport: HubTransport | null = null;
  let away = false;
  /** there is a hub, as far as anybody knows */
  let linked = false;
  let sending = false;
  let heartbeat: ReturnType<typeof setInterval> | null = null;
  let patience: ReturnType<typeof setTimeout> | null = null;
  const tab = () => `${page}.${session}`;

  function begin(): void {
    if (away || viewer === null || followings.size === 0) return;
    transport ??= createTransport({ receive, moved });
    heartbeat ??= setInterval(check, aliveMs);
  }

  /** What changes in one go is sent in one message. */
  function sendSubscriptions(): void {
    if (sending) return;
    sending = true;
    queueMicrotask(() => {
      sending = false;
      if (!linked || viewer === null) return;
      const wants = [...followings].map(([id, { topic, after }]) => ({ id, topic, after: after?.() ?? 0 }));
      transport?.send({ type: 'want', tab: tab(), viewer, wants });
    });
  }

  function enter(ids: Iterable<number>, state: ConnectionState): void {
    for (const id of ids) {
      const following = followings.get(id);
      if (!following || following.state === state) continue;
      following.state = state;
      following.onState(state);
    }
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
    enter(
      [...followings].filter(([, { state }]) => state === 'live').map(([id]) => id),
      'connecting',
    );
    sendSubscriptions();
  }

  function receive(message: ToTab): void {
    if (away || message.tab !== tab()) return;
    stopTimeout();
    if (message.type === 'event') for (const id of message.ids) followings.get(id)?.onEvent(message.text);
    else if (message.type === 'state') enter(message.ids, message.state);
    else if (!message.known) restart();
  }

  function check(): void {
    if (away || !transport) return;
    patience ??= setTimeout(lose, patienceMs);
    if (linked) transport.send({ type: 'alive', tab: tab() });
  }

  function stopTimeout(): void {
    if (patience !== null) clearTimeout(patience);
    patience = null;
  }

  function lose(): void {
    patience = null;
    linked = false;
    enter(followings.keys(), 'retrying');
    transport?.reconnect();
  }

  return {
    follow(topic, follower) {
      lastId += 1;
      const id = lastId;
      followings.set(id, { ...follower, topic, state: 'connecting' });
      begin();
      sendSubscriptions();
      return () => {
        if (followings.delete(id)) sendSubscriptions();
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
      stopTimeout();
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
