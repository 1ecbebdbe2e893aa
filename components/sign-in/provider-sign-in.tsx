'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { signInByProvider } from '@/lib/client/auth';

interface Props {
  /** how the provider is called */
  name: string;
  /** where to go on */
  target: string;
  onFailure: () => void;
}

/** The way to sign in by the OpenID Connect provider, beside the form. */
export function ProviderSignIn({ name, target, onFailure }: Props) {
  const t = useTranslations('signIn');
  const [pending, setPending] = useState(false);
  async function go() {
    setPending(true);
    if (await signInByProvider(target)) return;
    setPending(false);
    onFailure();
  }
  return (
    <Button size="lg" pending={pending} onClick={go} className="w-full">
      {t('withProvider', { name })}
    </Button>
  );
}
