'use client';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { useEnvironmentChoice } from '@/components/forms/use-environment-choice';
import { QueryResult } from '@/components/status/query-result';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { FoundSelect } from '@/components/ui/found-select';
import { Input } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
import { RelativeTime } from '@/components/ui/relative-time';
import { ShowMore } from '@/components/ui/show-more';
import { useToast } from '@/components/ui/toast';
import { sentenceOf } from '@/lib/client/api-problem';
import { onSuccess } from '@/lib/client/on-success';
import { useCreateException, useEndException, usePolicyExceptions } from '@/lib/client/policies';
import type { PolicyExceptionView } from '@/lib/model/policies/exceptions';
import type { PolicyView } from '@/lib/model/policies/policy-view';
import { DEFAULT_DAYS, endOfDay, inDays } from './exception-day';

/** Who need not obey a policy for a while, with the reason and the day on which that ends by itself. */
export function PolicyExceptions({ policy }: { policy: PolicyView }) {
  const t = useTranslations('policies.exceptions');
  const exceptions = usePolicyExceptions(policy.id);
  return (
    <Card>
      <CardHeader title={t('title')} description={t('description')} />
      <CardBody className="flex flex-col gap-6">
        {policy.may_change && <ExceptionForm policy={policy} />}
        <QueryResult of={exceptions}>
          {({ pages }) => {
            const shown = pages.flatMap((page) => page.exceptions);
            if (shown.length === 0) return <p className="text-ink-muted">{t('none')}</p>;
            return (
              <>
                <ul aria-label={t('title')} className="divide-y divide-line">
                  {shown.map((one) => (
                    <ExceptionItem key={one.id} policy={policy} exception={one} />
                  ))}
                </ul>
                <ShowMore of={exceptions} />
              </>
            );
          }}
        </QueryResult>
      </CardBody>
    </Card>
  );
}

const EVERY = 'every';

function ExceptionForm({ policy }: { policy: PolicyView }) {
  const t = useTranslations('policies.exceptions');
  const toast = useToast();
  const { environments, search } = useEnvironmentChoice();
  const create = useCreateException(policy.id);
  const [environment, setEnvironment] = useState(EVERY);
  const [reason, setReason] = useState('');
  const [day, setDay] = useState(() => inDays(DEFAULT_DAYS));
  const [asked, setAsked] = useState(false);
  const reasonError = asked && reason.trim().length < 3 ? t('reasonMissing') : null;
  const dayError = asked && endOfDay(day) === null ? t('dayMissing') : null;
  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    const until = endOfDay(day);
    if (reason.trim().length < 3 || until === null || create.isPending) return;
    const where = environment === EVERY ? {} : { environment_id: environment };
    onSuccess(create.mutateAsync({ ...where, reason: reason.trim(), until }), () => {
      toast.success(t('made'));
      setReason('');
      setAsked(false);
    });
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('environment')} control="parts" className="items-stretch">
          <FoundSelect
            search={search}
            value={environment}
            onValueChange={setEnvironment}
            options={[
              { value: EVERY, label: t('every') },
              ...environments.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </Field>
        <Field label={t('until')} error={dayError} className="items-stretch">
          <Input type="date" value={day} min={inDays(0)} max={inDays(364)} onValueChange={setDay} />
        </Field>
      </div>
      <Field label={t('reason')} help={t('reasonHelp')} error={reasonError} className="items-stretch">
        <Input value={reason} onValueChange={setReason} autoComplete="off" maxLength={500} />
      </Field>
      {create.isError && <Notice tone="failed">{sentenceOf(create.error)}</Notice>}
      <Button type="submit" variant="primary" pending={create.isPending} className="self-start">
        {t('make')}
      </Button>
    </form>
  );
}

function ExceptionItem({ policy, exception }: { policy: PolicyView; exception: PolicyExceptionView }) {
  const t = useTranslations('policies.exceptions');
  const toast = useToast();
  const end = useEndException(policy.id);
  const { id, environment_name, tenant_name, reason, until, created_by, active, ended, ended_by } = exception;
  const where = environment_name ?? t('everyOf', { tenant: tenant_name });
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{where}</span>
          <Badge tone={active ? 'attention' : 'neutral'}>{t(active ? 'active' : 'over')}</Badge>
        </p>
        <p className="break-words">{reason}</p>
        <p className="text-[13px] text-ink-muted">
          {ended === null
            ? t.rich('untilBy', { name: created_by, when: () => <RelativeTime at={until} /> })
            : t.rich('endedBy', { name: ended_by ?? '', when: () => <RelativeTime at={ended} /> })}
        </p>
        {end.isError && <Notice tone="failed">{sentenceOf(end.error)}</Notice>}
      </div>
      {active && policy.may_change && (
        <Button
          size="sm"
          aria-label={t('endOf', { where })}
          pending={end.isPending}
          onClick={() => onSuccess(end.mutateAsync(id), () => toast.success(t('endDone')))}
        >
          {t('end')}
        </Button>
      )}
    </li>
  );
}
