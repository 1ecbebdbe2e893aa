import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ListedSessionView } from '@/lib/model/views';
import { sessionsQuery } from './sessions';

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
