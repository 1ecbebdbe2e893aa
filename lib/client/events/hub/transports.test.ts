import { MessageChannel as NodeMessageChannel } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { environmentTopic, viewerOf } from '@/lib/model/event-topics';
import type { ConnectionState } from '../connection';
import { electedTransport } from './elected-transport';
import { createHub, type Hub } from './hub';
import { type CreateTransport, createHubClient, type HubClient } from './hub-client';
import type { ToHub } from './messages';
import { startTopicServer, type TopicServer } from './testing/topic-server';
import { type HubWorker, workerTransport } from './worker-transport';

const A = 'a'.repeat(32);
const ELECTION = { seekMs: 60, resignMs: 20 };

let server: TopicServer;
let channel: string;
/** what a test has to put away */
let leftovers: (() => void)[];
let hubs: Hub[];

beforeEach(async () => {
  server = await startTopicServer();
  channel = `vetro ${Math.random()}`;
  leftovers = [];
  hubs = [];
});
afterEach(() => {
  for (const putAway of leftovers) putAway();
  for (const hub of hubs) hub.close();
  server.close();
});

function makeHub(): Hub {
  const hub = createHub({ address: server.address, gatherMs: 5, overlapMs: 30, pauseMs: 20 });
  hubs.push(hub);
  return hub;
}

/** A page that looks at one environment. */
function openPage(name: string, transport: CreateTransport, patienceMs = 250) {
  const client: HubClient = createHubClient({ page: name, createTransport: transport, aliveMs: 60, patienceMs });
  leftovers.push(client.leave);
  const seqs: number[] = [];
  const states: ConnectionState[] = [];
  client.identify(viewerOf('max', 't'));
  client.follow(environmentTopic(A), {
    after: () => seqs.at(-1) ?? 0,
    onEvent: (text) => void seqs.push(JSON.parse(text).seq),
    onState: (state) => void states.push(state),
  });
  return { name, client, seqs, states, state: () => states.at(-1) };
}
type Page = ReturnType<typeof openPage>;

async function allLive(pages: Page[]): Promise<void> {
  await expect.poll(() => pages.map((page) => page.state())).toEqual(pages.map(() => 'live'));
  await expect.poll(() => server.open()).toBe(1);
}

async function allSee(pages: Page[], last: number): Promise<void> {
  const all = Array.from({ length: last }, (_, n) => n + 1);
  await expect.poll(() => pages.map(({ seqs }) => seqs)).toEqual(pages.map(() => all));
}

describe('pages that elect one of them', () => {
  interface Sleeper {
    sleep(): void;
    wake(): void;
  }
  let leading: Set<string>;
  let sleepers: Map<string, Sleeper>;
  beforeEach(() => {
    leading = new Set();
    sleepers = new Map();
  });

  /** A page whose channel can be put to sleep: a frozen page hears everything once it wakes. */
  function open(name: string): Page {
    const open = () => {
      const real = new BroadcastChannel(channel);
      leftovers.push(() => real.close());
      let asleep = false;
      let missed: MessageEvent[] = [];
      let handler: ((event: MessageEvent) => void) | null = null;
      const proxy = {
        postMessage: (message: unknown) => {
          if (!asleep) real.postMessage(message);
        },
        set onmessage(given: (event: MessageEvent) => void) {
          handler = given;
        },
      };
      real.onmessage = (event) => {
        if (asleep) missed.push(event as unknown as MessageEvent);
        else handler?.(event as unknown as MessageEvent);
      };
      sleepers.set(name, {
        sleep: () => {
          asleep = true;
        },
        wake: () => {
          asleep = false;
          const late = missed;
          missed = [];
          for (const event of late) handler?.(event);
        },
      });
      return proxy as unknown as BroadcastChannel;
    };
    return openPage(
      name,
      electedTransport(
        name,
        open,
        () => {
          leading.add(name);
          const hub = makeHub();
          return {
            ...hub,
            close() {
              leading.delete(name);
              hub.close();
            },
          };
        },
        ELECTION,
      ),
    );
  }

  function leaderOf(pages: Page[]): Page {
    expect(leading.size).toBe(1);
    const leader = pages.find(({ name }) => leading.has(name));
    if (!leader) throw new Error('no page leads');
    return leader;
  }

  it('share one connection, whoever came when', async () => {
    const pages = Array.from({ length: 12 }, (_, n) => open(`page${n}`));
    await allLive(pages);
    server.append(A);
    await allSee(pages, 1);
    const late = open('late');
    await allLive([...pages, late]);
    server.append(A);
    await allSee([...pages, late], 2);
  });

  it('go on without missing or repeating anything when the one that leads is closed, each time', async () => {
    let pages = ['one', 'two', 'three', 'four'].map(open);
    await allLive(pages);
    for (let round = 0; round < 3; round++) {
      server.append(A);
      const leader = leaderOf(pages);
      leader.client.leave();
      pages = pages.filter((page) => page !== leader);
      server.append(A);
      await allLive(pages);
      await allSee(pages, 2 * (round + 1));
      expect(pages.flatMap(({ states }) => states)).not.toContain('retrying');
    }
  });

  it('replace one that sleeps; when it wakes it follows', async () => {
    const pages = ['one', 'two', 'three'].map(open);
    await allLive(pages);
    const sleeping = leaderOf(pages);
    sleepers.get(sleeping.name)?.sleep();
    const others = pages.filter((page) => page !== sleeping);
    await expect.poll(() => leading.size).toBe(2);
    server.append(A);
    await allSee(others, 1);
    sleepers.get(sleeping.name)?.wake();
    await allLive(pages);
    server.append(A);
    await allSee(pages, 2);
  });

  it('take back one that was kept for going back', async () => {
    const pages = ['one', 'two'].map(open);
    await allLive(pages);
    const leader = leaderOf(pages);
    leader.client.leave();
    await allLive(pages.filter((page) => page !== leader));
    server.append(A);
    leader.client.resume();
    await allLive(pages);
    await allSee(pages, 1);
  });
});

