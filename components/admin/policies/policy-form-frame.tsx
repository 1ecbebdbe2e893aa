'use client';
import { useTranslations } from 'next-intl';
import type { FormEvent, ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { CardBody, CardFooter } from '@/components/ui/card';
import { Notice } from '@/components/ui/notice';
import { sentenceOf } from '@/lib/client/api-problem';

/** The form of a policy within its card: its fields, why it was not saved, and the way to save it for who may. */
export function PolicyFormFrame({
  problem,
  readOnly,
  pending,
  submitLabel,
  onSubmit,
  children,
}: {
  /** what no field tells; null: nothing */
  problem: unknown;
  readOnly: boolean;
  pending: boolean;
  submitLabel: string;
  onSubmit: () => void;
  children: ReactNode;
}) {
  const t = useTranslations('policies.form');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!pending) onSubmit();
  };
  return (
    <form onSubmit={submit} noValidate>
      <CardBody className="flex flex-col gap-5">
        {children}
        {problem !== null && problem !== undefined && (
          <Notice tone="failed" title={t('notSaved')}>
            {sentenceOf(problem)}
          </Notice>
        )}
      </CardBody>
      {!readOnly && (
        <CardFooter>
          <Button type="submit" variant="primary" pending={pending}>
            {submitLabel}
          </Button>
        </CardFooter>
      )}
    </form>
  );
}
