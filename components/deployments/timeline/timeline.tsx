'use client';
import { ChevronRight } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useState } from 'react';
import { cn } from '@/components/ui/class-names';
import { isAsAsked, type RunUnit } from '../run';
import './timeline.css';
import { Axis } from './axis';
import { FEW_MACHINES, FOLDED_FROM, foldRows } from './fold-rows';
import { place, type TimeWindow, ticks } from './positioning';
import type { Segment, TimelineGroup } from './rows';
import { useSegmentWords } from './segment-words';
import { HEAD, RowHead, type RowView, TimelineRow } from './timeline-row';
import type { Zoom } from './timeline-tools';
import { useTrack } from './use-track';

/** A mark of the axis has so much room, in pixels. */
const MARK_PX = 110;

export interface TimelineProps {
  groups: readonly TimelineGroup[];
  window: TimeWindow;
  /** the units by id */
  units: ReadonlyMap<string, RunUnit>;
  zoom: Zoom;
  /** the present while it runs, or the moment that is looked at, in milliseconds since the epoch; null once it is over */
  moment: number | null;
  /** the present moves: keep it in sight while zoomed in */
  live: boolean;
  lit: string | null;
  onLight: (effectId: string | null) => void;
  /** the step whose details are shown */
  picked: string | null;
  onPick: (effectId: string) => void;
  details: (segment: Segment) => ReactNode;
  /** the machine that the page tells of alone */
  unitId: string | null;
  onUnit: (unitId: string | null) => void;
  /** what follows the rows */
  foot: ReactNode;
}

/**
 * What happened when, machine by machine, and what is still to come. Zoomed in it scrolls sideways under the names of
 * its rows; services of many machines are one row until they are unfolded.
 */
export function Timeline(props: TimelineProps) {
  const { groups, window, units, zoom, moment, live, details, unitId, onUnit, foot } = props;
  const t = useTranslations('deployments.timeline');
  const words = useSegmentWords();
  const { frame, line, track } = useTrack();
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const marks = ticks(window, Math.max(2, Math.floor((track?.trackPx ?? 600) / MARK_PX)));
  const nowLeft = moment === null ? null : place({ from: moment, to: moment }, window).left;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the present moves each second
  useEffect(() => {
    const element = frame.current;
    if (element && live && zoom > 1 && nowLeft !== null)
      element.scrollLeft = (nowLeft / 100) * element.scrollWidth - element.clientWidth / 2;
  }, [live, zoom, nowLeft]);
  const view: RowView = { ...props, track };
  const machines = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  const isFolded = ({ id, rows }: TimelineGroup) =>
    chosen.get(id) ??
    (machines > FEW_MACHINES && rows.length > FOLDED_FROM && !rows.some((row) => row.unitId === unitId && unitId));
  return (
    <section
      ref={frame}
      aria-label={t('label')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reachable by keyboard
      tabIndex={0}
      className="timeline-frame relative isolate min-h-0 flex-1 overflow-auto sm:max-h-[36rem] overscroll-x-contain focus-visible:-outline-offset-2"
    >
      <div style={{ width: `${zoom * 100}%` }} className="relative">
        <Axis line={line} marks={marks} nowLeft={nowLeft} />
        <div aria-hidden className="pointer-events-none absolute inset-0 max-sm:hidden sm:ml-48 lg:ml-60">
          {marks.slice(1).map((mark) => (
            <span key={mark.ms} style={{ left: `${mark.left}%` }} className="absolute inset-y-0 w-px bg-line/60" />
          ))}
        </div>
        {groups.map((group) => {
          const single = group.rows.length === 1;
          const folded = !single && isFolded(group);
          return (
            <div key={group.id} className="border-line border-b py-1">
              {!single && (
                <GroupHead
                  group={group}
                  units={units}
                  folded={folded}
                  onFold={(next) => setChosen((last) => new Map(last).set(group.id, next))}
                />
              )}
              {folded ? (
                <TimelineRow row={foldRows(group)} head={<p className={HEAD} />} details={details} view={view} />
              ) : (
                <ul aria-label={group.title ?? words.row(null)}>
                  {group.rows.map((row) => (
                    <li key={row.id} data-machine={row.unitId === null ? undefined : row.title}>
                      <TimelineRow
                        row={row}
                        view={view}
                        details={details}
                        head={
                          <RowHead
                            title={words.row(row.title)}
                            service={single ? group.title : null}
                            unit={row.unitId === null ? undefined : units.get(row.unitId)}
                            selected={row.unitId !== null && row.unitId === unitId}
                            onSelect={onUnit}
                          />
                        }
                      />
                    </li>
                  ))}
                </ul>
              )}
            </div>
          );
        })}
        {nowLeft !== null && (
          <div aria-hidden className="pointer-events-none absolute inset-0 top-6 sm:ml-48 lg:ml-60">
            <span style={{ left: `${nowLeft}%` }} className="absolute inset-y-0 z-10 w-0.5 bg-accent" data-now />
          </div>
        )}
      </div>
      {foot && <div className="sticky left-0">{foot}</div>}
    </section>
  );
}

/** The name of a service with several machines, and how many of them are ready. */
function GroupHead({
  group,
  units,
  folded,
  onFold,
}: {
  group: TimelineGroup;
  units: ReadonlyMap<string, RunUnit>;
  folded: boolean;
  onFold: (folded: boolean) => void;
}) {
  const t = useTranslations('deployments.timeline');
  const own = group.rows.flatMap(({ unitId }) => (unitId === null ? [] : (units.get(unitId) ?? [])));
  const ready = own.filter(({ state, line, removal }) =>
    removal === null ? isAsAsked(state) || line.kind === 'drifted' : removal === 'removed',
  ).length;
  const failed = own.filter(({ state }) => state === 'failed').length;
  return (
    <h3 className="sticky left-0 z-15 w-fit bg-surface">
      <button
        type="button"
        aria-expanded={!folded}
        onClick={() => onFold(!folded)}
        className="touch-target flex items-center gap-1 rounded-md pr-2 text-[13px] text-ink-muted hover:text-ink"
      >
        <ChevronRight aria-hidden className={cn('size-4 transition-transform', !folded && 'rotate-90')} />
        <span className="font-medium text-ink">{group.title}</span>
        <span>{t('ready', { ready, count: own.length })}</span>
        {failed > 0 && <span className="text-failed-text">{t('failed', { count: failed })}</span>}
      </button>
    </h3>
  );
}
