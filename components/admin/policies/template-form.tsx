'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { Card, CardHeader } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { isApiProblem } from '@/lib/client/api-problem';
import type { PolicyParameters } from '@/lib/model/policies/parameters';
import type { PolicyTemplateView } from '@/lib/model/policies/policy-template';
import type { PolicyView } from '@/lib/model/policies/policy-view';
import { PolicyFormFrame } from './policy-form-frame';
import { PolicyReach, type Reach, USUAL_REACH } from './policy-reach';
import { TemplateField } from './template-field';
import { valuesToBegin, valuesToSend, wordsIn } from './template-values';

/** A ready policy as a plain form: its questions, and where it holds. */
export function TemplateForm({
  template,
  policy,
  pending,
  error,
  onSave,
}: {
  template: PolicyTemplateView;
  /** null: it is switched on only now */
  policy: PolicyView | null;
  pending: boolean;
  error: unknown;
  onSave: (input: { name: string; summary: string; parameters: PolicyParameters } & Reach) => void;
}) {
  const t = useTranslations('policies');
  const language = useLocale();
  const [name, setName] = useState(policy?.name ?? wordsIn(template.title, language));
  const [values, setValues] = useState(() => valuesToBegin(template, policy?.parameters ?? null));
  const [reach, setReach] = useState<Reach>(policy ?? USUAL_REACH);
  const readOnly = policy !== null && !policy.may_change;
  const fields = isApiProblem(error) ? error.fields : [];
  const errorAt = (path: string) => fields.find((field) => field.path === path)?.sentence ?? null;
  const known = ['name', ...template.parameters.map((one) => `parameters.${one.name}`)];
  const isElsewhere = !fields.some(({ path }) => known.includes(path));

  function submit() {
    if (name.trim() === '') return;
    const summary = policy?.summary ?? wordsIn(template.summary, language);
    onSave({ name: name.trim(), summary, parameters: valuesToSend(values), ...reach });
  }

  return (
    <Card>
      <CardHeader title={wordsIn(template.title, language)} description={wordsIn(template.summary, language)} />
      <PolicyFormFrame
        problem={isElsewhere ? error : null}
        readOnly={readOnly}
        pending={pending}
        submitLabel={t(policy === null ? 'template.switchOn' : 'form.save')}
        onSubmit={submit}
      >
        <Field
          label={t('form.name')}
          error={name.trim() === '' ? t('form.nameMissing') : errorAt('name')}
          disabled={readOnly}
          className="items-stretch sm:max-w-md"
        >
          <Input value={name} onValueChange={setName} autoComplete="off" maxLength={100} />
        </Field>
        {template.parameters.map((contract) => (
          <TemplateField
            key={contract.name}
            contract={contract}
            value={values[contract.name]}
            error={errorAt(`parameters.${contract.name}`)}
            disabled={readOnly}
            onChange={(value) => setValues((before) => ({ ...before, [contract.name]: value }))}
          />
        ))}
        {policy === null && <PolicyReach value={reach} onChange={setReach} />}
      </PolicyFormFrame>
    </Card>
  );
}
