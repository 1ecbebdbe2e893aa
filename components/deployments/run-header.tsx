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
import type { Awaited } from '@/lib/model/progress/awaited';
import type { RunProgress } from '@/lib/model/progress/projection';
import type { StepCount } from '@/lib/model/progress/steps';
import type { TimeLeft as Left } from '@/lib/model/progress/time-left';
import { conclusionOf } from '@/lib/model/runs/conclusion';
import type { RunPlace } from '@/lib/model/runs/run-place';
import type { RunView } from '@/lib/model/runs/run-view';
import { PlaceInQueue } from './place-in-queue';
import { activityOf } from './run';
import { useRunWords } from './run-words';
import { TimeLeft } from './time-left';

const TONES = { success: 'ready', failed: 'failed', cancelled: 'waiting' } as const;

/** The head of a run's page: what it is for, what is awaited, how far, how long, and how much longer. */
export function RunHeader({
  view,
  about: names,
  progress,
  steps,
  awaited,
  elapsedMs,
  left,
  place,
  replayed,
  actions,
}: {
  view: RunView;
  /** names of what it is for; none: all that there is */
  about: readonly string[];
  progress: RunProgress;
  steps: StepCount;
  /** null when nothing is under way */
  awaited: Awaited | null;
  elapsedMs: number | null;
  /** null when nothing can be said */
  left: Left | null;
  /** where it stands among runs that wait; null once it has begun */
  place: RunPlace | null;
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
  const note = words.stepsNote(steps, progress.outcome, view.kind);
  const activity = activityOf(progress);
  const now =
    awaited !== null
      ? words.awaited(awaited)
      : activity === null
        ? t(`outcomes.${conclusionOf({ ...view, outcome: progress.outcome ?? 'success' })?.verdict ?? 'done'}`)
        : words.activity(activity);
  const nothingYet = active && steps.done === 0 && steps.running === 0;
  return (
    <Card className="flex flex-col gap-2 px-4 py-3 sm:px-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="mr-3 inline break-words font-semibold text-lg leading-7">
            {about.both({ ...view, about: names })}
          </h2>
          {replayed ? (
            <Badge tone="accent">{t('replay.badge')}</Badge>
          ) : (
            <DeploymentStatusBadge status={view.state} state={view.outcome} />
          )}
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="text-[13px] text-ink-muted">
            {t.rich('startedBy', { name: view.user_name, when: () => <RelativeTime at={view.created} /> })}
          </p>
          {elapsedMs !== null && (
            <p className="text-ink-muted">
              {active ? t('runningFor') : t('took')}{' '}
              <span className="font-semibold text-ink tabular-nums">{duration(elapsedMs)}</span>
            </p>
          )}
          <div className="flex flex-wrap items-center gap-2">{actions}</div>
        </div>
      </div>
      <Progress
        label={now}
        value={nothingYet || steps.fraction === null ? null : Math.round(steps.fraction * 100)}
        valueText={sentence}
        tone={progress.outcome === null ? 'running' : TONES[progress.outcome]}
      />
      {place !== null && !replayed && <PlaceInQueue place={place} environmentId={view.environment_id} />}
      {((active && !replayed && progress.startedAt !== null) || note !== null) && (
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1 text-ink-muted">
          {active && !replayed && progress.startedAt !== null && <TimeLeft left={left} />}
          {note !== null && <p className="min-w-0 flex-1 basis-72">{note}</p>}
        </div>
      )}
    </Card>
  );
}
