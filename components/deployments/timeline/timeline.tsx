'use client';
import { Minus, Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { StatusIcon } from '@/components/status/status-icon';
import { cn } from '@/components/ui/class-names';
import { IconButton } from '@/components/ui/icon-button';
import { useDuration } from '@/components/ui/use-duration';
import type { RunUnit } from '../run';
import { useRunWords } from '../run-words';
import './timeline.css';
import { place, type TimeWindow, ticks } from './positioning';
import type { TimelineGroup } from './rows';
import { LANE_PX, SegmentBar } from './segment-bar';
import { useSegmentWords } from './segment-words';

export const ZOOMS = [1, 2, 4, 8, 16] as const;
export type Zoom = (typeof ZOOMS)[number];

/** Marks of the axis at the smallest zoom. */
const MARKS = 6;

export interface TimelineProps {
  groups: TimelineGroup[];
  window: TimeWindow;
  /** the units by id */
  units: ReadonlyMap<string, RunUnit>;
  zoom: Zoom;
  onZoom: (zoom: Zoom) => void;
  /** the moment that is looked at, in milliseconds since the epoch; null for the present */
  moment: number | null;
  /** the present moves: keep it in sight while zoomed in */
  live: boolean;
  lit: string | null;
  onLight: (effectId: string | null) => void;
  /** shows the log of an effect */
  onPick: (effectId: string) => void;
}

/** What happened when, machine by machine. Zoomed in it scrolls sideways under the names of its rows. */
export function Timeline(props: TimelineProps) {
  const { groups, window, units, zoom, onZoom, moment, live, lit, onLight, onPick } = props;
  const t = useTranslations('deployments.timeline');
  const words = useSegmentWords();
  const runWords = useRunWords();
  const duration = useDuration();
  const marks = ticks(window, MARKS * zoom);
  const frame = useRef<HTMLDivElement>(null);
  const step = ZOOMS.indexOf(zoom);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the window grows while it runs
  useEffect(() => {
    const element = frame.current;
    if (element && live && zoom > 1) element.scrollLeft = element.scrollWidth;
  }, [live, zoom, window.to]);
  const cursor = moment === null ? null : place({ from: moment, to: moment }, window).left;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-2">
        <Key live={live} removes={[...units.values()].some(({ removal }) => removal !== null)} />
        <div className="flex items-center gap-1">
          <IconButton
            label={t('zoomOut')}
            size="sm"
            disabled={step === 0}
            onClick={() => onZoom(ZOOMS[step - 1] ?? ZOOMS[0])}
          >
            <Minus aria-hidden />
          </IconButton>
          <span role="status" className="w-10 text-center text-ink-muted text-xs tabular-nums">
            <span className="sr-only">{t('zoom')} </span>
            {zoom}×
          </span>
          <IconButton
            label={t('zoomIn')}
            size="sm"
            disabled={step === ZOOMS.length - 1}
            onClick={() => onZoom(ZOOMS[step + 1] ?? zoom)}
          >
            <Plus aria-hidden />
          </IconButton>
        </div>
      </div>
      <div
        ref={frame}
        className={cn('relative pb-1', zoom > 1 ? 'overflow-x-auto overscroll-x-contain' : 'overflow-hidden')}
      >
        <div style={{ width: `${zoom * 100}%` }}>
          <div aria-hidden className="relative hidden h-5 text-ink-faint text-xs sm:ml-48 sm:block">
            {marks.map((mark) => (
              <span
                key={mark.ms}
                style={{ left: `${mark.left}%` }}
                className={cn(
                  'absolute whitespace-nowrap',
                  mark.left > 96 ? '-translate-x-full' : mark.left > 2 && '-translate-x-1/2',
                )}
              >
                {duration(mark.ms)}
              </span>
            ))}
          </div>
          <ul aria-label={t('label')} className="flex flex-col">
            {groups.map((group) => (
              <li key={group.id} className="border-line border-t py-1.5">
                {group.title && (
                  <p className="sticky left-0 w-fit py-1 font-medium text-[13px] text-ink-muted">{group.title}</p>
                )}
                <ul className="flex flex-col">
                  {group.rows.map((row) => {
                    const unit = row.unitId === null ? undefined : units.get(row.unitId);
                    const title = words.row(row.title);
                    return (
                      <li key={row.id} className="flex flex-col gap-1 py-1.5 sm:flex-row sm:items-center sm:gap-0">
                        <p className="sticky left-0 z-20 flex w-48 shrink-0 items-center gap-2 bg-surface pr-3 sm:self-stretch">
                          {unit && <StatusIcon state={unit.state} />}
                          <span className="truncate font-medium" title={title}>
                            {title}
                          </span>
                          {unit && <span className="sr-only">: {runWords.state(unit)}</span>}
                        </p>
                        <div
                          style={{ height: row.lanes * LANE_PX }}
                          className="relative w-full flex-1 overflow-hidden rounded-md bg-sunken max-sm:flex-none"
                        >
                          {marks.slice(1).map((mark) => (
                            <span
                              key={mark.ms}
                              aria-hidden
                              style={{ left: `${mark.left}%` }}
                              className="absolute inset-y-0 w-px bg-line"
                            />
                          ))}
                          {row.segments.map((segment) => (
                            <SegmentBar
                              key={segment.id}
                              segment={segment}
                              rowTitle={row.title}
                              window={window}
                              lit={lit !== null && segment.effectId === lit}
                              onLight={onLight}
                              onPick={onPick}
                            />
                          ))}
                          {cursor !== null && (
                            <span
                              aria-hidden
                              style={{ left: `${cursor}%` }}
                              className="absolute inset-y-0 z-10 w-0.5 bg-accent"
                            />
                          )}
                        </div>
                      </li>
                    );
                  })}
                </ul>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </div>
  );
}

/** What the marks of the timeline mean. */
function Key({ live, removes }: { live: boolean; removes: boolean }) {
  const t = useTranslations('deployments.timeline');
  return (
    <ul aria-label={t('key')} className="flex flex-wrap items-center gap-x-4 gap-y-1 text-ink-muted text-xs">
      <li className="flex items-center gap-1.5">
        <span aria-hidden className="timeline-critical h-3 w-5 rounded-sm bg-ready-solid" />
        {t(live ? 'criticalSoFar' : 'critical')}
      </li>
      <li className="flex items-center gap-1.5">
        <span aria-hidden className="timeline-waiting h-3 w-5 rounded-sm bg-sunken" />
        {t('kinds.waiting')}
      </li>
      <li className="flex items-center gap-1.5">
        <span aria-hidden className="h-2 w-5 rounded-full bg-ready-solid opacity-60" />
        {t('kinds.boot')}
      </li>
      {removes && (
        <li className="flex items-center gap-1.5">
          <span aria-hidden className="h-2 w-5 rounded-full bg-waiting-solid opacity-60" />
          {t('kinds.removal')}
        </li>
      )}
    </ul>
  );
}
