'use client';
import { useTranslations } from 'next-intl';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
import { isApiProblem, sentenceOf } from '@/lib/client/api-problem';
import type { AdminTenant } from '@/lib/model/administration';

/** Asks for the name and the purpose of a tenant. Mount it anew for each. */
export function TenantDialog({
  tenant,
  pending,
  error,
  onSubmit,
  onClose,
}: {
  /** null: a new one */
  tenant: AdminTenant | null;
  pending: boolean;
  error: unknown;
  onSubmit: (input: { name: string; description: string }) => void;
  onClose: () => void;
}) {
  const t = useTranslations('admin.tenants.form');
  const formId = useId();
  const [name, setName] = useState(tenant?.name ?? '');
  const [description, setDescription] = useState(tenant?.description ?? '');
  const atName =
    isApiProblem(error) && (error.code === 'tenant_name_taken' || error.fields.some(({ path }) => path === 'name'))
      ? error.sentence
      : null;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!pending) onSubmit({ name, description });
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={tenant ? t('change', { name: tenant.name }) : t('create')}
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" pending={pending}>
            {tenant ? t('save') : t('create')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
        <Field label={t('name')} error={atName}>
          <Input value={name} onValueChange={setName} autoComplete="off" maxLength={64} />
        </Field>
        <Field label={t('description')} optional>
          <Input value={description} onValueChange={setDescription} autoComplete="off" maxLength={1000} />
        </Field>
        {error !== null && !atName && <Notice tone="failed">{sentenceOf(error)}</Notice>}
      </form>
    </Dialog>
  );
}
