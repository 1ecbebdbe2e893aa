'use client';
import { useTranslations } from 'next-intl';
import { type FormEvent, useId, useState } from 'react';
import { RegionField } from '@/components/forms/region-field';
import { ServiceLogo } from '@/components/shell/service-logo';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
import { RadioCards } from '@/components/ui/radio-cards';
import { isApiProblem, sentenceOf } from '@/lib/client/api-problem';
import { useOffer } from '@/lib/client/catalog';
import { onSuccess } from '@/lib/client/on-success';
import { useImportEnvironment } from '@/lib/client/templates';
import type { BlueprintCheck, MadeEnvironment } from '@/lib/model/templates/views';
import { ProblemsElsewhere } from './problems-elsewhere';
import { SecretFields } from './secret-fields';

/** A file that is in order: what it makes, under which name, and with which passwords. */
export function ImportForm({
  document,
  check,
  onAnother,
  onClose,
  onMade,
}: {
  document: unknown;
  check: BlueprintCheck;
  onAnother: () => void;
  onClose: () => void;
  onMade: (made: MadeEnvironment) => void;
}) {
  const t = useTranslations('templates');
  const formId = useId();
  const run = useImportEnvironment();
  const [name, setName] = useState(check.name);
  const [mode, setMode] = useState<'generate' | 'enter'>('generate');
  const [secrets, setSecrets] = useState<Record<string, string>>({});
  const [region, setRegion] = useState<string>();
  const regions = useOffer().data?.regions ?? [];
  const [asked, setAsked] = useState(false);
  const typed = mode === 'enter' ? secrets : {};
  const problems = isApiProblem(run.error) ? run.error.fields : [];
  const nameProblem = problems.find(({ path }) => path === 'name')?.sentence ?? null;
  const ids = new Set(['name', ...check.secrets.map(({ id }) => id)]);
  const elsewhere = problems.filter(({ path }) => !ids.has(path));

  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (name.trim() === '' || run.isPending) return;
    if (mode === 'enter' && check.secrets.some(({ id }) => !secrets[id])) return;
    const missing = mode === 'generate' ? 'generate' : 'refuse';
    const choice = region ? { region } : {};
    onSuccess(
      run.mutateAsync({ document, name: name.trim(), secrets: typed, missing_secrets: missing, ...choice }),
      onMade,
    );
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !run.isPending && onClose()}
      title={t('import.title')}
      description={t('import.lead')}
      footer={
        <>
          <Button variant="ghost" className="mr-auto" onClick={onAnother}>
            {t('import.another')}
          </Button>
          <Button onClick={onClose}>{t('import.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" pending={run.isPending}>
            {t('import.submit')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-5">
        {check.services.length > 0 && (
          <ul className="flex flex-col gap-2 rounded-lg border border-line bg-sunken/60 p-3.5">
            {check.services.map((service, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a file may hold services that are alike
              <li key={index} className="flex items-center gap-2.5">
                <ServiceLogo type={service.type} className="size-6" />
                <span className="min-w-0 flex-1 break-words">{service.name || service.title}</span>
                <span className="text-[13px] text-ink-muted">{t('tile.machines', { count: service.machines })}</span>
              </li>
            ))}
          </ul>
        )}
        <Field label={t('import.name')} error={asked && name.trim() === '' ? t('import.nameMissing') : nameProblem}>
          <Input value={name} onValueChange={setName} autoComplete="off" maxLength={255} />
        </Field>
        <RegionField regions={regions} value={region} onValueChange={setRegion} />
        {check.secrets.length === 0 ? (
          <p className="text-ink-muted">{t('import.passwordsNone')}</p>
        ) : (
          <RadioCards
            label={t('import.passwords')}
            value={mode}
            onChange={setMode}
            options={[
              {
                value: 'generate',
                label: t('import.generate'),
                help: t('import.generateHelp', { count: check.secrets.length }),
              },
              { value: 'enter', label: t('import.enter'), help: t('import.enterHelp') },
            ]}
          />
        )}
        {mode === 'enter' && (
          <SecretFields
            secrets={check.secrets}
            values={secrets}
            onChange={setSecrets}
            showMissing={asked}
            problems={problems}
          />
        )}
        {run.error && problems.length === 0 && <Notice tone="failed">{sentenceOf(run.error)}</Notice>}
        <ProblemsElsewhere problems={elsewhere} />
      </form>
    </Dialog>
  );
}
