'use client';
import { CircleHelp } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { StatusIcon } from '@/components/status/status-icon';
import { Button } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/skeleton';
import { sentenceOf } from '@/lib/client/api-problem';
import type { useFailureReview } from '@/lib/client/failures';
import { useFindingWords } from './finding-words';

/** What Vetro has looked at by itself, and how it found it. */
export function Findings({ review }: { review: ReturnType<typeof useFailureReview> }) {
  const t = useTranslations('deployments.failure');
  const words = useFindingWords();
  const { data, error, isFetching, refetch } = review;
  if (!data && !error) return <Skeleton className="h-24 w-full" />;
  if (!data) return <p className="text-ink-muted">{sentenceOf(error)}</p>;
  if (data.findings.length === 0) return null;
  return (
    <div className="min-w-0">
      <h4 className="font-medium text-[13px] text-ink-muted">{t('looked')}</h4>
      <ul aria-label={t('looked')} className="mt-1 flex flex-col gap-1">
        {data.findings.map((finding) => (
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
      <Button variant="ghost" size="sm" className="mt-1 -ml-2.5" pending={isFetching} onClick={() => void refetch()}>
        {t('lookAgain')}
      </Button>
    </div>
  );
}
