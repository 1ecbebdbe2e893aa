'use client';
import { FileText, History } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ComponentProps, ReactNode } from 'react';
import { targetNames } from '@/components/status/run-title';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { cn } from '@/components/ui/class-names';
import { LinkButton } from '@/components/ui/link';
import { onDemand } from '@/components/ui/on-demand';
import { RunPictureProvider } from '@/lib/client/run-picture';
import { awaitedOf } from '@/lib/model/progress/awaited';
import { momentsOf } from '@/lib/model/progress/replay';
import { timeLeft } from '@/lib/model/progress/time-left';
import { CancelButton } from './cancel-button';
import { activityOf } from './run';
import { RunEvents } from './run-events';
import { RunHeader } from './run-header';
import { RunNotices } from './run-notices';
import { useBoard } from './use-board';
import type { RunPageState } from './use-run';
import { NotifyToggle } from './watch/notify-toggle';
import './run-board.css';

const ReplayBar = onDemand<ComponentProps<typeof import('./replay/replay-bar').ReplayBar>>(
  async () => (await import('./replay/replay-bar')).ReplayBar,
);

/** Everything on a deployment's page, of the present or of the moment that a replay stands at. */
export function RunBoard({ run, now, topology }: { run: RunPageState; now: number; topology: ReactNode }) {
  const t = useTranslations('deployments');
  const { view, progress: whole, active } = run;
  const board = useBoard(run, now);
  const { totalMs, moment, elapsedMs, replay, replayed, progress, units, all, steps, failures } = board;
  // what has to be read first makes the page longer
  const isOneScreen =
    replayed ||
    (failures.length === 0 && whole.outcome !== 'cancelled' && view.action === null && view.verdicts.length === 0);
  return (
    <div className={cn('flex flex-1 flex-col gap-3', isOneScreen && 'one-screen')}>
      <RunHeader
        view={view}
        about={targetNames(view.target, all.services)}
        progress={progress}
        steps={steps}
        awaited={awaitedOf(progress, moment)}
        elapsedMs={elapsedMs}
        left={timeLeft(whole, now)}
        place={run.place}
        replayed={replayed}
        actions={
          active ? (
            <>
              <NotifyToggle view={view} name={run.name} />
              <CancelButton view={view} units={units} />
            </>
          ) : (
            <>
              {totalMs !== null && totalMs > 0 && !replayed && !view.log_removed && (
                <Button onClick={replay.play}>
                  <History aria-hidden />
                  {t('replay.start')}
                </Button>
              )}
              <LinkButton href={`/environments/${view.environment_id}/deployments/${view.id}/report`}>
                <FileText aria-hidden />
                {t('report.open')}
              </LinkButton>
            </>
          )
        }
      />
      <RunNotices run={run} board={board} />
      {totalMs !== null && replayed && (
        <ReplayBar replay={replay} totalMs={totalMs} moments={momentsOf(whole)} activity={activityOf(progress)} />
      )}
      <Card className="run-picture relative overflow-hidden">
        <RunPictureProvider value={board.picture}>{topology}</RunPictureProvider>
      </Card>
      <RunEvents run={run} board={board} />
    </div>
  );
}
