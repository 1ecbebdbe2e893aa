'use client';
import { useTranslations } from 'next-intl';
import { useToast } from '@/components/ui/toast';
import { sentenceOf } from '@/lib/client/api-problem';
import { onSuccess } from '@/lib/client/on-success';
import { useRevertChange } from '@/lib/client/sessions';
import type { RevertTarget } from '@/lib/model/revert';

/** Takes one change of a draft back, and says so. */
export function useUndo(environmentId: string, sessionId: string): (target: RevertTarget) => void {
  const t = useTranslations('session.diff');
  const toast = useToast();
  const { mutateAsync } = useRevertChange(environmentId, sessionId);
  return (target) => {
    const reverting = mutateAsync(target);
    onSuccess(reverting, () => toast.info(t('undone')));
    reverting.catch((error) => toast.error(t('undoFailed'), sentenceOf(error) ?? undefined));
  };
}
