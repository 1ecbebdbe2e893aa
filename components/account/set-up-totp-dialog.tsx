'use client';
import { useTranslations } from 'next-intl';
import { type SubmitEvent, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { CodeField, PasswordField } from '@/components/ui/credential-fields';
import { Dialog } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import { sentenceOf } from '@/lib/client/api-problem';
import { fieldSentence } from '@/lib/client/field-sentence';
import { useBeginTotp, useConfirmTotp } from '@/lib/client/second-factor';
import { QrCode } from './qr-code';

/** Sets up a second factor: the password, the QR code with a first code of it, then the recovery codes. */
export function SetUpTotpDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('account.totp');
  const form = useId();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const begin = useBeginTotp();
  const confirm = useConfirmTotp();
  const secret = begin.data;
  const recovery = confirm.data?.recovery_codes;
  const error = secret ? confirm.error : begin.error;
  const isOfField = fieldSentence(error, secret ? 'totp' : 'password') !== null;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (secret) confirm.mutate(code);
    else begin.mutate(password);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(recovery ? 'recoveryTitle' : 'setUp')}
      description={t(recovery ? 'recoveryHelp' : secret ? 'scan' : 'passwordHelp')}
      footer={
        recovery ? (
          <Button variant="primary" autoFocus onClick={onClose}>
            {t('kept')}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{t('cancel')}</Button>
            <Button type="submit" form={form} variant="primary" pending={begin.isPending || confirm.isPending}>
              {t(secret ? 'confirm' : 'next')}
            </Button>
          </>
        )
      }
    >
      {recovery ? (
        <RecoveryCodes codes={recovery} />
      ) : (
        <form id={form} onSubmit={submit} noValidate className="flex flex-col gap-4">
          {error && !isOfField && <Notice tone="failed">{sentenceOf(error)}</Notice>}
          {secret ? (
            <>
              <QrCode text={secret.uri} label={t('qr')} />
              <div>
                <p className="text-ink-muted">{t('byHand')}</p>
                <p className="flex items-center gap-1">
                  <code className="select-all break-all rounded-md bg-sunken px-2 py-1 font-mono text-[13px]">
                    {secret.secret}
                  </code>
                  <CopyButton text={secret.secret} label={t('copy')} />
                </p>
              </div>
              {/* the field before it is gone: the focus goes on with what is asked now */}
              <CodeField
                value={code}
                onValueChange={setCode}
                error={fieldSentence(confirm.error, 'totp')}
                help={t('codeHelp')}
                autoFocus
              />
            </>
          ) : (
            <PasswordField
              value={password}
              onValueChange={setPassword}
              error={fieldSentence(begin.error, 'password')}
            />
          )}
        </form>
      )}
    </Dialog>
  );
}

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const t = useTranslations('account.totp');
  return (
    <div className="flex flex-col gap-3">
      <ul aria-label={t('recoveryTitle')} className="grid grid-cols-2 gap-x-6 gap-y-1 font-mono text-[13px]">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p className="flex items-center gap-1 text-ink-muted">
        {t('copyAll')}
        <CopyButton text={codes.join('\n')} label={t('copyAll')} />
      </p>
    </div>
  );
}
