'use client';
import { useTranslations } from 'next-intl';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
import { RadioCards } from '@/components/ui/radio-cards';
import { useToast } from '@/components/ui/toast';
import { isApiProblem, sentenceOf } from '@/lib/client/api-problem';
import { onSuccess } from '@/lib/client/on-success';
import { useSaveTemplate } from '@/lib/client/templates';
import type { EnvironmentView } from '@/lib/model/views';

/** Keeps an environment as a template of the tenant. Mounted while it is open. */
export function SaveAsTemplate({ environment, onClose }: { environment: EnvironmentView; onClose: () => void }) {
  const t = useTranslations('templates.save');
  const toast = useToast();
  const formId = useId();
  const save = useSaveTemplate(environment);
  const [name, setName] = useState(environment.name);
  const [summary, setSummary] = useState('');
  const [secrets, setSecrets] = useState<'generate' | 'ask'>('generate');
  const [asked, setAsked] = useState(false);
  const problem = isApiProblem(save.error) ? save.error.fields.find(({ path }) => path === 'name') : undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (name.trim() === '' || save.isPending) return;
    onSuccess(save.mutateAsync({ name: name.trim(), summary, secrets }), (template) => {
      onClose();
      toast.success(t('saved', { name: template.name }), t('savedHint'));
    });
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('title', { name: environment.name })}
      description={t('lead')}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" pending={save.isPending}>
            {t('submit')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-5">
        <Field label={t('name')} error={asked && name.trim() === '' ? t('nameMissing') : (problem?.sentence ?? null)}>
          <Input value={name} onValueChange={setName} autoComplete="off" maxLength={255} />
        </Field>
        <Field label={t('summary')} optional>
          <Input value={summary} onValueChange={setSummary} autoComplete="off" maxLength={200} />
        </Field>
        <RadioCards
          label={t('passwords')}
          value={secrets}
          onChange={setSecrets}
          options={[
            { value: 'generate', label: t('generate'), help: t('generateHelp') },
            { value: 'ask', label: t('ask'), help: t('askHelp') },
          ]}
        />
        {save.error && !problem && <Notice tone="failed">{sentenceOf(save.error)}</Notice>}
      </form>
    </Dialog>
  );
}
