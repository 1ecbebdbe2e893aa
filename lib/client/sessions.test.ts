import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sessionsQuery } from './sessions';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('forgets the drafts of an environment that no page shows: one that was discarded elsewhere is not read of again', async () => {
  let sessions = [{ id: 'draft' }];
  vi.stubGlobal('fetch', async () => Response.json({ sessions }));
  const queries = new QueryClient();
  const show = () => new QueryObserver(queries, sessionsQuery('env')).subscribe(() => {});
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
