import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from '../query-keys';
import type { CacheUpdater } from './cache-updater';

/**
 * The same as `createCacheUpdater`, whose code comes once a page is drawn: what happens until then waits for it. Where it
 * cannot be loaded, everything of environments is asked for again instead.
 *
 * @param edits whether whoever looks may change anything
 */
export function createDeferredCacheUpdater(queries: QueryClient, edits: boolean): CacheUpdater {
  const loading = import('./cache-updater').then(({ createCacheUpdater }) => createCacheUpdater(queries, edits));
  const later = (work: (updater: CacheUpdater) => void) => {
    loading.then(work).catch(() => void queries.invalidateQueries({ queryKey: queryKeys.environments }));
  };
  return {
    apply: (events) => later((updater) => updater.apply(events)),
    catchUp: (environmentId, events) => later((updater) => updater.catchUp(environmentId, events)),
    ask: (key) => later((updater) => updater.ask(key)),
    close: () => later((updater) => updater.close()),
  };
}
