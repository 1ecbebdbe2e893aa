import type { EventTopic } from '@/lib/model/event-topics';
import type { ConnectionState } from '../connection';
import type { ToHub, ToTab } from './messages';

/** How a page reaches the hub, wherever that is. Calls neither handler while it is being made. */
export type MakeWay = (page: { receive(message: ToTab): void; moved(): void }) => Way;

/** `moved` has told the page that there is a hub, each time it is another: it hears of nothing that was said before. */
export interface Way {
  send(message: ToHub): void;
  /** the hub does not answer, or the page is back: finds it, or another */
  renew(): void;
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

/** A page's end of the way to the hub. */
export interface Link {
  /** @returns the function that ends it */
  follow(topic: EventTopic, follower: TopicFollower): () => void;
  /** for whom the page was made; nothing is followed before */
  identify(viewer: string): void;
  /** looks whether the hub lives: called when the page may have slept */
  check(): void;
  /** the page is closed, frozen or kept for going back */
  leave(): void;
  /** and is back */
  comeBack(): void;
}

export interface LinkOptions {
  /** names the page among those of the browser */
  page: string;
  way: MakeWay;
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
 * Makes a page's link. The page alone knows what it wants and how far it has come; the hub may be lost at any moment,
 * and the next one is told everything again.
 */
export function createLink({ page, way: makeWay, aliveMs = 5_000, patienceMs = 8_000 }: LinkOptions): Link {
  const followings = new Map<number, Following>();
  let lastId = 0;
  let session = 0;
  let viewer: string | null = null;
  let way: Way | null = null;
  let away = false;
  /** there is a hub, as far as anybody knows */
  let linked = false;
  let telling = false;
  let beating: ReturnType<typeof setInterval> | null = null;
  let patience: ReturnType<typeof setTimeout> | null = null;
  const tab = () => `${page}.${session}`;

  function begin(): void {
    if (away || viewer === null || followings.size === 0) return;
    way ??= makeWay({ receive, moved });
    beating ??= setInterval(check, aliveMs);
  }

  /** What changes in one go is told in one message. */
  function tellWants(): void {
    if (telling) return;
    telling = true;
    queueMicrotask(() => {
      telling = false;
      if (!linked || viewer === null) return;
      const wants = [...followings].map(([id, { topic, after }]) => ({ id, topic, after: after?.() ?? 0 }));
      way?.send({ type: 'want', tab: tab(), viewer, wants });
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
    startAfresh();
  }

  /** A new name: what the hub has for the old one is not for us any more. */
  function startAfresh(): void {
    if (linked) way?.send({ type: 'bye', tab: tab() });
    session += 1;
    linked = true;
    enter(
      [...followings].filter(([, { state }]) => state === 'live').map(([id]) => id),
      'connecting',
    );
    tellWants();
  }

  function receive(message: ToTab): void {
    if (away || message.tab !== tab()) return;
    calm();
    if (message.type === 'event') for (const id of message.ids) followings.get(id)?.onEvent(message.text);
    else if (message.type === 'state') enter(message.ids, message.state);
    else if (!message.known) startAfresh();
  }

  function check(): void {
    if (away || !way) return;
    patience ??= setTimeout(lose, patienceMs);
    if (linked) way.send({ type: 'alive', tab: tab() });
  }

  function calm(): void {
    if (patience !== null) clearTimeout(patience);
    patience = null;
  }

  function lose(): void {
    patience = null;
    linked = false;
    enter(followings.keys(), 'retrying');
    way?.renew();
  }

  return {
    follow(topic, follower) {
      lastId += 1;
      const id = lastId;
      followings.set(id, { ...follower, topic, state: 'connecting' });
      begin();
      tellWants();
      return () => {
        if (followings.delete(id)) tellWants();
      };
    },
    identify(now) {
      if (now === viewer) return;
      viewer = now;
      if (linked) startAfresh();
      begin();
    },
    check,
    leave() {
      if (away) return;
      away = true;
      calm();
      if (beating !== null) clearInterval(beating);
      beating = null;
      if (linked) way?.send({ type: 'bye', tab: tab() });
      linked = false;
      way?.leave();
    },
    comeBack() {
      if (!away) return;
      away = false;
      if (way) way.renew();
      begin();
    },
  };
}
