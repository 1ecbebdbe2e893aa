'use client';
import { useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Facts } from '@/components/ui/facts';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import type { PolicyView } from '@/lib/model/policies/policy-view';

/** What a policy said last, and how often it stopped somebody. */
export function PolicyStatistics({ policy: { statistics, verdicts } }: { policy: PolicyView }) {
  const t = useTranslations('policies.said');
  const { days, stopped, would_have_stopped, warned, changed, failed } = statistics;
  return (
    <Card>
      <CardHeader title={t('title')} description={t('description', { days })} />
      <CardBody className="flex flex-col gap-5">
        <Facts
          items={[
            { label: t('stopped'), value: stopped },
            { label: t('wouldHave'), value: would_have_stopped },
            { label: t('warned'), value: warned },
            { label: t('changed'), value: changed },
            { label: t('failed'), value: failed },
          ]}
        />
        {verdicts.length === 0 ? (
          <p className="text-ink-muted">{t('nothing')}</p>
        ) : (
          <ul aria-label={t('newest')} className="divide-y divide-line">
            {verdicts.map((verdict) => {
              const { at, environment_id: id, environment_name, run_id: runId, user_name, sentence } = verdict;
              return (
                <li key={`${at}.${id}.${sentence}`} className="flex flex-col gap-1 py-2.5">
                  <p className="flex flex-wrap items-center gap-2">
                    <Badge tone={verdict.stopped ? 'failed' : verdict.kind === 'modification' ? 'accent' : 'attention'}>
                      {t(verdict.stopped ? 'kind.stopped' : `kind.${verdict.kind}`)}
                    </Badge>
                    <Link href={runId === null ? `/environments/${id}` : `/environments/${id}/deployments/${runId}`}>
                      {environment_name}
                    </Link>
                    <span className="text-[13px] text-ink-muted">
                      {user_name} · <RelativeTime at={at} />
                    </span>
                  </p>
                  <p className="break-words">{sentence}</p>
                </li>
              );
            })}
          </ul>
        )}
      </CardBody>
    </Card>
  );
}
