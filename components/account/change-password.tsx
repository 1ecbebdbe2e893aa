'use client';
import { useTranslations } from 'next-intl';
import { type SubmitEvent, useRef, useState } from 'react';
import { PasswordGuide } from '@/components/forms/password-guide';
import { useMadePassword } from '@/components/forms/use-made-password';
import { useMe } from '@/components/shell/me-context';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { SecretInput } from '@/components/ui/secret-input';
import { useToast } from '@/components/ui/toast';
import { useChangePassword } from '@/lib/client/account';
import { type PasswordProblem, passwordProblem, refusedField } from './password-problems';

type FieldName = 'current' | 'next' | 'again';
const FIELDS: readonly FieldName[] = ['current', 'next', 'again'];
const NOTHING = { current: '', next: '', again: '' };

/** Changes one's own password: the old one is asked for, and everywhere else one is signed out. */
export function ChangePassword() {
  const t = useTranslations('account.password');
  const me = useMe();
  const toast = useToast();
  const change = useChangePassword();
  const [typed, setTyped] = useState(NOTHING);
  const [isAsked, setAsked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const accounts = [me.user.name];
  const set = (field: FieldName) => (value: string) => {
    change.reset();
    setTyped((before) => ({ ...before, [field]: value }));
  };
  const { make, made } = useMadePassword(accounts, typed.next, (password) =>
    setTyped((before) => ({ ...before, next: password, again: password })),
  );
  const refused = refusedField(change.error);
  const problemAt = (field: FieldName): PasswordProblem | null =>
    refused?.field === field ? refused.problem : isAsked ? passwordProblem(field, typed, accounts) : null;
  const errorAt = (field: FieldName) => {
    const problem = problemAt(field);
    return problem ? t(`problems.${problem}`) : undefined;
  };
  const lead = (field: FieldName) => form.current?.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setAsked(true);
    const bad = FIELDS.find((field) => passwordProblem(field, typed, accounts) !== null);
    if (bad) return lead(bad);
    if (change.isPending) return;
    change.mutate(typed, {
      onSuccess: () => {
        setTyped(NOTHING);
        setAsked(false);
        toast.success(t('changed'), t('changedHint'));
      },
      onError: (error) => lead(refusedField(error)?.field ?? 'current'),
    });
  };
  return (
    <Card id="password" className="scroll-mt-20">
      <CardHeader title={t('title')} description={t('help')} />
      <CardBody>
        <form ref={form} onSubmit={submit} noValidate className="flex max-w-lg flex-col gap-4">
          {/* whoever keeps passwords learns whose this is */}
          <input type="text" name="username" autoComplete="username" value={me.user.name} readOnly hidden />
          <Field label={t('current')} error={errorAt('current')}>
            <SecretInput
              name="current"
              autoComplete="current-password"
              value={typed.current}
              onValueChange={set('current')}
            />
          </Field>
          <Field label={t('next')} error={errorAt('next')}>
            <SecretInput
              name="next"
              value={typed.next}
              onValueChange={set('next')}
              make={make}
              made={made}
              strength={<PasswordGuide password={typed.next} accounts={accounts} />}
            />
          </Field>
          {!made && (
            <Field label={t('again')} error={errorAt('again')}>
              <SecretInput name="again" value={typed.again} onValueChange={set('again')} />
            </Field>
          )}
          {change.isError && refused === null && <Notice tone="failed">{t('failed')}</Notice>}
          <Button type="submit" variant="primary" pending={change.isPending} className="self-start">
            {t('button')}
          </Button>
        </form>
      </CardBody>
    </Card>
  );
}
