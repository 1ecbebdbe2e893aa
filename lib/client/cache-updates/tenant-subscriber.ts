import type { TopicSubscriber } from '../events/hub/page-subscriptions';
import { readEvent } from '../events/read-event';
import { queryKeys } from '../query-keys';
import type { CacheUpdater } from './cache-updater';

/**
 * Follows all environments of a tenant for a page that shows lists of them.
 *
 * The stream of a tenant begins with the moment it is live. What a page was answered before that, or while the stream
 * was lost, may lack what happened since: an environment whose run ended just then would be shown as deploying for
 * ever. So each time it becomes live, the first time too, everything is asked for again.
 */
export function tenantSubscriber(updater: CacheUpdater): TopicSubscriber {
  return {
    onEvent(text) {
      const event = readEvent(text);
      if (!event) return;
      updater.apply([event]);
      updater.catchUp(event.environmentId, [event]);
    },
    onState(state) {
      if (state === 'live') updater.ask(queryKeys.environments);
    },
  };
}
