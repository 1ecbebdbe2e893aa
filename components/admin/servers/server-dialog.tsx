'use client';
import { useTranslations } from 'next-intl';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
import { isApiProblem, sentenceOf } from '@/lib/client/api-problem';
import type { Server } from '@/lib/model/servers';
import { PoolSelect } from './pool-select';
import { tagsIn } from './tags-in';

/** Asks for the name, the tags and the pool of a server. */
export function ServerDialog({
  server,
  pending,
  error,
  onSubmit,
  onClose,
}: {
  server: Server;
  pending: boolean;
  error: unknown;
  onSubmit: (input: { name: string; tags: string[]; pool?: string }) => void;
  onClose: () => void;
}) {
  const t = useTranslations('admin.servers.form');
  const formId = useId();
  const [name, setName] = useState(server.name);
  const [tags, setTags] = useState(server.tags.join(' '));
  const [pool, setPool] = useState(server.pool?.id ?? null);
  const isFree = server.state === 'free' || (server.state === 'silent' && server.machine === null);
  const at = (field: string) =>
    isApiProblem(error) ? error.fields.find(({ path }) => path.startsWith(field))?.sentence : undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!pending)
      onSubmit({ name, tags: tagsIn(tags), ...(pool === null || pool === server.pool?.id ? {} : { pool }) });
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('change', { name: server.name })}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" pending={pending}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
        <Field label={t('name')} error={at('name')}>
          <Input value={name} onValueChange={setName} autoComplete="off" maxLength={255} />
        </Field>
        <Field label={t('tags')} help={t('tagsHelp')} error={at('tags')} optional>
          <Input value={tags} onValueChange={setTags} autoComplete="off" spellCheck={false} maxLength={400} />
        </Field>
        <PoolSelect
          value={pool}
          help={t(isFree ? 'movePoolHelp' : 'takenPoolHelp')}
          disabled={!isFree}
          onChange={setPool}
        />
        {error !== null && !at('name') && !at('tags') && <Notice tone="failed">{sentenceOf(error)}</Notice>}
      </form>
    </Dialog>
  );
}
