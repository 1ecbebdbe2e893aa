'use client';
import { useTranslations } from 'next-intl';
import type { HistoryEntry } from '@/lib/model/history-views';

/** Why there is no way back to a version: it is what is deployed now, or never reached its end. Null where there is one. */
export function useRollBackRefusal() {
  const t = useTranslations('history');
  return ({ current, same_as_current: same, outcome, version }: HistoryEntry): string | null => {
    if (current) return t('entry.isCurrent');
    if (same) return t('rollBack.same', { version: version ?? 0 });
    return outcome === 'success' ? null : t('entry.unfinished', { version: version ?? 0 });
  };
}
