'use client';
import { useTranslations } from 'next-intl';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
import { isApiProblem, sentenceOf } from '@/lib/client/api-problem';
import type { NewEnrolmentCode } from '@/lib/model/servers';
import { EnrolmentLines } from './enrolment-lines';
import { PoolSelect } from './pool-select';
import { tagsIn } from './tags-in';

/** Makes an enrolment code, and shows the line to run on the server, this once. */
export function EnrolDialog({
  made,
  pending,
  error,
  onSubmit,
  onClose,
}: {
  made: NewEnrolmentCode | null;
  pending: boolean;
  error: unknown;
  onSubmit: (input: { tags: string[]; pool?: string }) => void;
  onClose: () => void;
}) {
  const t = useTranslations('admin.servers.form');
  const formId = useId();
  const [tags, setTags] = useState('');
  const [pool, setPool] = useState<string | null>(null);
  const atTags = isApiProblem(error) ? error.fields.find(({ path }) => path.startsWith('tags'))?.sentence : undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!pending) onSubmit({ tags: tagsIn(tags), ...(pool === null ? {} : { pool }) });
  }

  if (made) return <EnrolmentLines made={made} help={t('runHelp')} onClose={onClose} />;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('enrol')}
      description={t('enrolHelp')}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" pending={pending}>
            {t('make')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
        <Field label={t('tags')} help={t('tagsHelp')} error={atTags} optional>
          <Input value={tags} onValueChange={setTags} autoComplete="off" spellCheck={false} maxLength={400} />
        </Field>
        <PoolSelect value={pool} help={t('enrolPoolHelp')} onChange={setPool} />
        {error !== null && !atTags && <Notice tone="failed">{sentenceOf(error)}</Notice>}
      </form>
    </Dialog>
  );
}
