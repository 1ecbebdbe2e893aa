'use client';
import { useFormatter, useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useChangeWords } from '@/components/status/change-words';
import { targetNames, useRunTitle } from '@/components/status/run-title';
import { useSentenceWords } from '@/components/status/sentence-words';
import { useStatusWords } from '@/components/status/status-words';
import { Card } from '@/components/ui/card';
import { useDuration } from '@/components/ui/use-duration';
import { useHistory } from '@/lib/client/history';
import { criticalPath } from '@/lib/model/progress/critical-path';
import { failuresOf, handledFailuresOf } from '@/lib/model/progress/failure';
import { notExecutedIn } from '@/lib/model/progress/not-executed';
import { countSteps } from '@/lib/model/progress/steps';
import { issuesOf } from '@/lib/model/progress/unit-run';
import { conclusionOf } from '@/lib/model/runs/conclusion';
import { NotExecuted } from '../not-executed';
import { runUnits } from '../run';
import { useRunWords } from '../run-words';
import type { RunPageState } from '../use-run';
import { unitTimes } from './unit-times';

/** Everything worth keeping of a deployment, on one sheet. */
export function Report({ run, now }: { run: RunPageState; now: number }) {
  const t = useTranslations('deployments.report');
  const page = useTranslations('deployments.page');
  const path = useTranslations('deployments.path');
  const outcomes = useTranslations('deployments.outcomes');
  const failure = useTranslations('deployments.failure');
  const words = useRunWords();
  const inWords = useSentenceWords();
  const status = useStatusWords();
  const format = useFormatter();
  const duration = useDuration();
  const about = useRunTitle();
  const { view, progress, model, types, removed } = run;
  const units = useMemo(() => runUnits(progress, model, types, removed), [progress, model, types, removed]);
  const steps = countSteps(progress, now);
  const note = words.stepsNote(steps, progress.outcome, view.kind);
  const critical = criticalPath(progress, now);
  const failures = failuresOf(progress, model);
  const handled = handledFailuresOf(progress, model);
  const notExecuted = notExecutedIn(progress);
  const issues = issuesOf(progress).sort((a, b) => a.seq - b.seq);
  const conclusion = conclusionOf(view);
  const names = new Map(units.map((unit) => [unit.unitId, unit.title]));
  const instant = (at: string | null) =>
    at === null ? '–' : format.dateTime(new Date(at), { dateStyle: 'long', timeStyle: 'medium' });
  const end = view.finished === null ? now : Date.parse(view.finished);
  const took = view.started === null ? null : end - Date.parse(view.started);
  const facts: [string, ReactNode][] = [
    [t('environment'), run.name],
    ...(view.version === null ? [] : [[t('version'), view.version] as [string, ReactNode]]),
    [t('what'), about.summary({ ...view, about: targetNames(view.target, model.services) })],
    [
      t('outcome'),
      [status.deployment(view.state, view.outcome).word, ...(conclusion ? [outcomes(conclusion.verdict)] : [])].join(
        '. ',
      ),
    ],
    [t('who'), view.user_name],
    [t('queued'), instant(view.created)],
    [t('started'), instant(view.started)],
    [t('finished'), instant(view.finished)],
    [t('took'), took === null ? '–' : duration(took)],
    [
      t('steps'),
      note === null ? words.steps(steps, progress.outcome) : `${words.steps(steps, progress.outcome)}. ${note}`,
    ],
    [
      t('id'),
      <code key="id" className="break-all font-mono text-[13px]">
        {view.id}
      </code>,
    ],
  ];
  return (
    <Card className="flex flex-col gap-7 p-5 sm:p-8">
      <header>
        <h2 className="font-semibold text-xl">
          {t('title')}: {about.title(view)}
        </h2>
        <p className="mt-0.5 text-ink-muted">{t('made', { at: instant(new Date(now).toISOString()) })}</p>
      </header>
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {facts.map(([name, value]) => (
          <div key={name} className="grid grid-cols-[8rem_1fr] gap-2 border-line border-b pb-1.5">
            <dt className="text-ink-muted">{name}</dt>
            <dd className="min-w-0 font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      {view.log_removed && <p className="text-ink-muted">{page('logRemoved')}</p>}
      <Part title={t('changed')}>
        <Changes environmentId={view.environment_id} runId={view.id} />
      </Part>
      <Part title={t('problems')}>
        {failures.length + issues.length === 0 ? (
          <p className="text-ink-muted">{t('noProblems')}</p>
        ) : (
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
        )}
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
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reachable by keyboard */}
        <section aria-label={t('durations')} tabIndex={0} className="overflow-x-auto">
          <table className="w-full text-left">
            <thead className="text-ink-muted text-xs">
              <tr className="border-line border-b">
                {[t('machine'), t('service'), t('state')].map((head) => (
                  <th key={head} scope="col" className="py-1.5 pr-4 font-medium">
                    {head}
                  </th>
                ))}
                {[t('worked'), t('waited')].map((head) => (
                  <th key={head} scope="col" className="py-1.5 pr-4 text-right font-medium">
                    {head}
                  </th>
                ))}
                <th scope="col" className="py-1.5 font-medium">
                  {t('longestStep')}
                </th>
              </tr>
            </thead>
            <tbody>
              {units.map((unit) => {
                const times = unitTimes(progress, unit.unitId, now);
                return (
                  <tr key={unit.unitId} className="border-line border-b last:border-b-0">
                    <th scope="row" className="py-1.5 pr-4 font-medium">
                      {unit.title}
                    </th>
                    <td className="py-1.5 pr-4">{unit.serviceName}</td>
                    <td className="py-1.5 pr-4">{words.state(unit)}</td>
                    <td className="py-1.5 pr-4 text-right tabular-nums">{duration(times.workedMs)}</td>
                    <td className="py-1.5 pr-4 text-right tabular-nums">{duration(times.waitedMs)}</td>
                    <td className="py-1.5">
                      {times.longest ? `${words.nameOf(times.longest.step)}, ${duration(times.longest.ms)}` : '–'}
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </section>
      </Part>
      {critical.length > 1 && (
        <Part title={t('path')}>
          <ol className="flex flex-col gap-1">
            {critical.map((step) => (
              <li key={step.id} className="flex items-baseline gap-2 border-line border-b pb-1 last:border-b-0">
                <span className="font-medium">{step.effect === null ? path('start') : words.nameOf(step.effect)}</span>
                {step.host && <span className="text-ink-muted">{step.host}</span>}
                <span className="ml-auto tabular-nums">{duration(step.to - step.from)}</span>
              </li>
            ))}
          </ol>
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
