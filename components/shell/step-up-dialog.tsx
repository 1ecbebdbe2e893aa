'use client';
import { useTranslations } from 'next-intl';
import { type SubmitEvent, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { CodeField, PasswordField } from '@/components/ui/credential-fields';
import { Dialog } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/skeleton';
import { sentenceOf } from '@/lib/client/api-problem';
import { signInByProvider } from '@/lib/client/auth';
import { fieldSentence } from '@/lib/client/field-sentence';
import { useProofOffer, useProveByPasskey, useProveByPassword } from '@/lib/client/proofs';
import { PasskeyUnused } from '@/lib/client/webauthn';
import type { ProofOffer } from '@/lib/model/passkeys';

interface Props {
  onSettled: (isProven: boolean) => void;
}

/** Asks somebody who is signed in to prove once more who they are: by password and code, passkey, or their provider. */
export function StepUpDialog({ onSettled }: Props) {
  const t = useTranslations('shell.stepUp');
  const form = useId();
  const offer = useProofOffer();
  const byPassword = useProveByPassword();
  const isByProvider = offer.data?.by === 'provider';
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onSettled(false)}
      title={t('title')}
      description={t('help')}
      size="sm"
      footer={
        <>
          <Button onClick={() => onSettled(false)}>{t('cancel')}</Button>
          {offer.data && !isByProvider && (
            <Button type="submit" form={form} variant="primary" pending={byPassword.isPending}>
              {t('confirm')}
            </Button>
          )}
        </>
      }
    >
      {offer.isError && <Notice tone="failed">{sentenceOf(offer.error)}</Notice>}
      {offer.isPending && <Skeleton className="h-16" />}
      {offer.data &&
        (isByProvider ? (
          <ByProvider name={offer.data.provider ?? ''} />
        ) : (
          <div className="flex flex-col gap-4">
            <ByPassword id={form} offer={offer.data} prove={byPassword} onProven={() => onSettled(true)} />
            {offer.data.passkey && <ByPasskey onProven={() => onSettled(true)} />}
          </div>
        ))}
    </Dialog>
  );
}

function ByPassword({
  id,
  offer,
  prove,
  onProven,
}: {
  id: string;
  offer: ProofOffer;
  prove: ReturnType<typeof useProveByPassword>;
  onProven: () => void;
}) {
  const t = useTranslations('shell.stepUp');
  const [password, setPassword] = useState('');
  const [totp, setTotp] = useState('');
  const { error } = prove;
  const isAtField = ['password', 'totp'].some((path) => fieldSentence(error, path) !== null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!prove.isPending) prove.mutate({ password, ...(offer.totp ? { totp } : {}) }, { onSuccess: onProven });
  };
  return (
    <form id={id} onSubmit={submit} noValidate className="flex flex-col gap-4">
      {error && !isAtField && <Notice tone="failed">{sentenceOf(error)}</Notice>}
      <PasswordField
        value={password}
        onValueChange={setPassword}
        error={fieldSentence(error, 'password')}
        help={offer.by === 'keystone' ? t('keystone') : undefined}
        autoFocus
      />
      {offer.totp && (
        <CodeField value={totp} onValueChange={setTotp} error={fieldSentence(error, 'totp')} help={t('codeHelp')} />
      )}
    </form>
  );
}

function ByPasskey({ onProven }: { onProven: () => void }) {
  const t = useTranslations('shell.stepUp');
  const prove = useProveByPasskey();
  const { error } = prove;
  return (
    <div className="flex flex-col gap-3">
      <p className="text-center text-ink-muted text-sm">{t('or')}</p>
      {error && (
        <Notice tone="failed">{error instanceof PasskeyUnused ? t('passkeyUnused') : sentenceOf(error)}</Notice>
      )}
      <Button pending={prove.isPending} onClick={() => prove.mutate(undefined, { onSuccess: onProven })}>
        {t('passkey')}
      </Button>
    </div>
  );
}

/** Who signs in by a provider goes there and comes back: what is open is begun anew then. */
function ByProvider({ name }: { name: string }) {
  const t = useTranslations('shell.stepUp');
  const [state, setState] = useState<'idle' | 'leaving' | 'failed'>('idle');
  const go = async () => {
    setState('leaving');
    if (!(await signInByProvider(window.location.href, true))) setState('failed');
  };
  return (
    <div className="flex flex-col gap-4">
      <p>{t('providerHelp', { name })}</p>
      {state === 'failed' && <Notice tone="failed">{t('providerAway', { name })}</Notice>}
      <Button variant="primary" autoFocus pending={state === 'leaving'} onClick={go}>
        {t('provider', { name })}
      </Button>
    </div>
  );
}
