'use client';
import { useTranslations } from 'next-intl';
import { useToast } from '@/components/ui/toast';

/** Signs out, and says so when that did not work. */
export function useSignOut(): () => void {
  const t = useTranslations('shell');
  const toast = useToast();
  return () => {
    // every page has the button, and few press it
    void import('@/lib/client/auth')
      .then(({ signOut }) => signOut())
      .catch(() => false)
      .then((out) => {
        if (!out) toast.error(t('signOutFailed'), t('signOutFailedHint'));
      });
  };
}
