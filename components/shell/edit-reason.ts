'use client';
import { useTranslations } from 'next-intl';
import { useDraft } from '@/lib/client/draft';
import { useEnvironment } from '@/lib/client/environments';
import { useRoleReason } from './me-context';

/** Why nothing of an environment can be edited by this person now; null when it can. */
export function useEditReason(environmentId: string): string | null {
  const role = useRoleReason();
  const t = useTranslations('shell.editReason');
  const status = useEnvironment(environmentId).data?.status;
  const { overtaken } = useDraft(environmentId);
  if (role) return role;
  if (status === 'deploying') return t('deploying');
  if (status === 'deleting') return t('deleting');
  if (overtaken) return t('overtaken');
  return null;
}
