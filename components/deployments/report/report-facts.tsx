'use client';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { targetNames, useRunTitle } from '@/components/status/run-title';
import { useStatusWords } from '@/components/status/status-words';
import { useDuration } from '@/components/ui/use-duration';
import { countSteps } from '@/lib/model/progress/steps';
import { conclusionOf } from '@/lib/model/runs/conclusion';
import { useRunWords } from '../run-words';
import type { RunPageState } from '../use-run';
import { useInstant } from './use-instant';

/** What a run was, whose, when and how it ended, below each other. */
export function ReportFacts({ run, now }: { run: RunPageState; now: number }) {
  const t = useTranslations('deployments.report');
  const outcomes = useTranslations('deployments.outcomes');
  const words = useRunWords();
  const status = useStatusWords();
  const duration = useDuration();
  const instant = useInstant();
  const about = useRunTitle();
  const { view, progress, model } = run;
  const steps = countSteps(progress, now);
  const note = words.stepsNote(steps, progress.outcome, view.kind);
  const conclusion = conclusionOf(view);
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
    <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
      {facts.map(([name, value]) => (
        <div key={name} className="grid grid-cols-[8rem_1fr] gap-2 border-line border-b pb-1.5">
          <dt className="text-ink-muted">{name}</dt>
          <dd className="min-w-0 font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
