'use client';
import { useTranslations } from 'next-intl';
import { type SubmitEvent, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
import { useToast } from '@/components/ui/toast';
import { sentenceOf } from '@/lib/client/api-problem';
import { useAddPasskey } from '@/lib/client/passkeys';
import { PasskeyUnused } from '@/lib/client/webauthn';
import { PASSKEY_NAME_MAX_LENGTH } from '@/lib/model/passkeys';

/** Makes a passkey in this browser: a name, then the browser's own questions. */
export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('account.passkeys');
  const toast = useToast();
  const form = useId();
  const [name, setName] = useState(t('suggested'));
  const [isMissing, setMissing] = useState(false);
  const add = useAddPasskey();
  const { error } = add;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setMissing(name.trim() === '');
    if (name.trim() === '' || add.isPending) return;
    add.mutate(name.trim(), {
      onSuccess: () => {
        toast.success(t('added'));
        onClose();
      },
    });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('add')}
      description={t('addHelp')}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={form} variant="primary" pending={add.isPending}>
            {t('next')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="flex flex-col gap-4">
        {error && <Notice tone="failed">{error instanceof PasskeyUnused ? t('unused') : sentenceOf(error)}</Notice>}
        <Field label={t('name')} help={t('nameHelp')} error={isMissing ? t('nameMissing') : null}>
          <Input name="name" maxLength={PASSKEY_NAME_MAX_LENGTH} value={name} onValueChange={setName} />
        </Field>
      </form>
    </Dialog>
  );
}
