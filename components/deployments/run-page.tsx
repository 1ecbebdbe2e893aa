'use client';
import { useTranslations } from 'next-intl';
import type { ComponentProps, ReactNode } from 'react';
import { LogosOf } from '@/components/shell/logo-versions';
import { GuideBy } from '@/components/status/guide-context';
import { Notice } from '@/components/ui/notice';
import { onDemand, usePreload } from '@/components/ui/on-demand';
import { LoadingWords, Skeleton } from '@/components/ui/skeleton';
import { sentenceOf } from '@/lib/client/api-problem';
import { useNow } from './use-now';
import { useRun } from './use-run';

const loadBoard = async () => (await import('./run-board')).RunBoard;
const RunBoard = onDemand<ComponentProps<typeof import('./run-board').RunBoard>>(loadBoard, <RunSkeleton />);

/** One deployment: how far it is, what happens on each machine, what it says, and how it ended. */
export function RunPage({
  environmentId,
  runId,
  topology,
}: {
  environmentId: string;
  runId: string;
  /** draws the picture of the run that this page provides */
  topology: ReactNode;
}) {
  const t = useTranslations('deployments.page');
  const { run, error } = useRun(environmentId, runId);
  usePreload(loadBoard);
  const now = useNow(run?.active ?? true);
  if (error && !run) {
    return (
      <Notice tone="failed" title={t('failed')}>
        {sentenceOf(error)}
      </Notice>
    );
  }
  if (!run || now === null) return <RunSkeleton />;
  return (
    <LogosOf environmentId={environmentId} runId={runId}>
      <GuideBy guide={run.guide}>
        <RunBoard run={run} now={now} topology={topology} />
      </GuideBy>
    </LogosOf>
  );
}

function RunSkeleton() {
  const t = useTranslations('deployments.page');
  return (
    <div className="flex flex-col gap-5">
      <LoadingWords>{t('loading')}</LoadingWords>
      <Skeleton className="h-40 w-full rounded-xl" />
      <Skeleton className="h-16 w-full rounded-xl" />
      <Skeleton className="h-72 w-full rounded-xl" />
      <Skeleton className="h-96 w-full rounded-xl" />
    </div>
  );
}
