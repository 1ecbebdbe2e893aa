import { type EventTopic, environmentOf, type TopicRequest } from '@/lib/model/event-topics';
import type { ConnectionState } from '../connection';
import { createLine, isComplete, type Line, type LineHandlers, type LineOptions, type Question } from './line';
import type { ToHub, ToTab, Want } from './messages';

/** Serves the tabs of a browser from one connection. */
export interface Hub {
  /** @param reply tells the tab that sent the message something */
  hear(message: ToHub, reply: (message: ToTab) => void): void;
  close(): void;
}

/** Times in milliseconds; for tests. */
export interface HubOptions extends LineOptions {
  /** how long new wishes are gathered before the server is asked */
  gatherMs?: number;
  /** how long the connection before stays once its successor carries everything: what it has under way still comes */
  overlapMs?: number;
  /** after how long topics that nobody wants any more are given up */
  shrinkMs?: number;
  /** a tab that is silent for so long is gone: tabs in the background speak once a minute at least */
  forgetMs?: number;
}

interface Subscription extends Want {
  /** lines of this attempt or a later one serve it: earlier ones may have passed what it has not seen */
  from: number;
  /** the state it was told last */
  told: ConnectionState | null;
}
interface Tab {
  viewer: string;
  reply: (message: ToTab) => void;
  heardAt: number;
  subscriptions: Map<number, Subscription>;
}

/**
 * Makes the hub: it keeps one connection that carries what all tabs want. To carry more it opens a second one from
 * the numbers reached, and closes the first once the second follows everything, so that nothing is missed between
 * them; what comes over both is handed on once. Events for one viewer never reach a page made for another.
 */
