'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { fieldSentence } from '@/lib/client/field-sentence';
import type { PolicyInput, PolicyTextProblemView, PolicyView } from '@/lib/model/policies/policy-view';
import { RulesEditor } from './editor/rules-editor';
import { EXAMPLE_PARAMETERS, EXAMPLES, type Example } from './examples';
import { ParameterRows } from './parameter-rows';
import { parametersOf, typedParameters } from './parameter-values';
import { PolicyFormFrame } from './policy-form-frame';
import { PolicyReach, type Reach, USUAL_REACH } from './policy-reach';
import { TryPolicy } from './try-policy';

export type PolicyFormInput = PolicyInput & { scope: 'installation' | 'tenant' };

/** Name, rules and parameters of a policy; the rules are checked as they are typed and can be tried before they are kept. */
export function PolicyForm({
  policy,
  pending,
  error,
  onSave,
}: {
  /** null: a new one */
  policy: PolicyView | null;
  pending: boolean;
  error: unknown;
  onSave: (input: PolicyFormInput) => void;
}) {
  const t = useTranslations('policies.form');
  const [name, setName] = useState(policy?.name ?? '');
  const [summary, setSummary] = useState(policy?.summary ?? '');
  const [text, setText] = useState(policy?.text ?? '');
  const [rows, setRows] = useState(() => typedParameters(policy?.parameters ?? {}));
  const [reach, setReach] = useState<Reach>(policy ?? USUAL_REACH);
  const [problems, setProblems] = useState<readonly PolicyTextProblemView[]>([]);
  const [asked, setAsked] = useState(false);
  const readOnly = policy !== null && !policy.may_change;
  const nameError = asked && name.trim() === '' ? t('nameMissing') : fieldSentence(error, 'name');

  function submit() {
    setAsked(true);
    if (name.trim() === '') return;
    const enabled = policy?.enabled ?? true;
    const { scope, mode } = reach;
    onSave({ name, summary, text, parameters: parametersOf(rows), scope, mode, enabled });
  }
  const begin = (example: Example) => {
    setText(EXAMPLES[example]);
    setRows(typedParameters(EXAMPLE_PARAMETERS[example]));
  };

  return (
    <>
      <Card>
        <PolicyFormFrame
          problem={nameError === null ? error : null}
          readOnly={readOnly}
          pending={pending}
          submitLabel={t(policy === null ? 'create' : 'save')}
          onSubmit={submit}
        >
          <div className="grid gap-5 sm:grid-cols-2">
            <Field label={t('name')} error={nameError} disabled={readOnly} className="items-stretch">
              <Input value={name} onValueChange={setName} autoComplete="off" maxLength={100} />
            </Field>
            <Field label={t('summary')} optional disabled={readOnly} className="items-stretch">
              <Input value={summary} onValueChange={setSummary} autoComplete="off" maxLength={500} />
            </Field>
          </div>
          {policy === null && <PolicyReach value={reach} onChange={setReach} />}
          <div className="flex flex-col gap-2">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h3 className="font-medium">{t('rules')}</h3>
              {!readOnly && text.trim() === '' && (
                <div className="flex flex-wrap items-center gap-2">
                  <span className="text-[13px] text-ink-muted">{t('begin')}</span>
                  {(Object.keys(EXAMPLES) as Example[]).map((example) => (
                    <Button key={example} size="sm" onClick={() => begin(example)}>
                      {t(`examples.${example}`)}
                    </Button>
                  ))}
                </div>
              )}
            </div>
            <p className="text-[13px] text-ink-muted">{t('rulesHelp')}</p>
            <RulesEditor
              label={t('rules')}
              value={text}
              readOnly={readOnly}
              onChange={setText}
              onProblems={setProblems}
            />
            <div role="status" className="min-h-5 text-[13px]">
              {problems.length === 0 ? (
                <span className="text-ink-muted">{text.trim() === '' ? '' : t('sound')}</span>
              ) : (
                <ul className="flex flex-col gap-1 text-failed-text">
                  {problems.map(({ line, column, sentence }) => (
                    <li key={`${line}.${column}.${sentence}`}>
                      {line === null ? sentence : t('problem', { line, column: column ?? 1, sentence })}
                    </li>
                  ))}
                </ul>
              )}
            </div>
          </div>
          <ParameterRows rows={rows} disabled={readOnly} onChange={setRows} />
        </PolicyFormFrame>
      </Card>
      {!readOnly && <TryPolicy rules={{ text, parameters: parametersOf(rows), mode: reach.mode }} />}
    </>
  );
}
