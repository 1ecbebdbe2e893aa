'use client';
import { Printer } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ComponentProps } from 'react';
import { GuideBy } from '@/components/status/guide-context';
import { Button } from '@/components/ui/button';
import { LinkButton } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { onDemand, usePreload } from '@/components/ui/on-demand';
import { LoadingWords, Skeleton } from '@/components/ui/skeleton';
import { sentenceOf } from '@/lib/client/api-problem';
import { useNow } from '../use-now';
import { useRun } from '../use-run';
import './report.css';

const loadReport = () => import('./report');
const Report = onDemand<ComponentProps<typeof import('./report').Report>>(async () => (await loadReport()).Report);

/** A deployment on paper: who, when, what changed, how long, how it ended. */
export function ReportPage({ environmentId, runId }: { environmentId: string; runId: string }) {
  const t = useTranslations('deployments');
  const { run, error } = useRun(environmentId, runId);
  const now = useNow(run?.active ?? false);
  usePreload(loadReport);
  if (error && !run) {
    return (
      <Notice tone="failed" title={t('page.failed')}>
        {sentenceOf(error)}
      </Notice>
    );
  }
  if (!run || now === null) {
    return (
      <>
        <LoadingWords>{t('page.loading')}</LoadingWords>
        <Skeleton className="h-10 w-full" />
        <Skeleton className="h-[60rem] w-full rounded-xl" />
      </>
    );
  }
  return (
    <div className="deployment-report mx-auto flex w-full max-w-4xl flex-col gap-5">
      <div data-screen-only className="flex flex-wrap items-center justify-between gap-2">
        <LinkButton href={`/environments/${environmentId}/deployments/${runId}`}>{t('report.back')}</LinkButton>
        <Button variant="primary" onClick={() => window.print()}>
          <Printer aria-hidden />
          {t('report.print')}
        </Button>
      </div>
      {run.active && (
        <div data-screen-only>
          <Notice tone="attention">{t('report.unfinished')}</Notice>
        </div>
      )}
      <GuideBy guide={run.guide}>
        <Report run={run} now={now} />
      </GuideBy>
    </div>
  );
}
