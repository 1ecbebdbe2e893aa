'use client';
import { useDraft } from '@/lib/client/draft';
import { useEnvironment } from '@/lib/client/environments';
import { useRoleReason } from './me-context';

/** Why nothing of an environment can be edited by this person now; null when it can. */
export function useEditReason(environmentId: string): string | null {
  const role = useRoleReason();
  const status = useEnvironment(environmentId).data?.status;
  const { overtaken } = useDraft(environmentId);
  if (role) return role;
  if (status === 'deploying') return 'A deployment is running. Wait until it is over.';
  if (status === 'deleting') return 'This environment is being deleted.';
  if (overtaken) return 'Your draft is out of date. Start again with your changes, or discard them, first.';
  return null;
}
