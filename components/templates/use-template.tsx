'use client';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type ComponentProps, type FormEvent, useId, useState } from 'react';
import { RegionField } from '@/components/forms/region-field';
import { ServiceLogo } from '@/components/shell/service-logo';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
import { onDemand } from '@/components/ui/on-demand';
import { useToast } from '@/components/ui/toast';
import { useDuration } from '@/components/ui/use-duration';
import { isApiProblem, sentenceOf } from '@/lib/client/api-problem';
import { useOffer } from '@/lib/client/catalog';
import { useFoundEnvironments } from '@/lib/client/environments';
import { onSuccess } from '@/lib/client/on-success';
import { useDeployTemplate } from '@/lib/client/templates';
import type { MadeEnvironment, TemplateView } from '@/lib/model/templates/views';
import { freeName } from './free-name';
import { ParameterFields } from './parameter-fields';
import { parameterPath, valuesOf } from './parameter-values';
import { ProblemsElsewhere } from './problems-elsewhere';
import { SecretFields } from './secret-fields';
import { TemplateSurvival } from './template-survival';
import { useTemplateWords } from './template-words';

const CredentialsDialog = onDemand<
  ComponentProps<typeof import('@/components/forms/credentials-dialog').CredentialsDialog>
>(async () => (await import('@/components/forms/credentials-dialog')).CredentialsDialog);

const MEGABYTES = 1024;

/**
 * From a template to a deploying environment: a name, Deploy, the passwords once, and then to where the machines come
 * up. Mounted while it is open.
 */
export function UseTemplate({ template, onClose }: { template: TemplateView; onClose: () => void }) {
  const t = useTranslations('templates.use');
  const router = useRouter();
  const toast = useToast();
  const formId = useId();
  const words = useTemplateWords()(template);
  const deploy = useDeployTemplate(template.id);
  const [name, setName] = useOfferedName(words.name);
  const [parameters, setParameters] = useState<Record<string, string>>({});
  const [secrets, setSecrets] = useState<Record<string, string>>({});
  const [region, setRegion] = useState<string>();
  const regions = useOffer().data?.regions ?? [];
  const [asked, setAsked] = useState(false);
  const [made, setMade] = useState<MadeEnvironment | null>(null);

  const go = ({ environment, deployment_id }: MadeEnvironment) =>
    router.push(`/environments/${environment.id}/deployments/${deployment_id}`);
  if (made) {
    return (
      <CredentialsDialog
        name={made.environment.name}
        credentials={made.credentials}
        deployed
        onDone={() => {
          go(made);
          onClose();
        }}
      />
    );
  }

  const fields = isApiProblem(deploy.error) ? deploy.error.fields : [];
  const nameProblem = fields.find(({ path }) => path === 'name')?.sentence ?? null;
  const nameError = asked && name.trim() === '' ? t('nameMissing') : nameProblem;
  const asks = template.secrets.filter(({ mode }) => mode === 'ask');
  const known = new Set(['name', ...template.parameters.map(parameterPath)]);
  const elsewhere = fields.filter(({ path }) => !known.has(path));

  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (name.trim() === '' || deploy.isPending || asks.some(({ id }) => !secrets[id])) return;
    const chosen = Object.fromEntries(Object.entries(parameters).filter(([, value]) => value.trim() !== ''));
    onSuccess(
      deploy.mutateAsync({ name: name.trim(), parameters: chosen, secrets, ...(region ? { region } : {}) }),
      (answer) => {
        if (answer.credentials.length > 0) return setMade(answer);
        toast.success(t('started', { name: answer.environment.name }));
        go(answer);
        onClose();
      },
    );
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !deploy.isPending && onClose()}
      title={t('title', { name: words.name })}
      description={words.summary}
      footer={
        <>
          <Button onClick={onClose} disabled={deploy.isPending}>
            {t('cancel')}
          </Button>
          <Button type="submit" form={formId} variant="primary" pending={deploy.isPending}>
            {t('deploy')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-5">
        <Field label={t('name')} help={t('nameHelp')} error={nameError}>
          <Input
            value={name}
            onValueChange={setName}
            onFocus={(event) => event.currentTarget.select()}
            autoComplete="off"
            maxLength={255}
          />
        </Field>
        <RegionField regions={regions} value={region} onValueChange={setRegion} />
        {asks.length > 0 && (
          <SecretFields secrets={asks} values={secrets} onChange={setSecrets} showMissing={asked} problems={fields} />
        )}
        <WhatIsMade template={template} parameters={valuesOf(template.parameters, parameters, name)} />
        {template.parameters.length > 0 && (
          <ParameterFields
            of={template.parameters}
            values={parameters}
            onChange={setParameters}
            environmentName={name}
            problems={fields}
            needed={fields.some(({ path }) => known.has(path) && path !== 'name') ? deploy.submittedAt : 0}
          />
        )}
        {deploy.error && fields.length === 0 && <Notice tone="failed">{sentenceOf(deploy.error)}</Notice>}
        <ProblemsElsewhere problems={elsewhere} />
      </form>
    </Dialog>
  );
}

/** The name of an environment: the wanted one, with a number where there is one of that name, until another is typed. */
function useOfferedName(name: string): [string, (name: string) => void] {
  const alike = useFoundEnvironments({ search: name, limit: 1000 }).data?.environments ?? [];
  const [typed, setTyped] = useState<string | null>(null);
  const names = alike.map((one) => one.name);
  return [typed ?? freeName(name, names), setTyped];
}

function WhatIsMade({
  template,
  parameters,
}: {
  template: TemplateView;
  /** as they would be now, by their names */
  parameters: Readonly<Record<string, string>>;
}) {
  const t = useTranslations('templates');
  const duration = useDuration();
  const { needs, services, secrets, losses, usual_seconds: usual } = template;
  const generated = secrets.filter(({ mode }) => mode === 'generate').length;
  const memory = Math.round(needs.memory_mb / MEGABYTES);
  return (
    <section className="rounded-lg border border-line bg-sunken/60 p-3.5">
      <h3 className="font-medium text-[13px]">{t('use.made')}</h3>
      <ul className="mt-2 flex flex-col gap-2">
        {services.map((service, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two services of a template may be alike in all they say
          <li key={index} className="flex items-center gap-2.5">
            <ServiceLogo type={service.type} className="size-6" />
            <span className="min-w-0 flex-1 break-words">{service.title}</span>
            <span className="text-[13px] text-ink-muted">{t('tile.machines', { count: service.machines })}</span>
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-col gap-0.5 border-line border-t pt-2.5 text-[13px] text-ink-muted">
        <p>{t('use.size', { machines: needs.machines, vcpus: needs.vcpus, memory })}</p>
        {usual !== null && <p>{t('use.takes', { duration: duration(usual * 1000) })}</p>}
        <TemplateSurvival losses={losses} parameters={parameters} />
        {generated > 0 && <p>{t('use.passwords', { count: generated })}</p>}
      </div>
    </section>
  );
}
