'use client';
import { useFormatter, useTranslations } from 'next-intl';
import { useLossWords } from '@/components/forms/losses/use-loss-words';
import { Notice } from '@/components/ui/notice';
import type { Loss } from '@/lib/model/loss';

/** What is lost by deploying: set up anew, or deleted. Nothing when nothing is. */
export function LossNotice({ losses }: { losses: readonly Loss[] }) {
  const t = useTranslations('forms.losses');
  const format = useFormatter();
  const what = useLossWords()(losses);
  const names = (how: Loss['how']) => losses.filter((loss) => loss.how === how).map(({ name }) => name);
  const replaced = names('replace');
  const removed = names('remove');
  if (losses.length === 0) return null;
  return (
    <Notice tone="failed" title={t('title', { what })}>
      {replaced.length > 0 && <p>{t('replaceText', { names: format.list(replaced), count: replaced.length })}</p>}
      {removed.length > 0 && <p>{t('removeText', { names: format.list(removed), count: removed.length })}</p>}
    </Notice>
  );
}
