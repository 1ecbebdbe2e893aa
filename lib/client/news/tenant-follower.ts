import type { TopicFollower } from '../events/hub/hub-client';
import { readEvent } from '../events/read-event';
import { queryKeys } from '../query-keys';
import type { News } from './news';

/**
 * Follows all environments of a tenant for a page that shows lists of them.
 *
 * The stream of a tenant begins with the moment it is live. What a page was answered before that, or while the stream
 * was lost, may lack what happened since: an environment whose run ended just then would be shown as deploying for
 * ever. So each time it becomes live, the first time too, everything is asked for again.
 */
export function tenantFollower(news: News): TopicFollower {
  return {
    onEvent(text) {
      const event = readEvent(text);
      if (!event) return;
      news.apply([event]);
      news.catchUp(event.environmentId, [event]);
    },
    onState(state) {
      if (state === 'live') news.ask(queryKeys.environments);
    },
  };
}
