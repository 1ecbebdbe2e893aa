'use client';
import { useFormatter, useTranslations } from 'next-intl';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
import { isApiProblem, sentenceOf } from '@/lib/client/api-problem';
import type { NewEnrolmentCode } from '@/lib/model/servers';
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
  onSubmit: (tags: string[]) => void;
  onClose: () => void;
}) {
  const t = useTranslations('admin.servers.form');
  const formId = useId();
  const [tags, setTags] = useState('');
  const atTags = isApiProblem(error) ? error.fields.find(({ path }) => path.startsWith('tags'))?.sentence : undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!pending) onSubmit(tagsIn(tags));
  }

  if (made) return <Lines made={made} onClose={onClose} />;
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
        {error !== null && !atTags && <Notice tone="failed">{sentenceOf(error)}</Notice>}
      </form>
    </Dialog>
  );
}

function Lines({ made, onClose }: { made: NewEnrolmentCode; onClose: () => void }) {
  const t = useTranslations('admin.servers.form');
  const format = useFormatter();
  const time = format.dateTime(new Date(made.expires), { timeStyle: 'short', dateStyle: 'short' });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('run')}
      description={t('runHelp')}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('done')}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Line label={t('linux')} copy={t('copyLinux')} text={made.linux} />
        <Line label={t('windows')} copy={t('copyWindows')} text={made.windows} />
        <Notice tone="attention">{t('once', { time })}</Notice>
      </div>
    </Dialog>
  );
}

function Line({ label, copy, text }: { label: string; copy: string; text: string }) {
  return (
    <div className="flex flex-col gap-1">
      <p className="font-medium">{label}</p>
      <div className="flex items-start gap-1">
        <code className="min-w-0 flex-1 select-all break-all rounded-md bg-sunken px-2 py-1 font-mono text-[13px]">
          {text}
        </code>
        <CopyButton text={text} label={copy} />
      </div>
    </div>
  );
}
