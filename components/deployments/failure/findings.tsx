'use client';
import { CircleHelp } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import { StatusIcon } from '@/components/status/status-icon';
import { Button } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/skeleton';
import { sentenceOf } from '@/lib/client/api-problem';
import { type FailurePlace, useFailureReview } from '@/lib/client/failures';
import type { FailureReview } from '@/lib/model/failure-findings';
import { useFindingWords } from './finding-words';

/** What Vetro has looked at by itself when something failed, and how it found it; and, for whoever asks, how it is now. */
export function Findings({ place, review }: { place: FailurePlace; review: ReturnType<typeof useFailureReview> }) {
  const t = useTranslations('deployments.failure');
  const [isAnew, setAnew] = useState(false);
  const now = useFailureReview(place, 'now', isAnew);
  const { data, error } = review;
  if (!data && !error) return <Skeleton className="h-24 w-full" />;
  if (!data) return <p className="text-ink-muted">{sentenceOf(error)}</p>;
  if (data.findings.length === 0) return null;
  return (
    <div className="min-w-0">
      <Look review={data} label={t('looked')} />
      {isAnew && now.data && <Look review={now.data} label={t('lookedAnew')} />}
      {isAnew && now.error && <p className="text-ink-muted">{sentenceOf(now.error)}</p>}
      <Button
        variant="ghost"
        size="sm"
        className="mt-1 -ml-2.5"
        pending={now.isFetching}
        onClick={() => (isAnew ? void now.refetch() : setAnew(true))}
      >
        {t('lookAgain')}
      </Button>
    </div>
  );
}

/** What was found at one time. */
function Look({ review: { findings, found_at }, label }: { review: FailureReview; label: string }) {
  const t = useTranslations('deployments.failure');
  const format = useFormatter();
  const words = useFindingWords();
  const at = format.dateTime(new Date(found_at), { dateStyle: 'medium', timeStyle: 'medium' });
  return (
    <>
      <h4 className="font-medium text-[13px] text-ink-muted not-first:mt-3">
        {label} <time dateTime={found_at}>{t('lookedAt', { at })}</time>
      </h4>
      <ul aria-label={label} className="mt-1 flex flex-col gap-1">
        {findings.map((finding) => (
          <li key={finding.check} className="flex items-start gap-2">
            {finding.state === 'unknown' ? (
              <CircleHelp aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-muted" />
            ) : (
              <StatusIcon state={finding.state === 'wrong' ? 'failed' : 'ready'} className="mt-0.5" />
            )}
            <span className="min-w-0">{words(finding)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
