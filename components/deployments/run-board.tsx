'use client';
import { ChartGantt, FileText, History, ListOrdered, Workflow } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ComponentProps, type ReactNode, useEffect, useMemo, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { LinkButton } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { onDemand } from '@/components/ui/on-demand';
import { Skeleton } from '@/components/ui/skeleton';
import { useMedia } from '@/components/ui/use-media';
import { ViewSwitch } from '@/components/ui/view-switch';
import { RunPictureProvider } from '@/lib/client/run-picture';
import { criticalPath } from '@/lib/model/progress/critical-path';
import { failuresOf } from '@/lib/model/progress/failure';
import { remainingWork } from '@/lib/model/progress/remaining-work';
import { withRemoved } from '@/lib/model/progress/removal';
import { momentsOf } from '@/lib/model/progress/replay';
import { countSteps } from '@/lib/model/progress/steps';
import { timeLeft } from '@/lib/model/progress/time-left';
import { buildTopology } from '@/lib/model/topology/build';
import { CancelButton } from './cancel-button';
import { Completion } from './completion';
import { helpBundle } from './help-bundle';
import { useEventWords } from './log/event-words';
import { logLines } from './log/log-lines';
import { useReplay } from './replay/use-replay';
import { activityOf, runUnits } from './run';
import { RunHeader } from './run-header';
import { useRunWords } from './run-words';
import { Stopped } from './stopped';
import { timeWindow } from './timeline/positioning';
import { timelineGroups, until } from './timeline/rows';
import { Timeline } from './timeline/timeline';
import { WhatTookTime } from './timeline/what-took-time';
import { UnitStrip } from './unit-strip';
import { useMoment } from './use-moment';
import type { RunPageState } from './use-run';
import { useGoTo, useRunAddress } from './use-run-address';
import { NotifyToggle } from './watch/notify-toggle';

const FailurePanel = onDemand<ComponentProps<typeof import('./failure-panel').FailurePanel>>(
  async () => (await import('./failure-panel')).FailurePanel,
);

const ActionResult = onDemand<ComponentProps<typeof import('./action-result').ActionResult>>(
  async () => (await import('./action-result')).ActionResult,
);

const StepList = onDemand<ComponentProps<typeof import('./timeline/step-list').StepList>>(
  async () => (await import('./timeline/step-list')).StepList,
  <Skeleton className="h-64 w-full" />,
);

const ReplayBar = onDemand<ComponentProps<typeof import('./replay/replay-bar').ReplayBar>>(
  async () => (await import('./replay/replay-bar')).ReplayBar,
);

const LogViewer = onDemand<ComponentProps<typeof import('./log/log-viewer').LogViewer>>(
  async () => (await import('./log/log-viewer')).LogViewer,
  <Skeleton className="h-[27rem] w-full" />,
);

