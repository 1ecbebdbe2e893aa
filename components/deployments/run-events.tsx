'use client';
import { ChartGantt, ListOrdered, ScrollText } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ComponentProps, type ReactNode, useCallback, useState } from 'react';
import { Card, CardBody } from '@/components/ui/card';
import { onDemand } from '@/components/ui/on-demand';
import { Segmented } from '@/components/ui/segmented';
import { Skeleton } from '@/components/ui/skeleton';
import { useMedia } from '@/components/ui/use-media';
import type { Segment } from './timeline/rows';
import { stepFacts } from './timeline/step-facts';
import { Timeline } from './timeline/timeline';
import { TimelineKey, TimelineZoom } from './timeline/timeline-tools';
import { WhatTookTime } from './timeline/what-took-time';
import type { Board } from './use-board';
import type { RunPageState } from './use-run';
import type { RunPart } from './use-run-address';

const StepList = onDemand<ComponentProps<typeof import('./timeline/step-list').StepList>>(
  async () => (await import('./timeline/step-list')).StepList,
  <Skeleton className="h-64 w-full" />,
);

const StepDetails = onDemand<ComponentProps<typeof import('./timeline/step-details').StepDetails>>(
  async () => (await import('./timeline/step-details')).StepDetails,
);

const LogViewer = onDemand<ComponentProps<typeof import('./log/log-viewer').LogViewer>>(
  async () => (await import('./log/log-viewer')).LogViewer,
  <Skeleton className="h-[27rem] w-full" />,
);

/** What a run does over time: its timeline, its steps or its log. A phone shows the timeline above the others. */
export function RunEvents({ run, board }: { run: RunPageState; board: Board }) {
  const { active } = run;
  const { startMs, moment, span, address, replayed, goTo, onShowLog } = board;
  const { progress, events, units, byId, groups, lines, path } = board;
  const [lit, setLit] = useState<string | null>(null);
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
      groups={groups}
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
  return (
    <>
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
        <EventsHead
          shown={shown}
          parts={parts}
          onShow={(view) => setAddress({ view })}
          legend={shown === 'timeline' && key}
          zoom={shown === 'timeline' && zoom}
        />
        <CardBody className="flex min-h-0 flex-1 flex-col pt-2 pb-3 sm:pb-3">
          {shown === 'timeline' && timeline}
          {shown === 'steps' && (
            <div className="min-h-0 flex-1 overflow-y-auto">
              {!narrow && took}
              <StepList
                groups={groups}
                units={byId}
                startMs={startMs}
                over={!active}
                picked={address.step}
                onPick={onPick}
                details={details}
              />
            </div>
          )}
          {shown === 'log' && <RunLog run={run} board={board} lit={lit} />}
        </CardBody>
      </Card>
    </>
  );
}

function RunLog({ run, board, lit }: { run: RunPageState; board: Board; lit: string | null }) {
  const { view, active, readEarlier } = run;
  const { lines, units, address, replayed, goTo } = board;
  return (
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
  );
}

function EventsHead({
  shown,
  parts,
  onShow,
  legend,
  zoom,
}: {
  shown: RunPart;
  parts: readonly RunPart[];
  onShow: (part: RunPart) => void;
  legend: ReactNode;
  zoom: ReactNode;
}) {
  const t = useTranslations('deployments.views');
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1 px-4 pt-2.5 sm:px-5">
      <h2 className="font-semibold text-[15px]">{t(shown)}</h2>
      {legend}
      <div className="ml-auto flex flex-wrap items-center gap-3">
        {zoom}
        <Segmented
          label={t('label')}
          value={shown}
          onChange={onShow}
          options={parts.map((part) => ({ value: part, label: t(part), icon: ICONS[part] }))}
        />
      </div>
    </div>
  );
}

const ICONS: Record<RunPart, ReactNode> = {
  timeline: <ChartGantt aria-hidden />,
  steps: <ListOrdered aria-hidden />,
  log: <ScrollText aria-hidden />,
};
