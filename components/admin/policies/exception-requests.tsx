'use client';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { Badge, type Tone } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { RelativeTime } from '@/components/ui/relative-time';
import { ShowMore } from '@/components/ui/show-more';
import { useToast } from '@/components/ui/toast';
import { sentenceOf } from '@/lib/client/api-problem';
import { onSuccess } from '@/lib/client/on-success';
import { useDecideRequest, useExceptionRequests } from '@/lib/client/policies';
import type { ExceptionRequestView } from '@/lib/model/policies/exception-requests';
import type { PolicyView } from '@/lib/model/policies/policy-view';
import { DEFAULT_DAYS, endOfDay, inDays } from './exception-day';

const TONES: Record<ExceptionRequestView['state'], Tone> = {
  open: 'attention',
  granted: 'ready',
  refused: 'neutral',
};

/** Who asks for an exception from a policy; whoever may change it grants or refuses. Nothing where nobody ever asked. */
export function ExceptionRequests({ policy }: { policy: PolicyView }) {
  const t = useTranslations('policies.requests');
  const requests = useExceptionRequests(policy.id);
  const shown = requests.data?.pages.flatMap((page) => page.requests) ?? [];
  if (shown.length === 0) return null;
  return (
    <Card>
      <CardHeader title={t('title')} description={t('description')} />
      <CardBody>
        <ul aria-label={t('title')} className="divide-y divide-line">
          {shown.map((one) => (
            <RequestItem key={one.id} policy={policy} request={one} />
          ))}
        </ul>
        <ShowMore of={requests} />
      </CardBody>
    </Card>
  );
}

function RequestItem({ policy, request }: { policy: PolicyView; request: ExceptionRequestView }) {
  const t = useTranslations('policies.requests');
  const { state, sentence, reason, created, created_by, environment_id, environment_name } = request;
  return (
    <li className="flex flex-col gap-2 py-3">
      <p className="flex flex-wrap items-center gap-2 break-words">
        <Badge tone={TONES[state]}>{t(`state.${state}`)}</Badge>
        <span className="font-medium">
          {t.rich('asks', {
            name: created_by,
            when: () => <RelativeTime at={created} />,
            environment: () => <Link href={`/environments/${environment_id}`}>{environment_name}</Link>,
          })}
        </span>
      </p>
      <q className="break-words">{reason}</q>
      <p className="whitespace-pre-line break-words text-[13px] text-ink-muted">
        {t('stops')} {sentence}
      </p>
      {request.decided !== null && (
        <p className="break-words text-[13px] text-ink-muted">
          {t.rich('decidedBy', {
            name: request.decided_by ?? '',
            when: () => <RelativeTime at={request.decided ?? created} />,
          })}{' '}
          {request.answer !== null && <q>{request.answer}</q>}
        </p>
      )}
      {state === 'open' && policy.may_change && <DecisionForm policy={policy} request={request} />}
    </li>
  );
}

function DecisionForm({ policy, request }: { policy: PolicyView; request: ExceptionRequestView }) {
  const t = useTranslations('policies.requests');
  const exceptions = useTranslations('policies.exceptions');
  const toast = useToast();
  const decide = useDecideRequest(policy.id);
  const [day, setDay] = useState(() => inDays(DEFAULT_DAYS));
  const [answer, setAnswer] = useState<string | null>(null);
  const [sent, setSent] = useState(false);
  const { id, environment_name: environment } = request;
  const isRefusing = answer !== null;
  const until = endOfDay(day);
  const isMissing = isRefusing ? answer.trim().length < 3 : until === null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    if (isMissing || decide.isPending) return;
    const decision = isRefusing ? { answer: answer.trim() } : { until: until ?? '' };
    onSuccess(decide.mutateAsync({ id, ...decision }), () => toast.success(t(isRefusing ? 'refused' : 'granted')));
  };
  const error = sent && isMissing ? (isRefusing ? t('answerMissing') : exceptions('dayMissing')) : null;
  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-end gap-3">
      {isRefusing ? (
        <Field
          label={t('answer')}
          help={t('answerHelp')}
          error={error}
          className="min-w-0 flex-1 basis-64 items-stretch"
        >
          <Input value={answer} onValueChange={setAnswer} autoComplete="off" maxLength={500} autoFocus />
        </Field>
      ) : (
        <Field label={exceptions('until')} error={error} className="items-stretch">
          <Input type="date" value={day} min={inDays(0)} max={inDays(364)} onValueChange={setDay} />
        </Field>
      )}
      <Button
        type="submit"
        variant={isRefusing ? 'danger' : 'primary'}
        pending={decide.isPending}
        aria-label={t(isRefusing ? 'refuseOf' : 'grantOf', { environment })}
      >
        {t(isRefusing ? 'refuse' : 'grant')}
      </Button>
      {!isRefusing && (
        <Button aria-label={t('refuseOf', { environment })} onClick={() => setAnswer('')}>
          {t('refuse')}
        </Button>
      )}
      {decide.isError && <Notice tone="failed">{sentenceOf(decide.error)}</Notice>}
    </form>
  );
}
