'use client';
import { useTranslations } from 'next-intl';
import { useEnvironment } from '@/lib/client/environments';
import type { ActivityEntry } from '@/lib/model/history-views';
import { factsOf, hasWords } from './activity-words';

/** Words for who did what in an environment, in the viewer's language. */
export function useActivityWords(environmentId: string) {
  const t = useTranslations('history');
  const services = useEnvironment(environmentId).data?.services ?? [];
  const names = new Map(services.map(({ id, name }) => [id, name]));
  return {
    person: (name: string) => (name === '' ? t('somebody') : name),
    action: (entry: Pick<ActivityEntry, 'action' | 'target_id' | 'details'>) =>
      hasWords(entry.action)
        ? t(`actions.${entry.action}`, { ...factsOf(entry, names, t('activity.something')) })
        : t('activity.did', { action: entry.action }),
    clear: t('filters.clear'),
    kind: (action: string) => (hasWords(action) ? t(`kinds.${action}`) : action),
  };
}
