'use client';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
import { RadioCards } from '@/components/ui/radio-cards';
import { isApiProblem, sentenceOf } from '@/lib/client/api-problem';

/** Asks what a copy of an environment is called, and what becomes of the passwords in it. */
export function CopyDialog<Secrets extends string>({
  words,
  initialName,
  secrets: offered,
  pending,
  error,
  onSubmit,
  onClose,
  children,
}: {
  words: Record<'title' | 'lead' | 'name' | 'nameMissing' | 'passwords' | 'cancel' | 'submit', string>;
  initialName: string;
  /** what may become of passwords; the first is usual */
  secrets: readonly [SecretsChoice<Secrets>, ...SecretsChoice<Secrets>[]];
  pending: boolean;
  error: unknown;
  onSubmit: (input: { name: string; secrets: Secrets }) => void;
  onClose: () => void;
  /** what else is asked, between the name and the passwords */
  children?: ReactNode;
}) {
  const formId = useId();
  const [name, setName] = useState(initialName);
  const [secrets, setSecrets] = useState<Secrets>(offered[0].value);
  const [asked, setAsked] = useState(false);
  const problem = isApiProblem(error) ? error.fields.find(({ path }) => path === 'name') : undefined;
  const missing = asked && name.trim() === '' ? words.nameMissing : null;

  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (name.trim() !== '' && !pending) onSubmit({ name: name.trim(), secrets });
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !pending && onClose()}
      title={words.title}
      description={words.lead}
      footer={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button type="submit" form={formId} variant="primary" pending={pending}>
            {words.submit}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-5">
        <Field label={words.name} error={missing ?? problem?.sentence ?? null}>
          <Input value={name} onValueChange={setName} autoComplete="off" maxLength={255} />
        </Field>
        {children}
        <RadioCards label={words.passwords} value={secrets} onChange={setSecrets} options={[...offered]} />
        {error !== null && !problem && <Notice tone="failed">{sentenceOf(error)}</Notice>}
      </form>
    </Dialog>
  );
}

interface SecretsChoice<Secrets> {
  value: Secrets;
  label: string;
  help: string;
}
