'use client';
import { ChartGantt, FileText, History, ListOrdered, ScrollText } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ComponentProps, type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { useEventWords } from '@/components/status/event-words';
import { targetNames } from '@/components/status/run-title';
import { Button } from '@/components/ui/button';
import { Card, CardBody } from '@/components/ui/card';
import { cn } from '@/components/ui/class-names';
import { LinkButton } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { onDemand } from '@/components/ui/on-demand';
import { Segmented } from '@/components/ui/segmented';
import { Skeleton } from '@/components/ui/skeleton';
import { useMedia } from '@/components/ui/use-media';
import { RunPictureProvider } from '@/lib/client/run-picture';
import { awaitedOf } from '@/lib/model/progress/awaited';
import { criticalPath } from '@/lib/model/progress/critical-path';
import { failuresOf, handledFailuresOf } from '@/lib/model/progress/failure';
import { notExecutedIn } from '@/lib/model/progress/not-executed';
import { endWithRoom } from '@/lib/model/progress/overruns';
import { remainingWork } from '@/lib/model/progress/remaining-work';
import { withRemoved } from '@/lib/model/progress/removal';
import { momentsOf } from '@/lib/model/progress/replay';
import { scheduleOf } from '@/lib/model/progress/schedule';
import { countSteps } from '@/lib/model/progress/steps';
import { timeLeft } from '@/lib/model/progress/time-left';
import { conclusionOf } from '@/lib/model/runs/conclusion';
import { buildTopology } from '@/lib/model/topology/build';
import { CancelButton } from './cancel-button';
import { Completion } from './completion';
import { HandledFailures } from './handled-failures';
import { helpBundle } from './help-bundle';
import { logLines } from './log/log-lines';
import { NotExecuted } from './not-executed';
import { useReplay } from './replay/use-replay';
import { activityOf, runUnits } from './run';
import { RunHeader } from './run-header';
import { useRunWords } from './run-words';
import { Stopped } from './stopped';
import { withExpected } from './timeline/expected';
import { timeWindow } from './timeline/positioning';
import { type Segment, timelineGroups, until } from './timeline/rows';
import { stepFacts } from './timeline/step-facts';
import { Timeline } from './timeline/timeline';
import { TimelineKey, TimelineZoom } from './timeline/timeline-tools';
import { useSteadyWindow } from './timeline/use-steady-window';
import { WhatTookTime } from './timeline/what-took-time';
import { Troubled } from './troubled';
import { useMoment } from './use-moment';
import type { RunPageState } from './use-run';
import { type RunPart, useGoTo, useRunAddress } from './use-run-address';
import './run-board.css';
import { NotifyToggle } from './watch/notify-toggle';

const FailurePanel = onDemand<ComponentProps<typeof import('./failure-panel').FailurePanel>>(
  async () => (await import('./failure-panel')).FailurePanel,
);

const ActionResult = onDemand<ComponentProps<typeof import('./action-result').ActionResult>>(
  async () => (await import('./action-result')).ActionResult,
);

const RunVerdicts = onDemand<ComponentProps<typeof import('../status/verdicts/run-verdicts').RunVerdicts>>(
  async () => (await import('../status/verdicts/run-verdicts')).RunVerdicts,
);

const WorkflowOutcome = onDemand<ComponentProps<typeof import('./workflow-outcome').WorkflowOutcome>>(
  async () => (await import('./workflow-outcome')).WorkflowOutcome,
);

const StepList = onDemand<ComponentProps<typeof import('./timeline/step-list').StepList>>(
  async () => (await import('./timeline/step-list')).StepList,
  <Skeleton className="h-64 w-full" />,
);