export function createHub(options: HubOptions = {}): Hub {
  const { gatherMs = 30, overlapMs = 2_000, shrinkMs = 30_000, forgetMs = 150_000, ...lineOptions } = options;
  const tabs = new Map<string, Tab>();
  /** of topics of many environments: the last number that was handed on of each */
  const handedOn = new Map<EventTopic, Map<string, number>>();
  const opening = createTimer();
  const shrinking = createTimer();
  const retiring = createTimer();
  /** the oldest first; two only while one takes over from the other */
  let lines: Line[] = [];
  let attempts = 0;
  const handlers: LineHandlers = { ask, onChange, onEvent };

  const sweeping = setInterval(() => {
    const oldest = Date.now() - forgetMs;
    for (const [name, { heardAt }] of tabs) if (heardAt < oldest) tabs.delete(name);
    settle();
  }, forgetMs / 3);

  function hear(message: ToHub, reply: (message: ToTab) => void): void {
    const { tab: name, type } = message;
    const tab = tabs.get(name);
    if (tab) tab.heardAt = Date.now();
    if (type === 'alive') {
      reply({ type: 'alive', tab: name, known: tab !== undefined });
      return;
    }
    if (type === 'bye') tabs.delete(name);
    else {
      const { viewer, wants } = message;
      const subscriptions = new Map(
        wants.map((want) => [want.id, tab?.subscriptions.get(want.id) ?? begin(want, viewer)]),
      );
      tabs.set(name, { viewer, reply, heardAt: Date.now(), subscriptions });
    }
    settle();
  }

  function begin(want: Want, viewer: string): Subscription {
    const newest = lines.at(-1);
    const serving = newest && covers(newest, want, viewer) && lines.find((line) => covers(line, want, viewer));
    return { ...want, from: serving ? serving.attempt : attempts + 1, told: null };
  }

  function ask(): Question {
    attempts += 1;
    const requests = new Map<EventTopic, TopicRequest>();
    for (const { topic, after } of subscriptionsByAge()) {
      const other = requests.get(topic);
      requests.delete(topic);
      requests.set(topic, { topic, after: Math.min(after, other?.after ?? after) });
    }
    const viewers = new Set([...tabs.values()].map(({ viewer }) => viewer));
    return { attempt: attempts, viewers, requests: [...requests.values()] };
  }

  function subscriptionsByAge(): Subscription[] {
    return [...tabs.values()]
      .flatMap(({ subscriptions }) => [...subscriptions.values()])
      .sort((a, b) => a.from - b.from);
  }

  /** Opens a line for what is wanted now; the one before stays for as long as it serves better than nothing. */
  function open(): void {
    for (const timer of [opening, shrinking, retiring]) timer.stop();
    const keeper = lines.findLast(isComplete);
    keep(lines.filter((line) => line === keeper));
    const line = createLine(handlers, lineOptions);
    lines.push(line);
    line.start();
    settle();
  }

  function keep(kept: Line[]): void {
    const dropped = lines.filter((line) => !kept.includes(line));
    lines = kept;
    for (const line of dropped) line.close();
    for (const topic of handedOn.keys()) if (!lines.some(({ topics }) => topics.has(topic))) handedOn.delete(topic);
  }

  function onChange(line: Line): void {
    const newest = lines.at(-1);
    if (!newest || !lines.includes(line)) return;
    const [older] = lines;
    // lost while its successor is on the way, or for somebody who has signed out since
    const over =
      older !== newest &&
      (older?.state !== 'live' ||
        newest.state === 'refused' ||
        (newest.viewer !== null && newest.viewer !== older.viewer));
    if (over) keep([newest]);
    else if (lines.length > 1 && isComplete(newest)) retiring.start(() => keep(lines.slice(-1)), overlapMs);
    settle();
  }

  function onEvent(line: Line, topic: EventTopic, event: { environmentId: string; seq: number; text: string }): void {
    const { environmentId, seq, text } = event;
    if (!lines.includes(line)) return;
    const one = environmentOf(topic) !== null;
    if (!one) {
      const last = handedOn.get(topic) ?? new Map<string, number>();
      if (seq <= (last.get(environmentId) ?? 0)) return;
      handedOn.set(topic, last.set(environmentId, seq));
    }
    for (const [name, { viewer, reply, subscriptions }] of tabs) {
      if (viewer !== line.viewer) continue;
      const ids: number[] = [];
      for (const wanted of subscriptions.values()) {
        if (wanted.topic !== topic || line.attempt < wanted.from || (one && seq <= wanted.after)) continue;
        if (one) wanted.after = seq;
        ids.push(wanted.id);
      }
      if (ids.length > 0) reply({ type: 'event', tab: name, ids, text });
    }
  }

  /** After every change: asks the server if there is something new to ask, and tells the tabs how it stands. */
  function settle(): void {
    const newest = lines.at(-1);
    const topics = new Set(subscriptionsByAge().map(({ topic }) => topic));
    const asksMore = () => subscriptionsByAge().some(({ from }) => from > attempts);
    if (asksMore()) opening.start(() => asksMore() && open(), gatherMs);
    else if (newest && [...newest.topics.keys()].some((topic) => !topics.has(topic)))
      shrinking.start(() => (subscriptionsByAge().length > 0 ? open() : keep([])), shrinkMs);
    else shrinking.stop();
    for (const [name, tab] of tabs) tell(name, tab);
  }

  function tell(name: string, { viewer, reply, subscriptions }: Tab): void {
    const changed = new Map<ConnectionState, number[]>();
    for (const wanted of subscriptions.values()) {
      const state = stateOf(wanted, viewer);
      if (state === wanted.told) continue;
      wanted.told = state;
      changed.set(state, [...(changed.get(state) ?? []), wanted.id]);
    }
    for (const [state, ids] of changed) reply({ type: 'state', tab: name, ids, state });
  }

  function stateOf({ topic, from, told }: Subscription, viewer: string): ConnectionState {
    const serves = (line: Line) =>
      line.attempt >= from &&
      line.state === 'live' &&
      line.viewer === viewer &&
      line.topics.get(topic)?.state === 'live';
    if (lines.some(serves)) return 'live';
    // while nothing else is known, what was told stays
    const before = told === 'refused' || told === 'retrying' ? told : 'connecting';
    const newest = lines.at(-1);
    if (!newest || from > newest.attempt) return before;
    const carried = newest.topics.get(topic);
    if (newest.state === 'refused' || carried?.state === 'refused') return 'refused';
    if (newest.viewer !== null && newest.viewer !== viewer) return 'refused';
    return newest.state === 'retrying' || !carried ? 'retrying' : before;
  }

  return {
    hear,
    close() {
      clearInterval(sweeping);
      for (const timer of [opening, shrinking, retiring]) timer.stop();
      tabs.clear();
      keep([]);
    },
  };
}

/** Whether what a line brings from now on is all that a new subscription wants. */
function covers(line: Line, { topic, after }: Want, viewer: string): boolean {
  const carried = line.topics.get(topic);
  return (
    carried !== undefined &&
    carried.state !== 'refused' &&
    line.state !== 'refused' &&
    line.viewers.has(viewer) &&
    (line.viewer === null || line.viewer === viewer) &&
    (environmentOf(topic) === null || after >= carried.position)
  );
}

/** A timer that runs once; starting it while it runs changes nothing. */
function createTimer(): { start(act: () => void, ms: number): void; stop(): void } {
  let running: ReturnType<typeof setTimeout> | null = null;
  return {
    start(act, ms) {
      running ??= setTimeout(() => {
        running = null;
        act();
      }, ms);
    },
    stop() {
      if (running !== null) clearTimeout(running);
      running = null;
    },
  };
}
