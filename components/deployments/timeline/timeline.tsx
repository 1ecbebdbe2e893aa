'use client';
import { RotateCw } from 'lucide-react';
import { StatusIcon } from '@/components/status/status-icon';
import { cn } from '@/components/ui/class-names';
import { UNIT_STATE_WORDS, type UnitState } from '@/lib/model/unit-state';
import './timeline.css';
import { durationLabel, place, type TimeWindow, ticks } from './positioning';
import type { Segment, TimelineGroup } from './rows';

const BAR: Record<Segment['state'], string> = {
  running: 'bg-running-solid',
  ok: 'bg-ready-solid',
  failed: 'bg-failed-solid',
  cancelled: 'bg-attention-solid',
  waiting: '',
};

const STATE_WORDS: Record<Segment['state'], string> = {
  running: 'running',
  ok: 'done',
  failed: 'failed',
  cancelled: 'stopped',
  waiting: 'waiting',
};

/** Height of one line of a row. */
const LANE_PX = 28;

export interface TimelineProps {
  groups: TimelineGroup[];
  window: TimeWindow;
  /** state of each unit by id */
  states: ReadonlyMap<string, UnitState>;
  lit: string | null;
  onLight: (effectId: string | null) => void;
  /** shows the log of an effect */
  onPick: (effectId: string) => void;
}

/** What happened when, machine by machine. */
export function Timeline({ groups, window, states, lit, onLight, onPick }: TimelineProps) {
  const marks = ticks(window, 6);
  return (
    <div className="flex flex-col gap-1">
      <div aria-hidden className="relative hidden h-5 text-ink-faint text-xs sm:ml-48 sm:block">
        {marks.map((mark) => (
          <span
            key={mark.label}
            style={{ left: `${mark.left}%` }}
            className={cn(
              'absolute whitespace-nowrap',
              mark.left > 96 ? '-translate-x-full' : mark.left > 2 && '-translate-x-1/2',
            )}
          >
            {mark.label}
          </span>
        ))}
      </div>
      <ul aria-label="Machines over time" className="flex flex-col">
        {groups.map((group) => (
          <li key={group.id} className="border-line border-t py-1.5">
            {group.title && <p className="py-1 font-medium text-[13px] text-ink-muted">{group.title}</p>}
            <ul className="flex flex-col">
              {group.rows.map((row) => {
                const state = row.unitId === null ? null : (states.get(row.unitId) ?? null);
                return (
                  <li key={row.id} className="flex flex-col gap-1 py-1.5 sm:flex-row sm:items-center sm:gap-0">
                    <p className="flex w-48 shrink-0 items-center gap-2 pr-3">
                      {state && <StatusIcon state={state} />}
                      <span className="truncate font-medium" title={row.title}>
                        {row.title}
                      </span>
                      {state && <span className="sr-only">: {UNIT_STATE_WORDS[state]}</span>}
                    </p>
                    <div
                      style={{ height: row.lanes * LANE_PX }}
                      className="relative w-full flex-1 overflow-hidden rounded-md bg-sunken max-sm:flex-none"
                    >
                      {marks.slice(1).map((mark) => (
                        <span
                          key={mark.label}
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
                    </div>
                  </li>
                );
              })}
            </ul>
          </li>
        ))}
      </ul>
    </div>
  );
}

function SegmentBar({
  segment,
  rowTitle,
  window,
  lit,
  onLight,
  onPick,
}: {
  segment: Segment;
  rowTitle: string;
  window: TimeWindow;
  lit: boolean;
  onLight: (effectId: string | null) => void;
  onPick: (effectId: string) => void;
}) {
  const { left, width } = place(segment, window);
  const style = { left: `${left}%`, width: `${width}%`, top: segment.lane * LANE_PX };
  const length = durationLabel(segment.to - segment.from);
  const said = `${segment.title}, ${STATE_WORDS[segment.state]}, ${length}`;
  const { effectId } = segment;
  if (segment.kind === 'waiting') {
    return <span title={said} style={{ ...style, bottom: 0 }} className="timeline-waiting absolute" />;
  }
  if (segment.kind === 'restart') {
    return (
      <span
        title={said}
        style={{ left: style.left, width: style.width, minWidth: 18 }}
        className="pointer-events-none absolute inset-y-0 z-10 grid place-items-center bg-surface/75"
      >
        <RotateCw
          aria-hidden
          className={cn('size-3.5 text-ink', segment.state === 'running' && 'animate-spin motion-reduce:animate-none')}
        />
        <span className="sr-only">{said}</span>
      </span>
    );
  }
  if (segment.kind === 'boot' || effectId === null) {
    return (
      <span
        title={said}
        style={{ ...style, top: 9 }}
        className={cn('absolute h-2.5 min-w-1 rounded-full opacity-60', BAR[segment.state])}
      >
        <span className="sr-only">{said}</span>
      </span>
    );
  }
  return (
    <button
      type="button"
      title={said}
      aria-label={`${segment.title} on ${rowTitle}, ${STATE_WORDS[segment.state]}, ${length}. Show its log.`}
      style={{ ...style, top: segment.lane * LANE_PX + 4 }}
      onMouseEnter={() => onLight(effectId)}
      onMouseLeave={() => onLight(null)}
      onFocus={() => onLight(effectId)}
      onBlur={() => onLight(null)}
      onClick={() => onPick(effectId)}
      className={cn(
        'absolute h-5 min-w-1.5 overflow-hidden rounded-sm border border-surface text-left transition-[filter] focus-visible:z-20 focus-visible:-outline-offset-2',
        BAR[segment.state],
        lit && 'z-10 brightness-110 ring-2 ring-accent',
      )}
    >
      {segment.progress !== null && (
        <span
          aria-hidden
          style={{ width: `${Math.round((1 - segment.progress) * 100)}%` }}
          className="absolute inset-y-0 right-0 animate-running bg-surface/35 motion-reduce:animate-none"
        />
      )}
    </button>
  );
}
