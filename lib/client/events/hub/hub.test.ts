import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EventTopic, environmentTopic, viewerOf } from '@/lib/model/event-topics';
import type { ConnectionState } from '../connection';
import { createHub, type Hub, type HubOptions } from './hub';
import type { SubscribedTopic, ToTab } from './messages';
import { startTopicServer, type TopicServer } from './testing/topic-server';

const [A, B, C] = ['a', 'b', 'c'].map((letter) => letter.repeat(32)) as [string, string, string];
const [ofA, ofB, ofC] = [A, B, C].map(environmentTopic) as [EventTopic, EventTopic, EventTopic];

/** One that takes over from another, and one of whose end the server has not heard yet. */
const MAX_CONNECTIONS = 3;

let server: TopicServer;
let hub: Hub;
let tabCount: number;

function start(options: HubOptions = {}): void {
  hub = createHub({ address: server.address, gatherMs: 5, overlapMs: 50, shrinkMs: 60_000, pauseMs: 20, ...options });
}
beforeEach(async () => {
  server = await startTopicServer();
  tabCount = 0;
  start();
});
afterEach(() => {
  hub.close();
  server.close();
});

/** A tab as the hub sees it. */
function openTab(user = 'max') {
  tabCount += 1;
  const tab = `tab${tabCount}`;
  const seen = new Map<number, { seqs: string[]; states: ConnectionState[] }>();
  const alive: boolean[] = [];
  let topics: SubscribedTopic[] = [];
  const reply = (message: ToTab) => {
    expect(message.tab).toBe(tab);
    if (message.type === 'alive') alive.push(message.known);
    else
      for (const id of message.ids) {
        const { seqs, states } = seen.get(id) ?? { seqs: [], states: [] };
        seen.set(id, { seqs, states });
        if (message.type === 'state') states.push(message.state);
        else {
          const { environmentId, seq } = JSON.parse(message.text);
          seqs.push(`${environmentId[0]}${seq}`);
        }
      }
  };
  const sendTopics = () => hub.onMessage({ type: 'subscribe', tab, viewer: viewerOf(user, 't'), topics }, reply);
  let lastId = 0;
  return {
    alive,
    subscribe(topic: EventTopic, after = 0) {
      lastId += 1;
      const id = lastId;
      topics = [...topics, { id, topic, after }];
      sendTopics();
      return {
        seqs: () => seen.get(id)?.seqs ?? [],
        state: () => seen.get(id)?.states.at(-1),
        states: () => seen.get(id)?.states ?? [],
        end() {
          topics = topics.filter((one) => one.id !== id);
          sendTopics();
        },
      };
    },
    ask: () => hub.onMessage({ type: 'alive', tab }, reply),
    leave: () => hub.onMessage({ type: 'bye', tab }, reply),
  };
}

const settled = async (...subscriptions: { state(): ConnectionState | undefined }[]) => {
  await expect.poll(() => subscriptions.map((one) => one.state())).toEqual(subscriptions.map(() => 'live'));
  await expect.poll(() => server.open()).toBe(1);
};

