import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { queryKeys } from '../query-keys';
import { createCacheUpdater } from './cache-updater';
import { tenantSubscriber } from './tenant-subscriber';

it('shows the end of a run that ended after the list was answered and before the stream was live', async () => {
  let status = 'deploying';
  const queries = new QueryClient();
  const queryKey = queryKeys.environmentSummary;
  const queryFn = async () => ({ status });
  const stop = new QueryObserver(queries, { queryKey, queryFn }).subscribe(() => {});
  const updater = createCacheUpdater(queries, true);
  const shown = () => queries.getQueryData(queryKey);
  await expect.poll(shown).toEqual({ status: 'deploying' });

  status = 'ready';
  const { onState } = tenantSubscriber(updater);
  onState('connecting');
  onState('live');
  await expect.poll(shown).toEqual({ status: 'ready' });

  status = 'failed';
  onState('retrying');
  onState('live');
  await expect.poll(shown).toEqual({ status: 'failed' });
  updater.close();
  stop();
});
