'use client';
import { useTranslations } from 'next-intl';
import type { ListedEnvironmentView } from '@/lib/model/views';

/** How many services an environment has; where a draft has another number, that too. */
export function useServiceCount() {
  const t = useTranslations('environments');
  return ({ service_count: count, drafts }: Pick<ListedEnvironmentView, 'service_count' | 'drafts'>): string => {
    const services = t('services', { count });
    if (!drafts || drafts.service_count === count) return services;
    return t('servicesDrafted', { services, drafted: drafts.service_count, mine: `${drafts.mine}` });
  };
}
