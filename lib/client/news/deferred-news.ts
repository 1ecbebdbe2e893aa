import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from '../query-keys';
import type { News } from './news';

/**
 * The same as `createNews`, whose code comes once a page is drawn: what happens until then waits for it. Where it
 * cannot be loaded, everything of environments is asked for again instead.
 *
 * @param edits whether whoever looks may change anything
 */
export function createDeferredNews(queries: QueryClient, edits: boolean): News {
  const loading = import('./news').then(({ createNews }) => createNews(queries, edits));
  const later = (work: (news: News) => void) => {
    loading.then(work).catch(() => void queries.invalidateQueries({ queryKey: queryKeys.environments }));
  };
  return {
    apply: (events) => later((news) => news.apply(events)),
    catchUp: (environmentId, events) => later((news) => news.catchUp(environmentId, events)),
    ask: (key) => later((news) => news.ask(key)),
    close: () => later((news) => news.close()),
  };
}
