'use client';
import { useTranslations } from 'next-intl';
import { type FormEvent, useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useServiceForm } from '@/components/forms/service-form';
import { StepFields, unitsOf } from '@/components/forms/step-fields';
import { fieldsOf, stepsOf } from '@/components/forms/steps';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/skeleton';
import { sentenceOf } from '@/lib/client/api-problem';
import { useOffer } from '@/lib/client/catalog';
import { onSuccess } from '@/lib/client/on-success';
import { useFormTrial } from '@/lib/client/packages';
import type { JsonObject } from '@/lib/model/json';
import type { FormTrial } from '@/lib/model/package-details';
import { accountsOf } from '@/lib/model/property-facts';
import { newService } from '@/lib/model/service-rules';
import type { Offer, ServiceType } from '@/lib/model/service-type';

interface TriedFormProps {
  packageId: string;
  type: ServiceType;
  types: readonly ServiceType[];
}

/** All steps of a form below each other, checked with the rules of the wizard, the form itself and the class. */
export function TriedForm(props: TriedFormProps) {
  const offer = useOffer();
  return offer.data ? <Answers {...props} offer={offer.data} /> : <Skeleton className="h-72" />;
}

/** An environment with nothing in it: what a form asks for is judged by itself. */
const EMPTY = { id: '', name: '', services: [] };

function Answers({ packageId, type, types, offer }: TriedFormProps & { offer: Offer }) {
  const t = useTranslations('catalog.details');
  const begun = useMemo(() => newService(type, { types, model: EMPTY, offer }), [type, types, offer]);
  const form = useServiceForm({ type, types, model: EMPTY, offer, service: begun });
  const service = useWatch({ control: form.control }) as JsonObject;
  const trial = useFormTrial(packageId);
  const [refusals, setRefusals] = useState(0);
  const steps = stepsOf(type, service);
  const wizard = { form, service, refusals, objectionAt: () => null, confirmation: () => undefined };
  const context = {
    offer,
    offers: [],
    secrets: [],
    accounts: accountsOf(service, type.properties),
    unitCount: unitsOf(service).length,
  };

  async function check(event: FormEvent) {
    event.preventDefault();
    trial.reset();
    const isRight = await form.trigger(steps.flatMap((step) => fieldsOf(step).map(({ path }) => path)));
    if (!isRight) return setRefusals((before) => before + 1);
    onSuccess(trial.mutateAsync(service), ({ problems }) => {
      for (const { path, sentence } of problems) form.setError(path, { type: 'server', message: sentence });
      if (problems.length > 0) setRefusals((before) => before + 1);
    });
  }

  return (
    <form noValidate onSubmit={(event) => void check(event)} className="flex max-w-xl flex-col gap-8">
      {steps.map((step) => (
        <fieldset key={step.title} className="flex flex-col gap-4">
          <legend className="font-semibold">{step.title}</legend>
          {step.help !== '' && <p className="text-ink-muted">{step.help}</p>}
          <StepFields step={step} wizard={wizard} type={type} context={context} />
        </fieldset>
      ))}
      {trial.error !== null && <Notice tone="failed">{sentenceOf(trial.error)}</Notice>}
      {trial.data && <Verdict trial={trial.data} />}
      <div>
        <Button type="submit" variant="primary" pending={trial.isPending}>
          {t('check')}
        </Button>
      </div>
    </form>
  );
}

function Verdict({ trial: { problems, machines } }: { trial: FormTrial }) {
  const t = useTranslations('catalog.details');
  if (problems.length === 0)
    return (
      <Notice tone="ready" title={t('good')}>
        {t('machines', { count: machines.length, names: machines.join(', ') })}
      </Notice>
    );
  return (
    <Notice tone="failed" title={t('bad', { count: problems.length })}>
      <ul>
        {problems.map(({ path, code, sentence }) => (
          <li key={`${path} ${code}`}>{sentence}</li>
        ))}
      </ul>
    </Notice>
  );
}
