'use client';
import { useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { RelativeTime } from '@/components/ui/relative-time';
import { Select } from '@/components/ui/select';
import { useToast } from '@/components/ui/toast';
import { sentenceOf } from '@/lib/client/api-problem';
import { useRequestsToDecide } from '@/lib/client/exception-requests';
import { onSuccess } from '@/lib/client/on-success';
import { useChangePolicy } from '@/lib/client/policies';
import type { PolicyView } from '@/lib/model/policies/policy-view';
import { PolicyBadges } from './mode-words';

type Mode = 'stop' | 'warn' | 'off';

/** One policy in the list: what it is for, whether it is obeyed, what it said last. */
export function PolicyCard({ policy }: { policy: PolicyView }) {
  const t = useTranslations('policies.card');
  const { statistics, exceptions } = policy;
  const requests = useRequestsToDecide();
  const waiting = requests.data?.filter(({ policy_id }) => policy_id === policy.id).length ?? 0;
  const [last] = policy.verdicts;
  const hasVerdicts = statistics.stopped + statistics.would_have_stopped + statistics.warned > 0;
  return (
    <li>
      <Card className="flex flex-col gap-3 p-4 sm:px-5">
        <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
          <div className="min-w-0 flex-1 basis-64">
            <div className="flex flex-wrap items-center gap-2">
              <h3 className="font-semibold text-[15px]">
                <Link href={`/admin/policies/${policy.id}${waiting > 0 ? '?part=exceptions' : ''}`}>{policy.name}</Link>
              </h3>
              <PolicyBadges policy={policy} />
              {waiting > 0 && <Badge tone="attention">{t('requests', { count: waiting })}</Badge>}
              {exceptions.length > 0 && <Badge>{t('exceptions', { count: exceptions.length })}</Badge>}
            </div>
            {policy.summary !== '' && <p className="mt-0.5 break-words text-ink-muted">{policy.summary}</p>}
          </div>
          <PolicyMode policy={policy} />
        </div>
        <p className="break-words text-[13px] text-ink-muted">
          {last ? (
            <>
              {t.rich('last', { when: () => <RelativeTime at={last.at} />, environment: last.environment_name })}{' '}
              <q>{last.sentence}</q>
            </>
          ) : (
            t('silent')
          )}{' '}
          {hasVerdicts &&
            t('counts', {
              days: statistics.days,
              stopped: statistics.stopped,
              would: statistics.would_have_stopped,
              warned: statistics.warned,
            })}
        </p>
      </Card>
    </li>
  );
}

/** Whether a policy is obeyed, only warns or is off, to be changed by whoever may. */
export function PolicyMode({ policy: { id, name, enabled, mode, may_change } }: { policy: PolicyView }) {
  const t = useTranslations('policies.card');
  const toast = useToast();
  const change = useChangePolicy();
  if (!may_change) return null;
  const now: Mode = enabled ? mode : 'off';
  const choose = (next: Mode) =>
    onSuccess(
      change.mutateAsync({ id, ...(next === 'off' ? { enabled: false } : { enabled: true, mode: next }) }),
      () => toast.success(t(`done.${next}`, { name })),
    );
  return (
    <div className="flex flex-col gap-1">
      <Select
        label={t('standing', { name })}
        className="w-52"
        disabled={change.isPending}
        value={now}
        onValueChange={(next) => choose(next as Mode)}
        options={[
          { value: 'stop', label: t('stop') },
          { value: 'warn', label: t('warn') },
          { value: 'off', label: t('off') },
        ]}
      />
      {change.isError && <Notice tone="failed">{sentenceOf(change.error)}</Notice>}
    </div>
  );
}
