'use client';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type FormEvent, useId, useState } from 'react';
import { CredentialsDialog } from '@/components/forms/credentials-dialog';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
import { RadioCards } from '@/components/ui/radio-cards';
import { isApiProblem, sentenceOf } from '@/lib/client/api-problem';
import { onSuccess } from '@/lib/client/on-success';
import { useCloneEnvironment } from '@/lib/client/templates';
import type { MadeEnvironment } from '@/lib/model/templates/views';
import type { EnvironmentView } from '@/lib/model/views';

/** Makes another environment like this one, as a draft. Mounted while it is open. */
export function CloneEnvironment({ environment, onClose }: { environment: EnvironmentView; onClose: () => void }) {
  const t = useTranslations('templates.clone');
  const missing = useTranslations('environments.name')('missing');
  const router = useRouter();
  const formId = useId();
  const clone = useCloneEnvironment(environment);
  const [name, setName] = useState(t('suggested', { name: environment.name }));
  const [secrets, setSecrets] = useState<'generate' | 'keep'>('generate');
  const [asked, setAsked] = useState(false);
  const [made, setMade] = useState<MadeEnvironment | null>(null);

  const go = (answer: MadeEnvironment) => {
    onClose();
    router.push(`/environments/${answer.environment.id}/review`);
  };
  if (made) {
    const { environment: copy, credentials } = made;
    return <CredentialsDialog name={copy.name} credentials={credentials} deployed={false} onDone={() => go(made)} />;
  }
  const problem = isApiProblem(clone.error) ? clone.error.fields.find(({ path }) => path === 'name') : undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (name.trim() === '' || clone.isPending) return;
    onSuccess(clone.mutateAsync({ name: name.trim(), secrets }), (answer) =>
      answer.credentials.length > 0 ? setMade(answer) : go(answer),
    );
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !clone.isPending && onClose()}
      title={t('title', { name: environment.name })}
      description={t('lead')}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" pending={clone.isPending}>
            {t('submit')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-5">
        <Field label={t('name')} error={asked && name.trim() === '' ? missing : (problem?.sentence ?? null)}>
          <Input value={name} onValueChange={setName} autoComplete="off" maxLength={255} />
        </Field>
        <RadioCards
          label={t('passwords')}
          value={secrets}
          onChange={setSecrets}
          options={[
            { value: 'generate', label: t('generate'), help: t('generateHelp') },
            { value: 'keep', label: t('keep'), help: t('keepHelp') },
          ]}
        />
        {clone.error && !problem && <Notice tone="failed">{sentenceOf(clone.error)}</Notice>}
      </form>
    </Dialog>
  );
}