describe('pages with a shared worker', () => {
  /** What a browser does for shared workers: one for all who start it, a port for each. */
  function browser() {
    let hub: Hub | null = null;
    let ports: { close(): void }[] = [];
    const start = (): HubWorker => {
      hub ??= makeHub();
      const { port1, port2 } = new NodeMessageChannel();
      const serving = hub;
      port1.on('message', (message: ToHub) => serving.onMessage(message, (answer) => port1.postMessage(answer)));
      ports.push(port1);
      leftovers.push(() => port1.close());
      return { port: port2 as unknown as MessagePort, addEventListener: () => {} };
    };
    const crash = () => {
      hub?.close();
      hub = null;
      for (const port of ports) port.close();
      ports = [];
    };
    return { start, crash };
  }
  const nowhere: CreateTransport = () => {
    throw new Error('there was a worker');
  };
  const elected = (name: string) =>
    electedTransport(
      name,
      () => {
        const opened = new BroadcastChannel(channel);
        leftovers.push(() => opened.close());
        return opened as unknown as globalThis.BroadcastChannel;
      },
      makeHub,
      ELECTION,
    );

  it('share one connection, which outlives each of them', async () => {
    const { start } = browser();
    const pages = Array.from({ length: 12 }, (_, n) => openPage(`page${n}`, workerTransport(start, nowhere)));
    await allLive(pages);
    server.append(A);
    await allSee(pages, 1);
    const [first, ...others] = pages;
    first?.client.leave();
    server.append(A);
    await allSee(others, 2);
    expect(others.flatMap(({ states }) => states)).not.toContain('retrying');
    expect(server.asked).toHaveLength(1);
    first?.client.resume();
    await allSee(pages, 2);
  });

  it('start it again when it has crashed, say meanwhile that they are not live, and miss nothing', async () => {
    const { start, crash } = browser();
    const pages = ['one', 'two'].map((name) => openPage(name, workerTransport(start, nowhere)));
    await allLive(pages);
    crash();
    server.append(A);
    await expect.poll(() => pages.every(({ states }) => states.includes('retrying'))).toBe(true);
    await allLive(pages);
    await allSee(pages, 1);
  });

  it.each([
    ['may not be started', (): HubWorker => throwing()],
    ['never answers', () => ({ port: silentPort(), addEventListener: () => {} })],
    ['cannot be loaded', () => ({ port: silentPort(), addEventListener: (_: 'error', fail: () => void) => fail() })],
  ])('elect one of them where the worker %s', async (_what, start) => {
    const pages = ['one', 'two', 'three'].map((name) => openPage(name, workerTransport(start, elected(name)), 60));
    await allLive(pages);
    server.append(A);
    await allSee(pages, 1);
  });

  function silentPort(): MessagePort {
    const { port1, port2 } = new NodeMessageChannel();
    leftovers.push(() => port1.close());
    return port2 as unknown as MessagePort;
  }
  function throwing(): never {
    throw new Error('not allowed here');
  }
});