describe('the hub of a browser', () => {
  it('serves a dozen tabs, of several topics, from one connection', async () => {
    const tabs = Array.from({ length: 12 }, (_, n) =>
      openTab().subscribe(([ofA, ofB, 'tenant'] as const)[n % 3] ?? ofA),
    );
    await settled(...tabs);
    expect(server.asked).toHaveLength(1);
    server.append(A);
    server.append(B);
    await expect
      .poll(() => tabs.map((tab) => tab.seqs().join()))
      .toEqual(tabs.map((_, n) => ['a1', 'b1', 'a1,b1'][n % 3]));
  });

  it('takes another topic in without losing or repeating anything of the others', async () => {
    const many = openTab().subscribe('tenant');
    const first = openTab().subscribe(ofA);
    await settled(many, first);
    const expected: string[] = [];
    for (let n = 1; n <= 5; n++) {
      openTab().subscribe(environmentTopic(`${n}`.repeat(32)));
      for (let event = 0; event < 20; event++) {
        server.append(A);
        expected.push(`a${expected.length + 1}`);
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
    await expect.poll(() => first.seqs()).toEqual(expected);
    await expect.poll(() => many.seqs()).toEqual(expected);
    await settled(many, first);
    expect(first.states()).toEqual(['connecting', 'live']);
    expect(server.most()).toBeLessThanOrEqual(MAX_CONNECTIONS);
  });

  it('asks nothing anew for a tab that subscribes to what comes already', async () => {
    const first = openTab().subscribe(ofA);
    await settled(first);
    server.append(A);
    server.append(A);
    await expect.poll(() => first.seqs()).toEqual(['a1', 'a2']);
    const second = openTab().subscribe(ofA, 2);
    await settled(second);
    server.append(A);
    await expect.poll(() => second.seqs()).toEqual(['a3']);
    expect(server.asked).toHaveLength(1);
  });

  it('brings a tab what it lacks, and the others nothing twice', async () => {
    for (let n = 0; n < 3; n++) server.append(A);
    const first = openTab().subscribe(ofA, 3);
    await settled(first);
    server.append(A);
    await expect.poll(() => first.seqs()).toEqual(['a4']);
    const second = openTab().subscribe(ofA, 1);
    await expect.poll(() => second.seqs()).toEqual(['a2', 'a3', 'a4']);
    server.append(A);
    await expect.poll(() => second.seqs()).toEqual(['a2', 'a3', 'a4', 'a5']);
    await expect.poll(() => first.seqs()).toEqual(['a4', 'a5']);
    await settled(first, second);
  });

  it('keeps a refusal to its topic, and asks again for who comes later', async () => {
    server.refused.add(ofB);
    const tab = openTab();
    const [fine, refused] = [tab.subscribe(ofA), tab.subscribe(ofB)];
    await settled(fine);
    await expect.poll(() => refused.state()).toBe('refused');
    server.append(A);
    await expect.poll(() => fine.seqs()).toEqual(['a1']);
    server.refused.delete(ofB);
    const later = openTab().subscribe(ofB);
    await settled(fine, later, refused);
    expect(fine.states()).toEqual(['connecting', 'live']);
  });

  it('tells every tab that the connection is lost, and that it is back, and misses nothing', async () => {
    const tabs = [openTab().subscribe(ofA), openTab().subscribe(ofA), openTab().subscribe(ofB)];
    await settled(...tabs);
    server.append(A);
    await expect.poll(() => tabs[1]?.seqs()).toEqual(['a1']);
    server.cut();
    await expect.poll(() => tabs.map((tab) => tab.states().includes('retrying'))).toEqual([true, true, true]);
    server.append(A);
    server.append(B);
    await settled(...tabs);
    await expect.poll(() => tabs.map((tab) => tab.seqs().join())).toEqual(['a1,a2', 'a1,a2', 'b1']);
  });

  it('gives up topics that nobody subscribes to, and the connection with the last', async () => {
    hub.close();
    start({ shrinkMs: 50 });
    const [one, two] = [openTab(), openTab()];
    const first = one.subscribe(ofA);
    const second = two.subscribe(ofB);
    await settled(first, second);
    second.end();
    await expect.poll(() => server.asked.at(-1)?.map(({ topic }) => topic)).toEqual([ofA]);
    await settled(first);
    one.leave();
    await expect.poll(() => server.open()).toBe(0);
  });

  it('keeps the connection for who goes from one page to the next', async () => {
    const tab = openTab();
    const first = tab.subscribe(ofA);
    await settled(first);
    tab.leave();
    const next = openTab().subscribe(ofA);
    await settled(next);
    expect(server.asked).toHaveLength(1);
  });

  it('forgets a tab that has died, and knows one that speaks', async () => {
    hub.close();
    start({ forgetMs: 300 });
    const [dead, living] = [openTab(), openTab()];
    dead.subscribe(ofA);
    const lives = living.subscribe(ofA);
    const speaking = setInterval(living.ask, 20);
    await expect
      .poll(() => {
        dead.ask();
        return new Promise((resolve) => setTimeout(() => resolve(dead.alive.at(-1)), 450));
      })
      .toBe(false);
    clearInterval(speaking);
    expect(living.alive).not.toContain(false);
    await settled(lives);
  });

  it('carries as many topics as a stream may, the newest of them', async () => {
    const tab = openTab();
    const first = tab.subscribe(ofA);
    const all = Array.from({ length: 64 }, (_, n) => tab.subscribe(environmentTopic(n.toString(16).padStart(32, '0'))));
    await settled(...all);
    expect(first.state()).toBe('retrying');
  });
});

describe('a change of who is signed in', () => {
  it('refuses everything once nobody is, and is live again for the same person', async () => {
    const first = openTab().subscribe(ofA);
    await settled(first);
    server.user = null;
    server.cut();
    await expect.poll(() => first.state()).toBe('refused');
    server.append(A);
    server.user = 'max';
    const again = openTab().subscribe(ofA, 1);
    await settled(first, again);
    await expect.poll(() => first.seqs()).toEqual(['a1']);
  });

  it("ends the other's stream at once, and hands nothing of one to pages of the other", async () => {
    const ofMax = openTab().subscribe('tenant');
    await settled(ofMax);
    server.user = 'ada';
    const ofAda = openTab('ada').subscribe('tenant');
    await settled(ofAda);
    await expect.poll(() => ofMax.state()).toBe('refused');
    server.append(A);
    await expect.poll(() => ofAda.seqs()).toEqual(['a1']);
    expect(ofMax.seqs()).toEqual([]);
    // a page that was made for somebody else than who is signed in
    const stale = openTab('max').subscribe(ofC);
    await expect.poll(() => stale.state()).toBe('refused');
    await settled(ofAda);
    server.append(C);
    await expect.poll(() => ofAda.seqs()).toEqual(['a1', 'c1']);
    expect(stale.seqs()).toEqual([]);
  });
});

describe('many tabs that come, go and look elsewhere while much happens', () => {
  it('each get every event of what they look at, once and in order', async () => {
    const environments = [A, B, C] as const;
    const counts = new Map<string, number>(environments.map((id) => [id, 0]));
    const readings: { from: number; id: string; seqs: () => string[]; state: () => ConnectionState | undefined }[] = [];
    const tabs = Array.from({ length: 8 }, () => openTab());
    let random = 7;
    const next = (below: number) => {
      random = (random * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((random / 2_147_483_648) * below);
    };
    for (let step = 0; step < 120; step++) {
      const id = environments[next(3)] ?? A;
      const from = next(2) === 0 ? 0 : (counts.get(id) ?? 0);
      if (step % 4 === 0)
        readings.push({ from, id, ...(tabs[next(8)]?.subscribe(environmentTopic(id), from) ?? never()) });
      const grown = environments[next(3)] ?? A;
      server.append(grown);
      counts.set(grown, (counts.get(grown) ?? 0) + 1);
      if (step % 30 === 29) server.cut();
      if (next(3) === 0) await new Promise((resolve) => setTimeout(resolve, next(20)));
    }
    await settled(...readings);
    for (const { id, from, seqs } of readings) {
      const all = Array.from({ length: (counts.get(id) ?? 0) - from }, (_, n) => `${id[0]}${from + n + 1}`);
      await expect.poll(seqs).toEqual(all);
    }
    expect(server.most()).toBeLessThanOrEqual(MAX_CONNECTIONS);
  });
});

function never(): never {
  throw new Error('there is no such tab');
}
