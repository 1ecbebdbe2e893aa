'use client';
import { DeploymentStatusBadge } from '@/components/status/deployment-status';
import { Card } from '@/components/ui/card';
import { Progress } from '@/components/ui/progress';
import { RelativeTime } from '@/components/ui/relative-time';
import type { DeploymentProgress } from '@/lib/model/progress/projection';
import type { StepCount } from '@/lib/model/progress/steps';
import type { DeploymentView } from '@/lib/model/views';
import { CancelButton } from './cancel-button';
import { activityOf } from './run';
import { durationLabel } from './timeline/positioning';

/** How far a deployment is, in one sentence: it never claims to know more than it does. */
export function stepsSentence(steps: StepCount, outcome: DeploymentProgress['outcome']): string {
  if (outcome === 'success') return `${steps.done} ${steps.done === 1 ? 'step' : 'steps'}, all done`;
  const known = `${steps.done} of ${steps.known} steps`;
  return outcome === null ? `at least ${known}` : `${known} done`;
}

const TONES = { success: 'ready', failed: 'failed', cancelled: 'waiting' } as const;

/** The head of a deployment's page: who, when, how far, how long. */
export function RunHeader({
  view,
  progress,
  steps,
  elapsedMs,
}: {
  view: DeploymentView;
  progress: DeploymentProgress;
  steps: StepCount;
  elapsedMs: number | null;
}) {
  const active = progress.outcome === null;
  const sentence = stepsSentence(steps, progress.outcome);
  const what = view.kind === 'delete' ? 'Deletion' : 'Deployment';
  return (
    <Card className="flex flex-col gap-4 p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 className="font-semibold text-lg leading-7">{what}</h2>
            <DeploymentStatusBadge status={view.state} state={view.outcome} />
          </div>
          <p className="mt-0.5 text-ink-muted">
            Started by {view.user_name} <RelativeTime at={view.created} />
          </p>
        </div>
        <div className="flex items-center gap-4">
          {elapsedMs !== null && (
            <p className="text-right">
              <span className="block text-ink-muted text-xs">{active ? 'Running for' : 'Took'}</span>
              <span className="font-semibold tabular-nums">{durationLabel(elapsedMs)}</span>
            </p>
          )}
          {active && <CancelButton view={view} />}
        </div>
      </div>
      <Progress
        label={active ? activityOf(progress) : OUTCOME_LABELS[progress.outcome ?? 'success']}
        value={active && steps.done === 0 && steps.running === 0 ? null : Math.round(steps.fraction * 100)}
        valueText={sentence}
        tone={progress.outcome === null ? 'running' : TONES[progress.outcome]}
      />
    </Card>
  );
}

const OUTCOME_LABELS = {
  success: 'Everything is as asked',
  failed: 'It ended with an error',
  cancelled: 'It was stopped',
} as const;
