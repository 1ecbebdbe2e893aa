'use client';
import { useFormatter, useTranslations } from 'next-intl';
import { useQuotaAdvice } from '@/components/shell/quota-advice';
import type { JsonObject } from '@/lib/model/json';
import type { Offer, ServiceType } from '@/lib/model/service-type';
import { isOver, quotaSharesOf } from './summary';

/** Of which limits a service takes more than is left, as a sentence; null when it fits. */
export function useOverQuota(service: JsonObject, type: ServiceType, offer: Offer | undefined): string | null {
  const t = useTranslations('wizard');
  const format = useFormatter();
  const advice = useQuotaAdvice();
  const over = quotaSharesOf(service, type, offer, t).filter(isOver);
  if (over.length === 0) return null;
  const what = over.map(({ label, added, used, limit }) =>
    t('overQuotaOf', { label, added, left: Math.max(0, (limit ?? 0) - used) }),
  );
  return `${t('overQuota', { what: format.list(what) })} ${advice}`;
}
