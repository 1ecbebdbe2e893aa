'use client';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { DeploymentStatusBadge } from '@/components/status/deployment-status';
import { useRunTitle } from '@/components/status/run-title';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { Progress } from '@/components/ui/progress';
import { RelativeTime } from '@/components/ui/relative-time';
import { useDuration } from '@/components/ui/use-duration';
import type { RunProgress } from '@/lib/model/progress/projection';
import type { StepCount } from '@/lib/model/progress/steps';
import type { TimeLeft as Left } from '@/lib/model/progress/time-left';
import type { RunView } from '@/lib/model/runs/run-view';
import { activityOf } from './run';
import { useRunWords } from './run-words';
import { TimeLeft } from './time-left';

const TONES = { success: 'ready', failed: 'failed', cancelled: 'waiting' } as const;

/** The head of a deployment's page: who, when, how far, how long, and how much longer. */
export function RunHeader({
  view,
  progress,
  steps,
  elapsedMs,
  left,
  replayed,
  actions,
}: {
  view: RunView;
  progress: RunProgress;
  steps: StepCount;
  elapsedMs: number | null;
  /** null when nothing can be said */
  left: Left | null;
  /** a moment of the past is shown, not the present */
  replayed: boolean;
  /** what can be done with it */
  actions: ReactNode;
}) {
  const t = useTranslations('deployments');
  const words = useRunWords();
  const about = useRunTitle();
  const duration = useDuration();
  const active = progress.outcome === null;
  const sentence = words.steps(steps, progress.outcome);
  const note = words.stepsNote(steps, progress.outcome);
  const activity = activityOf(progress);
  const nothingYet = active && steps.done === 0 && steps.running === 0;
  return (
    <Card className="flex flex-col gap-4 p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 className="font-semibold text-lg leading-7">{about.title(view)}</h2>
            {replayed ? (
              <Badge tone="accent">{t('replay.badge')}</Badge>
            ) : (
              <DeploymentStatusBadge status={view.state} state={view.outcome} />
            )}
          </div>
          <p className="mt-0.5 max-w-prose break-words font-medium">{about.summary(view)}</p>
          <p className="mt-0.5 text-ink-muted">
            {t.rich('startedBy', { name: view.user_name, when: () => <RelativeTime at={view.created} /> })}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {elapsedMs !== null && (
            <p className="sm:text-right">
              <span className="block text-ink-muted text-xs">{active ? t('runningFor') : t('took')}</span>
              <span className="font-semibold tabular-nums">{duration(elapsedMs)}</span>
            </p>
          )}
          <div className="flex flex-wrap items-center gap-2">{actions}</div>
        </div>
      </div>
      <Progress
        label={activity === null ? t(`outcomes.${progress.outcome ?? 'success'}`) : words.activity(activity)}
        value={nothingYet || steps.fraction === null ? null : Math.round(steps.fraction * 100)}
        valueText={sentence}
        tone={progress.outcome === null ? 'running' : TONES[progress.outcome]}
      />
      {note !== null && <p className="-mt-2 text-ink-muted">{note}</p>}
      {active && !replayed && progress.startedAt !== null && <TimeLeft left={left} />}
    </Card>
  );
}
