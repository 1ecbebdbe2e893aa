import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ListedSessionView } from '@/lib/model/views';
import { queryKeys } from './query-keys';
import { cancelReads, forgetSession, sessionsQuery } from './sessions';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('forgets the drafts of an environment that no page shows: one that was discarded elsewhere is not read of again', async () => {
  let sessions = [{ id: 'draft' }];
  const queryFn = async () => sessions as unknown as ListedSessionView[];
  const queries = new QueryClient();
  const show = () => new QueryObserver(queries, { ...sessionsQuery('env'), queryFn }).subscribe(() => {});
  const known = () => queries.getQueryData(sessionsQuery('env').queryKey);
  const leave = show();
  await vi.advanceTimersByTimeAsync(100);
  expect(known()).toEqual([{ id: 'draft' }]);
  // from one page of the environment to the next
  leave();
  const leaveNext = show();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(known()).toEqual([{ id: 'draft' }]);
  leaveNext();
  sessions = [];
  await vi.advanceTimersByTimeAsync(5_000);
  expect(known()).toBeUndefined();
  const end = show();
  expect(known()).toBeUndefined();
  await vi.advanceTimersByTimeAsync(100);
  expect(known()).toEqual([]);
  end();
});

it('reads nothing of a draft that is being discarded, its service types included', async () => {
  const queries = new QueryClient();
  const endless = () => new Promise<string>(() => {});
  const keys = {
    services: queryKeys.servicesOf('env', 'draft'),
    types: [...queryKeys.serviceTypesOf('env', 'draft'), 'en', null],
    deployedTypes: [...queryKeys.serviceTypesOf('env', null), 'en', null],
    typesOfRun: [...queryKeys.serviceTypesOfRun('env', 'run-1'), 'en'],
    typesElsewhere: [...queryKeys.serviceTypesOf('other', 'draft-2'), 'en', null],
  };
  for (const queryKey of Object.values(keys)) {
    void queries.fetchQuery({ queryKey, queryFn: endless }).catch(() => undefined);
  }
  const isRead = () =>
    Object.entries(keys).flatMap(([name, key]) => (queries.isFetching({ queryKey: key }) ? [name] : []));
  expect(isRead()).toEqual(Object.keys(keys));
  await cancelReads(queries, 'env');
  expect(isRead()).toEqual(['deployedTypes', 'typesOfRun', 'typesElsewhere']);

  forgetSession(queries, 'env', 'draft');
  const known = Object.entries(keys).flatMap(([name, key]) =>
    queries.getQueryCache().find({ queryKey: key }) ? [name] : [],
  );
  expect(known).toEqual(['deployedTypes', 'typesOfRun', 'typesElsewhere']);
});
