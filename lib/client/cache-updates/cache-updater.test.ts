import { QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { VetroEvent } from '@/lib/model/event';
import { queryKeys } from '../query-keys';
import { createCacheUpdater } from './cache-updater';

/** A server that answers more slowly than events come. */

const queryKey = ['environments', 'env', 'histories'];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A page that shows what `queryFn` reads, and its updater. */
function shown(queryFn: (context: { signal: AbortSignal }) => Promise<number>) {
  const queries = new QueryClient();
  const leave = new QueryObserver(queries, { queryKey, queryFn }).subscribe(() => {});
  const updater = createCacheUpdater(queries, true);
  return {
    queries,
    data: () => queries.getQueryData<number>(queryKey),
    updater,
    leave: () => {
      updater.close();
      leave();
    },
  };
}

it('lets a read end that takes longer than events are apart, and reads once more after the last of them', async () => {
  let version = 0;
  let reads = 0;
  const page = shown(async ({ signal }) => {
    reads += 1;
    const read = version;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    signal.throwIfAborted();
    return read;
  });
  for (let at = 0; at < 50; at += 1) {
    version += 1;
    page.updater.ask(queryKey);
    await vi.advanceTimersByTimeAsync(100);
  }
  // five seconds of an event each 100 ms: what is shown is at most one read old all the while
  expect(page.data()).toBeGreaterThan(30);
  expect(reads).toBeLessThan(8);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(page.data()).toBe(50);
  page.leave();
});

it('reads nothing while a session of the environment is ending, and reads once when that is over', async () => {
  let reads = 0;
  const page = shown(() => Promise.resolve(++reads));
  await vi.advanceTimersByTimeAsync(0);
  const end = page.queries
    .getMutationCache()
    .build(page.queries, {
      mutationKey: queryKeys.sessionEnd('env'),
      mutationFn: () => new Promise<void>((resolve) => setTimeout(resolve, 2_000)),
    })
    .execute(undefined);
  page.updater.ask(queryKey);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(reads).toBe(1);
  await vi.advanceTimersByTimeAsync(1_000);
  await end;
  expect([reads, page.data()]).toEqual([2, 2]);
  page.leave();
});

it('reads nothing any more of a rehearsal that is ending or has ended', async () => {
  let reads = 0;
  const page = shown(() => Promise.resolve(++reads));
  await vi.advanceTimersByTimeAsync(0);
  page.updater.ask(queryKey);
  const end = page.queries
    .getMutationCache()
    .build(page.queries, {
      mutationKey: queryKeys.rehearsalEnd('env'),
      mutationFn: () => new Promise<void>((resolve) => setTimeout(resolve, 300)),
    })
    .execute(undefined);
  await vi.advanceTimersByTimeAsync(1_000);
  await end;
  page.updater.ask(queryKey);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reads).toBe(1);
  page.leave();
});

it('begins a read anew that never ends', async () => {
  let reads = 0;
  const page = shown(() => {
    reads += 1;
    return reads === 2 ? new Promise(() => {}) : Promise.resolve(reads);
  });
  await vi.advanceTimersByTimeAsync(0);
  page.updater.ask(queryKey);
  await vi.advanceTimersByTimeAsync(1_000);
  page.updater.ask(queryKey);
  await vi.advanceTimersByTimeAsync(13_000);
  expect([reads, page.data()]).toEqual([2, 1]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect([reads, page.data()]).toEqual([3, 3]);
  page.leave();
});

it('reads once more what an event changed while it was being read', async () => {
  const session = (changes: number) => ({
    id: 's',
    state: 'open',
    mine: true,
    changes,
    updated: '2026-01-01T00:00:00Z',
  });
  const sessions = queryKeys.sessions('env');
  let changes = 0;
  const queries = new QueryClient();
  const leave = new QueryObserver(queries, {
    queryKey: sessions,
    queryFn: async () => {
      const read = [session(changes)];
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      return read;
    },
  }).subscribe(() => {});
  const updater = createCacheUpdater(queries, true);
  const known = () => queries.getQueryData<{ changes: number }[]>(sessions)?.map((one) => one.changes);
  await vi.advanceTimersByTimeAsync(1_000);
  void queries.invalidateQueries({ queryKey: sessions });
  await vi.advanceTimersByTimeAsync(500);
  changes = 1;
  const change: VetroEvent = {
    ...{ seq: 2, at: '2026-01-01T00:00:01Z', environmentId: 'env', runId: null, level: 'info', text: '' },
    ...{ kind: 'session.changed', entity: 'environment', entityId: 'env', data: { sessionId: 's', changes } },
  };
  updater.apply([change]);
  expect(known()).toEqual([1]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(known()).toEqual([1]);
  updater.close();
  leave();
});

it('asks again what a run has changed of what can be done, and does not wait until what is known is old', async () => {
  const queries = new QueryClient();
  const updater = createCacheUpdater(queries, true);
  const keys = [
    [...queryKeys.workflows('env'), 'service'],
    queryKeys.newestRun('env'),
    [...queryKeys.survival('env'), null, 1],
    queryKeys.actions('env'),
  ];
  for (const key of [...keys, queryKeys.workflows('other')]) queries.setQueryData(key, {});
  updater.apply([{ kind: 'run.finished', environmentId: 'env', runId: 'run', data: {} } as unknown as VetroEvent]);
  await vi.advanceTimersByTimeAsync(1_000);
  const isStale = (key: QueryKey) => queries.getQueryState(key)?.isInvalidated;
  expect(keys.map(isStale)).toEqual(keys.map(() => true));
  expect(isStale(queryKeys.workflows('other'))).toBe(false);
  updater.close();
});
