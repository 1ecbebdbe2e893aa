import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { VetroEvent } from '@/lib/model/event';
import { foldEvents } from '@/lib/model/progress/fold';
import { EMPTY_PROGRESS } from '@/lib/model/progress/projection';
import { eventually } from '@/lib/testing/patience';
import { openStream } from './connection';
import type { TopicSubscriber } from './hub/page-subscriptions';
import { createEventStore, mergeBySeq } from './store';

const event = (seq: number): VetroEvent => ({
  environmentId: 'e',
  seq,
  runId: 'd',
  at: new Date(1_700_000_000_000 + seq).toISOString(),
  kind: 'report',
  level: 'info',
  entity: 'unit',
  entityId: 'u',
  text: `report ${seq}`,
  data: {},
});
const write = (response: ServerResponse, ...seqs: number[]) => {
  for (const seq of seqs) response.write(`id: ${seq}\nevent: report\ndata: ${JSON.stringify(event(seq))}\n\n`);
};

let server: Server;
let base: string;
let asked: number[];
let answer: (response: ServerResponse, after: number, connection: number) => void;

beforeEach(async () => {
  asked = [];
  server = createServer((request, response) => {
    const after = Number(new URL(request.url ?? '', 'http://x').searchParams.get('after'));
    asked.push(after);
    answer(response, after, asked.length);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const follow = ({ after, onEvent, onState }: Required<TopicSubscriber>) =>
  openStream({ url: () => `${base}/?after=${after()}`, onMessage: ({ data }) => onEvent(data), onState });
const open = (past: VetroEvent[] = []) =>
  createEventStore({ follow, loadPast: async () => foldEvents(EMPTY_PROGRESS, past), chunkMs: 5 });

const until = (condition: () => boolean) => eventually('what was waited for', condition);

describe('the event log of a page', () => {
  it('begins with the past and goes on after its last event', async () => {
    answer = (response, after) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      write(response, after + 1);
    };
    const store = open([event(1), event(2)]);
    const close = store.subscribe(() => {});
    await until(() => store.view().events.length === 1);
    close();
    expect(asked).toEqual([2]);
    expect(store.view()).toMatchObject({ loaded: true, connection: 'live', progress: { lastSeq: 3 } });
  });

  it('takes in the log of a run that was read elsewhere, and its picture, without counting anything twice', async () => {
    answer = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      write(response, 4);
    };
    const store = open([event(1), event(2), event(3)]);
    const close = store.subscribe(() => {});
    await until(() => store.view().events.length === 1);
    const { progress } = store.view();
    store.add([event(1), event(2), event(3), event(4)]);
    expect(store.view().events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    expect(store.view().progress).toBe(progress);
    store.adopt(foldEvents(EMPTY_PROGRESS, [event(1), event(2)]));
    expect(store.view().progress).toEqual(progress);
    close();
  });

  it('leaves to the stream what it has not come to, so that what it brings is newer than what is there', async () => {
    let bring = () => {};
    answer = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      write(response, 4);
      bring = () => write(response, 5, 6);
    };
    const store = open([event(1), event(2), event(3)]);
    const close = store.subscribe(() => {});
    await until(() => store.view().events.length === 1);
    store.add([event(3), event(4), event(6)]);
    expect(store.view().events.map(({ seq }) => seq)).toEqual([3, 4]);
    bring();
    await until(() => store.view().events.length === 4);
    expect(store.view().events.map(({ seq }) => seq)).toEqual([3, 4, 5, 6]);
    close();
  });

  it('comes back after a loss and misses nothing', async () => {
    let lose = () => {};
    answer = (response, after) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      write(response, after + 1, after + 2);
      lose = () => response.destroy();
    };
    const store = open();
    const close = store.subscribe(() => {});
    for (const seen of [2, 4]) {
      await until(() => store.view().events.length === seen);
      lose();
    }
    await until(() => store.view().events.length === 6);
    close();
    expect(store.view().events.map((one) => one.seq)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(asked).toEqual([0, 2, 4]);
  });

  it('shows what arrives together in one change', async () => {
    answer = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      write(response, ...Array.from({ length: 500 }, (_, index) => index + 1));
    };
    const store = open();
    const lengths = new Set<number>();
    const close = store.subscribe(() => lengths.add(store.view().events.length));
    await until(() => store.view().events.length === 500);
    close();
    expect(lengths.size).toBeLessThan(50);
  });

  it('shows what comes after a pause at once, however long it gathers what follows', async () => {
    let more = () => {};
    answer = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      write(response, 1);
      more = () => write(response, 2);
    };
    const store = createEventStore({ follow, loadPast: async () => EMPTY_PROGRESS, chunkMs: 60_000 });
    const close = store.subscribe(() => {});
    await until(() => store.view().events.length === 1);
    more();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(store.view().events).toHaveLength(1);
    close();
    expect(store.view().events).toHaveLength(2);
  });

  it('gives up when the server refuses, instead of asking for ever', async () => {
    answer = (response) => response.writeHead(404).end();
    const store = open();
    const close = store.subscribe(() => {});
    await until(() => store.view().connection === 'refused');
    await new Promise((resolve) => setTimeout(resolve, 100));
    close();
    expect(asked).toHaveLength(1);
  });

  it('closes its connection with the last listener', async () => {
    let closed = false;
    answer = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(': hello\n\n');
      response.on('close', () => {
        closed = true;
      });
    };
    const store = open();
    const first = store.subscribe(() => {});
    const second = store.subscribe(() => {});
    await until(() => store.view().connection === 'live');
    first();
    expect(closed).toBe(false);
    second();
    await until(() => closed);
  });

  it('skips a message that is no event', async () => {
    answer = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: not json\n\n');
      write(response, 1);
    };
    const store = open();
    const close = store.subscribe(() => {});
    await until(() => store.view().events.length === 1);
    close();
  });
});

describe('joining two stretches of a log', () => {
  it('keeps each number once, in order', () => {
    expect(mergeBySeq([event(3), event(5)], [event(5), event(4), event(6), event(1)]).map((one) => one.seq)).toEqual([
      1, 3, 4, 5, 6,
    ]);
  });
});
