'use client';
import { useTranslations } from 'next-intl';
import { type SubmitEvent, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { CodeField, PasswordField } from '@/components/ui/credential-fields';
import { Dialog } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import { useToast } from '@/components/ui/toast';
import { sentenceOf } from '@/lib/client/api-problem';
import { fieldSentence } from '@/lib/client/field-sentence';
import { useRemoveTotp } from '@/lib/client/second-factor';

/** Removes one's second factor, by the password and a code. */
export function RemoveTotpDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('account.totp');
  const toast = useToast();
  const form = useId();
  const [password, setPassword] = useState('');
  const [totp, setTotp] = useState('');
  const remove = useRemoveTotp();
  const { error } = remove;
  const isOfField = ['password', 'totp'].some((path) => fieldSentence(error, path) !== null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    remove.mutate(
      { password, totp },
      {
        onSuccess: () => {
          toast.success(t('removed'));
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('remove')}
      description={t('removeHelp')}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={form} variant="danger" pending={remove.isPending}>
            {t('remove')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="flex flex-col gap-4">
        {error && !isOfField && <Notice tone="failed">{sentenceOf(error)}</Notice>}
        <PasswordField value={password} onValueChange={setPassword} error={fieldSentence(error, 'password')} />
        <CodeField
          value={totp}
          onValueChange={setTotp}
          error={fieldSentence(error, 'totp')}
          help={t('codeOrRecovery')}
        />
      </form>
    </Dialog>
  );
}
