'use client';
import { useTranslations } from 'next-intl';
import { useToast } from '@/components/ui/toast';
import { signOut } from '@/lib/client/auth';

/** Signs out, and says so when that did not work. */
export function useSignOut(): () => void {
  const t = useTranslations('shell');
  const toast = useToast();
  return () => {
    void signOut().then((out) => {
      if (!out) toast.error(t('signOutFailed'), t('signOutFailedHint'));
    });
  };
}