/** Everything on a deployment's page, of the present or of the moment that a replay stands at. */
export function RunBoard({ run, now, topology }: { run: RunPageState; now: number; topology: ReactNode }) {
  const t = useTranslations('deployments');
  const words = useRunWords();
  const say = useEventWords();
  const { view, progress: whole, asked, removed, types, guide, active, newest } = run;
  const [lit, setLit] = useState<string | null>(null);
  const [goTo, showLog] = useGoTo();

  const startedAt = whole.startedAt ?? view.started;
  const finishedAt = whole.finishedAt ?? view.finished;
  const startMs = Date.parse(startedAt ?? view.created);
  const totalMs = active || startedAt === null || finishedAt === null ? null : Date.parse(finishedAt) - startMs;
  const named = [...asked.services, ...removed].flatMap(({ units }) => units).map(({ id }) => ({ unitId: id }));
  const address = useRunAddress(named);
  const replay = useReplay(totalMs, address.at, address.onAt);
  const replayed = replay.offsetMs !== null;
  const momentMs = replay.offsetMs === null ? null : startMs + replay.offsetMs;
  const { progress, model, machines, events } = useMoment(run, momentMs);
  const { readEarlier } = run;
  const isAllWanted = replayed || goTo !== null || address.choice.typed !== '' || address.choice.unitId !== null;
  useEffect(() => {
    if (isAllWanted) readEarlier?.();
  }, [isAllWanted, readEarlier]);

  const units = useMemo(() => runUnits(progress, model, types, removed), [progress, model, types, removed]);
  const all = useMemo(() => withRemoved(model, removed), [model, removed]);
  const lines = useMemo(() => {
    const names = new Map([
      ...all.services.map((service): [string, string] => [service.id, service.name]),
      ...units.map((unit): [string, string] => [unit.unitId, unit.title]),
    ]);
    return logLines(events, view.id, names, say);
  }, [events, view.id, all, units, say]);
  const path = useMemo(() => criticalPath(whole, active ? now : startMs), [whole, active, now, startMs]);
  const steps = countSteps(progress, momentMs ?? now);
  const elapsedMs =
    replay.offsetMs ?? (startedAt === null ? null : (finishedAt === null ? now : Date.parse(finishedAt)) - startMs);
  const failures = useMemo(() => failuresOf(whole, run.model), [whole, run.model]);
  const byId = useMemo(() => new Map(units.map((unit) => [unit.unitId, unit])), [units]);
  // Each second only what runs becomes longer: the rows themselves change with events.
  const critical = path.map((step) => step.effect.id).join(' ');
  const rows = useMemo(
    () => timelineGroups(progress, all, byId, new Set(critical.split(' '))),
    [progress, all, byId, critical],
  );
  const groups = until(rows, momentMs ?? now);

  const narrow = useMedia('(max-width: 639px)');
  const shown = address.view ?? (narrow ? 'steps' : 'timeline');
  const picture = useMemo(() => {
    if (shown !== 'topology') return null;
    const next = { model, is: 'deploying' } as const;
    const removals = new Map(units.flatMap(({ unitId, removal }) => (removal === null ? [] : [[unitId, removal]])));
    const input = { deployed: all, next, types, deployment: progress, machines, removals, steps: guide.steps };
    return { topology: buildTopology(input), events };
  }, [shown, model, all, units, types, guide, progress, machines, events]);

  return (
    <div className="flex flex-col gap-5">
      <RunHeader
        view={view}
        progress={progress}
        steps={steps}
        elapsedMs={elapsedMs}
        left={timeLeft(whole, now)}
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
      <p role="status" className="sr-only">
        {active ? words.steps(steps, whole.outcome) : ''}
      </p>
      {run.connection === 'retrying' && <Notice tone="attention">{t('page.retrying')}</Notice>}
      {run.connection === 'refused' && <Notice tone="attention">{t('page.refused')}</Notice>}
      {view.log_removed && <Notice>{t('page.logRemoved')}</Notice>}
      {!replayed && whole.outcome === 'success' && view.action === null && <Completion view={view} units={units} />}
      {!replayed && view.action !== null && view.finished !== null && <ActionResult view={view} />}
      {!replayed && failures.length > 0 && (
        <FailurePanel
          view={view}
          failures={failures}
          guide={run.guide}
          units={units}
          over={!active}
          newest={newest}
          bundle={() =>
            helpBundle({ view, failures, units, lines, nameOf: words.nameOf, address: window.location.href })
          }
          onShowLog={showLog}
        />
      )}
      {!replayed && whole.outcome === 'cancelled' && (
        <Stopped view={view} units={units} work={newest ? remainingWork(run.model, types) : null} newest={newest} />
      )}
      {totalMs !== null && replayed && (
        <ReplayBar replay={replay} totalMs={totalMs} moments={momentsOf(whole)} activity={activityOf(progress)} />
      )}
      {units.length > 0 && (
        <UnitStrip
          units={units}
          selectedId={address.choice.unitId}
          onSelect={(unitId) => address.onChoice({ unitId })}
        />
      )}
      <Card>
        <CardHeader
          title={t(`views.${shown}`)}
          actions={
            <ViewSwitch
              label={t('views.label')}
              value={shown}
              onChange={(next) => address.set({ view: next })}
              options={[
                { value: 'timeline', label: t('views.timeline'), icon: <ChartGantt aria-hidden /> },
                { value: 'steps', label: t('views.steps'), icon: <ListOrdered aria-hidden /> },
                { value: 'topology', label: t('views.topology'), icon: <Workflow aria-hidden /> },
              ]}
            />
          }
        />
        <CardBody>
          {shown === 'timeline' && (
            <Timeline
              groups={groups}
              window={timeWindow(startedAt ?? view.created, finishedAt, now)}
              units={byId}
              zoom={address.zoom}
              onZoom={(zoom) => address.set({ zoom: zoom === 1 ? null : `${zoom}` })}
              moment={momentMs}
              live={active}
              lit={lit}
              onLight={setLit}
              onPick={showLog}
            />
          )}
          {shown === 'steps' && (
            <StepList groups={groups} units={byId} startMs={startMs} over={!active} onPick={showLog} />
          )}
          {shown === 'topology' && <RunPictureProvider value={picture}>{topology}</RunPictureProvider>}
          {shown !== 'topology' && !replayed && <WhatTookTime path={path} over={!active} />}
        </CardBody>
      </Card>
      <Card>
        <CardHeader title={t('log.title')} />
        <CardBody>
          <LogViewer
            lines={lines}
            onEarlier={readEarlier}
            units={units}
            choice={address.choice}
            onChoice={address.onChoice}
            live={active || replayed}
            pausable={active}
            lit={lit}
            goTo={goTo}
            fileName={`deployment-${view.id.slice(0, 8)}.log`}
          />
        </CardBody>
      </Card>
    </div>
  );
}
