import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, test } from 'vitest';
import { follow } from '@/lib/api/testing/follow';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { webServer } from '@/lib/api/testing/services';
import { add, deploy, newEnvironment, open, settled } from '@/lib/api/testing/stories';
import type { JsonObject } from '@/lib/model/json';
import type { StreamedEvent } from '@/lib/model/streamed-event';
import { queryKeys } from '../query-keys';
import { createCacheUpdater } from './cache-updater';

/** A browser that watches a real server: what it shows stays true, and what it asks for does not grow with the machines. */

const product = productForTests();
const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

const LIST = 'order_by=updated&sort_dir=desc&limit=50&with_count=true';

/** Everything that the list, the home page, the environment and its run show, each asked for as the pages do. */
async function browser(at: string, id: string) {
  const { member } = product;
  const asked = new Map<string, number>();
  const queries = new QueryClient();
  const get = (path: string) => {
    asked.set(path, (asked.get(path) ?? 0) + 1);
    return member.ok('GET', path);
  };
  const show = async (queryKey: readonly unknown[], path: string, pick = (answer: JsonObject): unknown => answer) => {
    const observer = new QueryObserver(queries, {
      queryKey,
      queryFn: async () => pick(await get(path)),
      staleTime: 2000,
    });
    stops.push(observer.subscribe(() => {}));
    await expect.poll(() => queries.getQueryData(queryKey)).toBeDefined();
  };
  const pages = async (queryKey: readonly unknown[], path: string) => {
    const observer = new InfiniteQueryObserver(queries, {
      queryKey,
      queryFn: () => get(path),
      initialPageParam: null,
      getNextPageParam: () => null,
      staleTime: 2000,
    });
    stops.push(observer.subscribe(() => {}));
    await expect.poll(() => queries.getQueryData(queryKey)).toBeDefined();
  };
  const updater = createCacheUpdater(queries, true);
  const stream = await follow<StreamedEvent>(product.url, member, '/v1/events');
  const log: StreamedEvent[] = [];
  const reading = setInterval(() => {
    const fresh = stream.messages.slice(log.length).map(({ data }) => data);
    log.push(...fresh);
    updater.apply(fresh);
    if (fresh.length > 0) updater.catchUp(id, log);
  }, 20);
  stops.push(() => {
    clearInterval(reading);
    updater.close();
    stream.stop();
    queries.clear();
  });
  await pages(queryKeys.environmentPages(LIST), `/v1/environments?${LIST}`);
  await show(queryKeys.environmentSummary, '/v1/environments/summary');
  await show(queryKeys.environmentDetail(id), at);
  await show(queryKeys.sessions(id), `${at}/sessions`, ({ sessions }) => sessions);
  await pages(queryKeys.history(id, {}), `${at}/history`);
  return { queries, asked, log, show };
}

describe('a browser that watches a deployment', () => {
  test.each([1, 6])('of %i machines asks for each answer as often as the run begins and ends', async (machines) => {
    const { member } = product;
    const { at, id } = await newEnvironment(member);
    const session = await open(member, at);
    for (let n = 0; n < machines; n += 1) await add(member, at, session, webServer({ name: `web${n}` }));
    const { queries, asked, log, show } = await browser(at, id);
    const run = await deploy(member, at, session);
    await show(queryKeys.deployment(id, run), `${at}/runs/${run}`);
    await settled(member, at);
    await expect.poll(() => log.some(({ kind }) => kind === 'session.closed')).toBe(true);
    expect(log.filter(({ kind }) => kind === 'effect.finished').length).toBeGreaterThan(machines);
    expect(log.find(({ kind }) => kind === 'run.queued')?.data).toMatchObject({ sessionId: session });

    // the page is still and right: nothing is under way, and all that is cached is what the server says
    const shown = (key: readonly unknown[]) => queries.getQueryData<JsonObject>(key);
    const now = await member.ok('GET', at);
    await expect.poll(() => shown(queryKeys.environmentDetail(id))).toEqual(now);
    const list = await member.ok('GET', `/v1/environments?${LIST}`);
    await expect.poll(() => shown(queryKeys.environmentPages(LIST))?.pages).toEqual([list]);
    const summary = await member.ok('GET', '/v1/environments/summary');
    expect(shown(queryKeys.environmentSummary)).toEqual(summary);
    const { sessions } = await member.ok('GET', `${at}/sessions`);
    await expect.poll(() => shown(queryKeys.sessions(id))).toEqual(sessions);
    const finished = await member.ok('GET', `${at}/runs/${run}`);
    await expect.poll(() => shown(queryKeys.deployment(id, run))).toEqual(finished);

    const beginAndEnd = 2;
    expect(asked.get(`/v1/environments?${LIST}`)).toBe(1);
    expect(asked.get('/v1/environments/summary')).toBe(1);
    expect(asked.get(at)).toBeLessThanOrEqual(1 + beginAndEnd);
    expect(asked.get(`${at}/sessions`)).toBeLessThanOrEqual(1 + beginAndEnd);
    expect(asked.get(`${at}/runs/${run}`)).toBeLessThanOrEqual(1 + 1);
    // it tells of waiting, too
    expect(asked.get(`${at}/history`)).toBeLessThanOrEqual(1 + 1 + beginAndEnd);
  });

  test('sees its machines as far as the run has come without asking', async () => {
    const { member } = product;
    const { at } = await newEnvironment(member);
    const session = await open(member, at);
    await add(member, at, session, webServer({ name: 'web' }));
    const run = await deploy(member, at, session);
    await settled(member, at);
    const { events } = (await member.ok('GET', `${at}/events?deployment_id=${run}`)) as unknown as {
      events: StreamedEvent[];
    };
    const started = events.filter(({ kind, data }) => kind === 'effect.started' && data.reached !== undefined);
    expect(JSON.stringify(started.map(({ data }) => data.reached))).toContain('hostname');
  });
});
