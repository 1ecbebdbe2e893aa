import type { ReactNode } from 'react';
import { StatusIcon } from '@/components/status/status-icon';
import { cn } from '@/components/ui/class-names';
import type { RunUnit } from '../run';
import { useRunWords } from '../run-words';
import { gatherAlike } from './fold-rows';
import { isAside, layLanes } from './lanes';
import type { TimeWindow } from './positioning';
import type { TimelineRow as Row, Segment } from './rows';
import { LANE_PX, SegmentBar } from './segment-bar';
import { useSegmentWords } from './segment-words';
import type { Track } from './use-track';

/** What all rows of a timeline share. */
export interface RowView {
  window: TimeWindow;
  track: Track | null;
  lit: string | null;
  /** the step whose details are shown */
  picked: string | null;
  onLight: (effectId: string | null) => void;
  onPick: (effectId: string) => void;
}

/** The bars of one row on as many lines as their words need, with the details of the picked one below. */
export function TimelineRow({
  row,
  head,
  details,
  view,
}: {
  row: Row;
  head: ReactNode;
  /** tells more of a step */
  details: (segment: Segment) => ReactNode;
  view: RowView;
}) {
  const words = useSegmentWords();
  const { window, track, lit, picked, onLight, onPick } = view;
  const { bars, lanes } = track
    ? layLanes(gatherAlike(row, picked).segments, window, track.trackPx, (segment) =>
        track.wordsPx(words.label(segment)),
      )
    : { bars: [], lanes: 1 };
  const px = (ms: number) =>
    ((Math.min(ms, window.to) - window.from) / (window.to - window.from)) * (track?.trackPx ?? 0);
  const open = picked === null ? undefined : row.segments.find(({ effectId }) => effectId === picked);
  return (
    <>
      <div className="flex flex-col sm:flex-row">
        {head}
        <div
          style={{ height: lanes * LANE_PX + ROW_PX }}
          className="timeline-row relative w-full flex-1 self-center max-sm:flex-none"
        >
          {row.segments
            .filter(({ kind, from }) => isAside(kind) && from < window.to)
            .map((segment) => (
              <span
                key={segment.id}
                title={words.said(segment)}
                style={{ left: px(segment.from), width: Math.max(3, px(segment.to) - px(segment.from)) }}
                className={cn(
                  'absolute bottom-0 h-1.5',
                  segment.kind === 'waiting' && 'timeline-waiting',
                  segment.kind !== 'waiting' &&
                    (segment.state === 'planned'
                      ? 'rounded-full border border-line-strong border-dashed'
                      : 'rounded-full bg-running-solid/60'),
                  segment.state === 'running' && 'timeline-pulse',
                )}
              >
                {segment.kind !== 'waiting' && <span className="sr-only">{words.said(segment)}</span>}
              </span>
            ))}
          {bars.map((bar) => (
            <SegmentBar
              key={bar.segment.id}
              bar={bar}
              rowTitle={row.title}
              beyondPx={bar.segment.expectedTo === null ? null : px(bar.segment.expectedTo)}
              lit={lit !== null && bar.segment.effectId === lit}
              picked={bar.segment === open}
              onLight={onLight}
              onPick={onPick}
            />
          ))}
        </div>
      </div>
      {open && (
        <div style={{ width: track?.framePx }} className="sticky left-0 z-15 py-1">
          {details(open)}
        </div>
      )}
    </>
  );
}

/** Below the lines of a row: where it is told that it waits, starts or restarts. */
const ROW_PX = 10;

/** The name of a row with what its machine is doing; pressed, the page tells of that machine alone. */
export function RowHead({
  title,
  service,
  unit,
  selected,
  onSelect,
}: {
  title: string;
  /** name of its service where no heading tells it */
  service: string | null;
  unit: RunUnit | undefined;
  selected: boolean;
  onSelect: (unitId: string | null) => void;
}) {
  const words = useRunWords();
  if (!unit) {
    return (
      <p className={cn(HEAD, 'font-medium')}>
        <span className="truncate" title={title}>
          {title}
        </span>
      </p>
    );
  }
  const line = words.line(unit.line);
  return (
    <p className={HEAD}>
      <button
        type="button"
        aria-pressed={selected}
        title={words.onlyOf(unit.title)}
        onClick={() => onSelect(selected ? null : unit.unitId)}
        className={cn(
          'flex w-full min-w-0 items-start gap-2 rounded-md px-1 text-left hover:bg-hover focus-visible:-outline-offset-2',
          selected && 'bg-accent-soft hover:bg-accent-soft',
        )}
      >
        <StatusIcon state={unit.state} className="mt-0.5" />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-1.5 leading-5">
            <span className={cn('truncate font-medium', unit.removal === 'removed' && 'text-ink-muted line-through')}>
              {unit.title}
            </span>
            {service !== null && <span className="truncate text-ink-muted text-xs">{service}</span>}
          </span>
          <span className="block truncate text-ink-muted text-xs leading-4" title={line}>
            {unit.removal === null && <span className="sr-only">{words.state(unit)}: </span>}
            {line}
          </span>
        </span>
      </button>
    </p>
  );
}

export const HEAD = 'sticky left-0 z-20 flex w-48 shrink-0 items-center gap-2 bg-surface pr-2 sm:self-stretch lg:w-60';
