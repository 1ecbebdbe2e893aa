'use client';
import { useTranslations } from 'next-intl';
import type { ExpectedLoss } from '@/lib/model/loss';
import { useLossWords } from './use-loss-words';

/** The words on the button and above the dialog of a deployment that destroys, or may. */
export function useDeployWords({ losses }: ExpectedLoss): { deploy: string; question: string } {
  const t = useTranslations('forms.losses');
  const what = useLossWords()(losses);
  return losses.length === 0
    ? { deploy: t('deployUnknown'), question: t('askUnknown') }
    : { deploy: t('deploy', { what }), question: t('ask', { what }) };
}
