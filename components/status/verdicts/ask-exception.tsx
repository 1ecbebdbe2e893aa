'use client';
import { useFormatter, useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { RelativeTime } from '@/components/ui/relative-time';
import { sentenceOf } from '@/lib/client/api-problem';
import { onSuccess } from '@/lib/client/on-success';
import { useRequestException } from '@/lib/client/policies';
import type { PolicyCheck } from '@/lib/model/policies/verdicts';
import { withFullStop } from '@/lib/model/sentence';

type Maker = PolicyCheck['exceptions_by'][number];

/** Asks those who may make an exception from a policy that stops a draft, and tells what came of it. */
export function AskException({
  environmentId,
  sessionId,
  maker,
}: {
  environmentId: string;
  sessionId: string;
  maker: Maker;
}) {
  const t = useTranslations('policies.request');
  const [asking, setAsking] = useState(false);
  const { request } = maker;
  if (request?.state === 'open') {
    return (
      <p className="mt-2 text-[13px]">
        {t.rich('open', { name: request.created_by, when: () => <RelativeTime at={request.created} /> })}
      </p>
    );
  }
  return (
    <>
      {request?.state === 'refused' && (
        <p className="mt-2 break-words text-[13px]">
          {t.rich('refused', {
            ...{ name: request.decided_by ?? '', answer: withFullStop(request.answer ?? '') },
            when: () => <RelativeTime at={request.decided ?? request.created} />,
          })}
        </p>
      )}
      {asking ? (
        <RequestForm
          environmentId={environmentId}
          sessionId={sessionId}
          maker={maker}
          onClose={() => setAsking(false)}
        />
      ) : (
        <Button size="sm" className="mt-2" onClick={() => setAsking(true)}>
          {t('ask')}
        </Button>
      )}
    </>
  );
}

function RequestForm({
  environmentId,
  sessionId,
  maker: { policyId, policy, names },
  onClose,
}: {
  environmentId: string;
  sessionId: string;
  maker: Maker;
  onClose: () => void;
}) {
  const t = useTranslations('policies.request');
  const format = useFormatter();
  const [reason, setReason] = useState('');
  const [sent, setSent] = useState(false);
  const ask = useRequestException(environmentId, sessionId);
  const isMissing = reason.trim().length < 3;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    if (!isMissing && !ask.isPending) onSuccess(ask.mutateAsync({ policyId, reason: reason.trim() }), onClose);
  };
  return (
    <form
      noValidate
      onSubmit={submit}
      aria-label={t('title', { policy })}
      className="mt-2 flex flex-col gap-3 rounded-lg border border-line bg-surface p-3 text-ink"
    >
      <p className="text-[13px] text-ink-muted">
        {t('who', { known: names.length, names: format.list(names, { type: 'disjunction' }) })}
      </p>
      <Field
        label={t('reason')}
        error={ask.isError ? sentenceOf(ask.error) : sent && isMissing ? t('reasonMissing') : null}
        className="items-stretch"
      >
        <Input value={reason} onValueChange={setReason} autoComplete="off" maxLength={500} autoFocus />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" size="sm" pending={ask.isPending}>
          {t('send')}
        </Button>
        <Button size="sm" onClick={onClose}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}
