'use client';
import { useFormatter, useTranslations } from 'next-intl';
import type { Loss } from '@/lib/model/loss';

/** How many machines and volumes are lost, as words that fit into a sentence: "4 machines and 1 disk". */
export function useLossWords(): (losses: readonly Loss[]) => string {
  const t = useTranslations('forms.losses');
  const format = useFormatter();
  return (losses) =>
    format.list(
      (['machine', 'volume'] as const)
        .map((what) => ({ what, count: losses.filter((loss) => loss.what === what).length }))
        .filter(({ count }) => count > 0)
        .map((counted) => t('count', counted)),
    );
}