const StepDetails = onDemand<ComponentProps<typeof import('./timeline/step-details').StepDetails>>(
  async () => (await import('./timeline/step-details')).StepDetails,
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
  const isAllWanted =
    replayed || goTo !== null || address.choice.typed !== '' || address.choice.unitId !== null || address.step !== null;
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
  const handled = useMemo(() => handledFailuresOf(whole, run.model), [whole, run.model]);
  const notExecuted = useMemo(() => notExecutedIn(whole), [whole]);
  const byId = useMemo(() => new Map(units.map((unit) => [unit.unitId, unit])), [units]);
  // Each second only what runs becomes longer: the rows themselves change with events.
  const critical = path.map(({ id }) => id).join(' ');
  const rows = useMemo(
    () => timelineGroups(progress, all, byId, new Set(critical.split(' '))),
    [progress, all, byId, critical],
  );
  const moment = momentMs ?? now;
  const schedule = useMemo(() => scheduleOf(progress, moment), [progress, moment]);
  const shownGroups = withExpected(until(rows, moment), progress, schedule);
  const end = active ? endWithRoom(whole, now) : null;
  const span = useSteadyWindow(timeWindow(startedAt ?? view.created, finishedAt, now, end ?? now), active);

  // a phone shows all of it down the page
  const narrow = useMedia('(max-width: 639px)') === true;
  const parts: readonly RunPart[] = narrow ? ['steps', 'log'] : ['timeline', 'steps', 'log'];
  const wanted = address.view ?? (goTo === null ? 'timeline' : 'log');
  const shown = parts.find((part) => part === wanted) ?? 'steps';
  const { set: setAddress } = address;
  const onPick = useCallback(
    (effectId: string) => setAddress({ step: effectId === address.step ? null : effectId }),
    [setAddress, address.step],
  );
  const onShowLog = (effectId: string) => {
    setAddress({ view: 'log' });
    showLog(effectId);
  };
  const details = (shown: Segment) => {
    const { effectId } = shown;
    const facts = effectId === null ? null : stepFacts(progress, effectId, events, lines);
    return (
      facts && (
        <StepDetails
          facts={facts}
          shown={shown}
          startMs={startMs}
          now={moment}
          onShowLog={onShowLog}
          onClose={() => setAddress({ step: null })}
        />
      )
    );
  };
  const took = !replayed && <WhatTookTime path={path} over={!active} />;
  const key = <TimelineKey live={active} removes={units.some(({ removal }) => removal !== null)} />;
  const zoom = (
    <TimelineZoom zoom={address.zoom} onZoom={(next) => setAddress({ zoom: next === 1 ? null : `${next}` })} />
  );
  const timeline = (
    <Timeline
      groups={shownGroups}
      window={span}
      units={byId}
      zoom={address.zoom}
      moment={active || replayed ? moment : null}
      live={active}
      lit={lit}
      onLight={setLit}
      picked={address.step}
      onPick={onPick}
      details={details}
      unitId={address.choice.unitId}
      onUnit={(unitId) => address.onChoice({ unitId })}
      foot={took}
    />
  );
  const picture = useMemo(() => {
    const next = { model, is: 'deploying' } as const;
    const removals = new Map(units.flatMap(({ unitId, removal }) => (removal === null ? [] : [[unitId, removal]])));
    const input = { deployed: all, next, types, deployment: progress, machines, removals, steps: guide.steps };
    return { topology: buildTopology(input), events };
  }, [model, all, units, types, guide, progress, machines, events]);

  // what has to be read first makes the page longer
  const isOneScreen =
    replayed ||
    (failures.length === 0 && whole.outcome !== 'cancelled' && view.action === null && view.verdicts.length === 0);
  const verdict = conclusionOf({ ...view, outcome: whole.outcome ?? 'running' })?.verdict ?? 'done';
  // what a repair finds is what it is there for: it has failed when that is left at its end
  const isExpected = view.kind === 'heal' && whole.outcome !== 'failed';
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
      <p role="status" className="sr-only">
        {active ? words.steps(steps, whole.outcome) : ''}
      </p>
      {run.connection === 'retrying' && <Notice tone="attention">{t('page.retrying')}</Notice>}
      {run.connection === 'refused' && <Notice tone="attention">{t('page.refused')}</Notice>}
      {active && <Troubled units={units} />}
      {view.verdicts.length > 0 && <RunVerdicts verdicts={view.verdicts} />}
      {view.log_removed && <Notice>{t('page.logRemoved')}</Notice>}
      {!replayed && whole.outcome === 'success' && view.action === null && (
        <Completion view={view} units={units} verdict={verdict} />
      )}
      {!replayed && view.finished !== null && <WorkflowOutcome view={view} newest={newest} />}
      {!replayed && view.action !== null && view.finished !== null && <ActionResult view={view} />}
      {!replayed && failures.length > 0 && !isExpected && (
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
          onShowLog={onShowLog}
        />
      )}
      {!replayed && handled.length > 0 && <HandledFailures failures={handled} kind={view.kind} />}
      {!replayed && notExecuted.length > 0 && <NotExecuted commands={notExecuted} />}
      {!replayed && whole.outcome === 'cancelled' && (
        <Stopped
          view={view}
          units={units}
          work={newest ? remainingWork(run.model, types) : null}
          newest={newest}
          model={run.model}
          types={types}
        />
      )}
      {totalMs !== null && replayed && (
        <ReplayBar replay={replay} totalMs={totalMs} moments={momentsOf(whole)} activity={activityOf(progress)} />
      )}
      <Card className="run-picture relative overflow-hidden">
        <RunPictureProvider value={picture}>{topology}</RunPictureProvider>
      </Card>
      {narrow && (
        <Card className="flex flex-col gap-2 p-4">
          <div className="flex items-center justify-between gap-2">
            {key}
            {zoom}
          </div>
          {timeline}
        </Card>
      )}
      <Card className="run-events flex flex-col">
        <div className="flex flex-wrap items-center gap-x-5 gap-y-1 px-4 pt-2.5 sm:px-5">
          <h2 className="font-semibold text-[15px]">{t(`views.${shown}`)}</h2>
          {shown === 'timeline' && key}
          <div className="ml-auto flex flex-wrap items-center gap-3">
            {shown === 'timeline' && zoom}
            <Segmented
              label={t('views.label')}
              value={shown}
              onChange={(view) => address.set({ view })}
              options={parts.map((part) => ({ value: part, label: t(`views.${part}`), icon: ICONS[part] }))}
            />
          </div>
        </div>
        <CardBody className="flex min-h-0 flex-1 flex-col pt-2 pb-3 sm:pb-3">
          {shown === 'timeline' && timeline}
          {shown === 'steps' && (
            <div className="min-h-0 flex-1 overflow-y-auto">
              {!narrow && took}
              <StepList
                groups={shownGroups}
                units={byId}
                startMs={startMs}
                over={!active}
                picked={address.step}
                onPick={onPick}
                details={details}
              />
            </div>
          )}
          {shown === 'log' && (
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
          )}
        </CardBody>
      </Card>
    </div>
  );
}

const ICONS: Record<RunPart, ReactNode> = {
  timeline: <ChartGantt aria-hidden />,
  steps: <ListOrdered aria-hidden />,
  log: <ScrollText aria-hidden />,
};
