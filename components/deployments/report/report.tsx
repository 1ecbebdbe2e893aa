'use client';
import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useChangeWords } from '@/components/status/change-words';
import { useRunTitle } from '@/components/status/run-title';
import { useSentenceWords } from '@/components/status/sentence-words';
import { Card } from '@/components/ui/card';
import { useDuration } from '@/components/ui/use-duration';
import { useHistory } from '@/lib/client/history';
import { criticalPath } from '@/lib/model/progress/critical-path';
import { failuresOf, handledFailuresOf } from '@/lib/model/progress/failure';
import { notExecutedIn } from '@/lib/model/progress/not-executed';
import { issuesOf } from '@/lib/model/progress/unit-run';
import { NotExecuted } from '../not-executed';
import { type RunUnit, runUnits } from '../run';
import { useRunWords } from '../run-words';
import type { RunPageState } from '../use-run';
import { ReportFacts } from './report-facts';
import { UnitDurations } from './unit-durations';
import { useInstant } from './use-instant';

/** Everything worth keeping of a deployment, on one sheet. */
export function Report({ run, now }: { run: RunPageState; now: number }) {
  const t = useTranslations('deployments.report');
  const page = useTranslations('deployments.page');
  const failure = useTranslations('deployments.failure');
  const words = useRunWords();
  const inWords = useSentenceWords();
  const instant = useInstant();
  const about = useRunTitle();
  const { view, progress, model, types, removed } = run;
  const units = useMemo(() => runUnits(progress, model, types, removed), [progress, model, types, removed]);
  const critical = criticalPath(progress, now);
  const handled = handledFailuresOf(progress, model);
  const notExecuted = notExecutedIn(progress);
  return (
    <Card className="flex flex-col gap-7 p-5 sm:p-8">
      <header>
        <h2 className="font-semibold text-xl">
          {t('title')}: {about.title(view)}
        </h2>
        <p className="mt-0.5 text-ink-muted">{t('made', { at: instant(new Date(now).toISOString()) })}</p>
      </header>
      <ReportFacts run={run} now={now} />
      {view.log_removed && <p className="text-ink-muted">{page('logRemoved')}</p>}
      <Part title={t('changed')}>
        <Changes environmentId={view.environment_id} runId={view.id} />
      </Part>
      <Part title={t('problems')}>
        <Problems run={run} units={units} />
      </Part>
      {handled.length > 0 && (
        <Part title={failure('handled')}>
          <ul className="flex flex-col gap-2">
            {handled.map((one) => (
              <li key={one.id} className="pl-3.5">
                {one.sentence === null ? words.headline(one, view.kind) : inWords(one.sentence)}
              </li>
            ))}
          </ul>
        </Part>
      )}
      {notExecuted.length > 0 && <NotExecuted commands={notExecuted} />}
      <Part title={t('durations')}>
        <UnitDurations units={units} progress={progress} now={now} />
      </Part>
      {critical.length > 1 && (
        <Part title={t('path')}>
          <CriticalPath steps={critical} />
        </Part>
      )}
      <Part title={t('document')}>
        <p className="text-ink-muted">{t('masked')}</p>
        <pre className="mt-2 whitespace-pre-wrap break-words rounded-lg border bg-sunken p-3 font-mono text-xs leading-5">
          {JSON.stringify(view.description, null, 2)}
        </pre>
      </Part>
    </Card>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 font-semibold text-[15px]">{title}</h3>
      {children}
    </section>
  );
}

/** What failed, and what went wrong besides. */
function Problems({ run: { view, progress, model }, units }: { run: RunPageState; units: readonly RunUnit[] }) {
  const t = useTranslations('deployments.report');
  const words = useRunWords();
  const inWords = useSentenceWords();
  const failures = failuresOf(progress, model);
  const issues = issuesOf(progress).sort((a, b) => a.seq - b.seq);
  const names = new Map(units.map((unit) => [unit.unitId, unit.title]));
  if (failures.length + issues.length === 0) return <p className="text-ink-muted">{t('noProblems')}</p>;
  return (
    <ul className="flex flex-col gap-2">
      {failures.map((failure) => (
        <li key={failure.id} className="border-failed-border border-l-2 pl-3">
          <p className="font-medium">{words.headline(failure, view.kind)}</p>
          {failure.sentence && <p>{inWords(failure.sentence)}</p>}
        </li>
      ))}
      {issues.map((issue) => (
        <li key={issue.seq} className="pl-3.5">
          {names.get(issue.entityId) && <span className="font-medium">{names.get(issue.entityId)}: </span>}
          {inWords(issue.text)}
        </li>
      ))}
    </ul>
  );
}

/** The steps that decided how long the run took. */
function CriticalPath({ steps }: { steps: ReturnType<typeof criticalPath> }) {
  const t = useTranslations('deployments.path');
  const words = useRunWords();
  const duration = useDuration();
  return (
    <ol className="flex flex-col gap-1">
      {steps.map((step) => (
        <li key={step.id} className="flex items-baseline gap-2 border-line border-b pb-1 last:border-b-0">
          <span className="font-medium">{step.effect === null ? t('start') : words.nameOf(step.effect)}</span>
          {step.host && <span className="text-ink-muted">{step.host}</span>}
          <span className="ml-auto tabular-nums">{duration(step.to - step.from)}</span>
        </li>
      ))}
    </ol>
  );
}

/** What the deployment was asked to change, as sentences. */
function Changes({ environmentId, runId }: { environmentId: string; runId: string }) {
  const t = useTranslations('deployments.report');
  const about = useRunTitle();
  const words = useChangeWords(environmentId);
  const history = useHistory(environmentId);
  const entry = history.data?.pages.flatMap((page) => page.entries).find((one) => one.run_id === runId);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = history;
  // an old deployment is on a later page
  useEffect(() => {
    if (!entry && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [entry, hasNextPage, isFetchingNextPage, fetchNextPage]);
  if (!entry) {
    const searching = history.isPending || hasNextPage;
    return <p className="text-ink-muted">{searching && !history.isError ? '…' : t('changesUnknown')}</p>;
  }
  if (entry.changes.length === 0) return <p>{about.summary(entry)}</p>;
  return (
    <ul className="list-disc pl-5">
      {entry.changes.map((change) => (
        <li key={`${change.serviceId}-${change.unitId ?? ''}-${change.property ?? ''}-${change.kind}`}>
          {words(change)}
        </li>
      ))}
    </ul>
  );
}
