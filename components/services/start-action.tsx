'use client';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type FormEvent, useId, useState } from 'react';
import { ActionField } from '@/components/shell/workflows/action-field';
import { argumentsFrom, enteredFor, type FieldInput } from '@/components/shell/workflows/entered-arguments';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import { useStartAction } from '@/lib/client/actions';
import { isApiProblem, sentenceOf } from '@/lib/client/api-problem';
import { onSuccess } from '@/lib/client/on-success';
import type { ObjectAction } from '@/lib/model/object-actions';

/** Asks what an action needs to know, starts it, and goes to its page. */
export function StartAction({
  environmentId,
  action,
  onClose,
}: {
  environmentId: string;
  action: ObjectAction;
  onClose: () => void;
}) {
  const t = useTranslations('services.objectActions');
  const router = useRouter();
  const formId = useId();
  const start = useStartAction(environmentId);
  const [entered, setEntered] = useState<Record<string, FieldInput>>(() => enteredFor(action.arguments));
  const refused = isApiProblem(start.error) ? start.error.fields : [];
  const errorOf = (name: string) => refused.find(({ path }) => path === name)?.sentence ?? null;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (start.isPending) return;
    const given = argumentsFrom(action.arguments, entered);
    onSuccess(start.mutateAsync({ actionId: action.id, given }), ({ task_id }) => {
      onClose();
      router.push(`/environments/${environmentId}/deployments/${task_id}`);
    });
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('dialog', { title: action.title, name: action.object })}
      description={action.description || t('description')}
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" pending={start.isPending}>
            {t('start')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-5">
        {start.isError && <Notice tone="failed">{sentenceOf(start.error)}</Notice>}
        {action.arguments.length === 0 && <p>{t('nothingToSay')}</p>}
        {action.arguments.map((argument) => (
          <ActionField
            key={argument.name}
            argument={argument}
            value={entered[argument.name] ?? ''}
            error={errorOf(argument.name)}
            onChange={(value) => setEntered({ ...entered, [argument.name]: value })}
          />
        ))}
      </form>
    </Dialog>
  );
}
