'use client';
import { useTranslations } from 'next-intl';
import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
import { isApiProblem, sentenceOf } from '@/lib/client/api-problem';
import { fieldSentence } from '@/lib/client/field-sentence';

/**
 * Asks for the name of an environment: for a new one, or to rename one.
 *
 * @param children further fields
 */
export function NameDialog({
  open,
  onOpenChange,
  title,
  description,
  submitLabel,
  initialName,
  pending,
  error,
  onSubmit,
  children,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  submitLabel: string;
  initialName: string;
  pending: boolean;
  error: unknown;
  onSubmit: (name: string) => void;
  children?: ReactNode;
}) {
  const t = useTranslations('environments');
  const [name, setName] = useState(initialName);
  const [asked, setAsked] = useState(false);
  const formId = useId();
  useEffect(() => {
    if (!open) return;
    setName(initialName);
    setAsked(false);
  }, [open, initialName]);

  const trimmed = name.trim();
  const missing = asked && trimmed === '' ? t('name.missing') : null;
  const fieldError = fieldSentence(error, 'name');
  const atField = fieldError ?? (isApiProblem(error) && error.status === 409 ? error.sentence : null);

  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (trimmed !== '' && !pending) onSubmit(trimmed);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={description}
      size="sm"
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{t('cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" pending={pending}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
        <Field label={t('name.label')} help={t('name.help')} error={missing ?? atField}>
          <Input
            value={name}
            onValueChange={setName}
            autoComplete="off"
            maxLength={255}
            placeholder={t('name.placeholder')}
          />
        </Field>
        {children}
        {error !== null && !atField && <Notice tone="failed">{sentenceOf(error)}</Notice>}
      </form>
    </Dialog>
  );
}
