'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import type { SignInRefusal } from '@/lib/client/sign-in';

interface Props {
  /** where to go on */
  target: string;
  /** why it did not work; null when it begins anew */
  onRefused: (why: SignInRefusal | null) => void;
}

/** The way to sign in by a passkey, without a name. */
export function PasskeySignIn({ target, onRefused }: Props) {
  const t = useTranslations('signIn');
  const [pending, setPending] = useState(false);
  async function go() {
    setPending(true);
    onRefused(null);
    const { signInByPasskey } = await import('@/lib/client/passkey-sign-in');
    const refused = await signInByPasskey();
    if (refused === null) {
      // a full load: nothing of the page before signing in stays
      window.location.assign(target);
      return;
    }
    setPending(false);
    onRefused(refused);
  }
  return (
    <Button size="lg" pending={pending} onClick={go} className="w-full">
      {t('withPasskey')}
    </Button>
  );
}
