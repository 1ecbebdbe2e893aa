'use client';
import { RotateCw } from 'lucide-react';
import { cn } from '@/components/ui/class-names';
import { place, type TimeWindow } from './positioning';
import type { Segment } from './rows';
import { useSegmentWords } from './segment-words';

/** Height of one line of a row. */
export const LANE_PX = 28;

export const BAR_COLOURS: Record<Segment['state'], string> = {
  running: 'bg-running-solid',
  ok: 'bg-ready-solid',
  failed: 'bg-failed-solid',
  cancelled: 'bg-attention-solid',
  waiting: '',
};

export interface SegmentBarProps {
  segment: Segment;
  rowTitle: string | null;
  window: TimeWindow;
  lit: boolean;
  onLight: (effectId: string | null) => void;
  onPick: (effectId: string) => void;
}

/** One stretch of time on its row: a step to press, or what the machine does by itself. */
export function SegmentBar({ segment, rowTitle, window, lit, onLight, onPick }: SegmentBarProps) {
  const words = useSegmentWords();
  const { left, width } = place(segment, window);
  const style = { left: `${left}%`, width: `${width}%`, top: segment.lane * LANE_PX };
  const said = words.said(segment);
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
        className={cn(
          'absolute h-2.5 min-w-1 rounded-full opacity-60',
          segment.kind === 'removal' && segment.state !== 'failed' ? 'bg-waiting-solid' : BAR_COLOURS[segment.state],
        )}
      >
        <span className="sr-only">{said}</span>
      </span>
    );
  }
  return (
    <button
      type="button"
      title={said}
      aria-label={words.barName(segment, rowTitle)}
      style={{ ...style, top: segment.lane * LANE_PX + 4 }}
      onMouseEnter={() => onLight(effectId)}
      onMouseLeave={() => onLight(null)}
      onFocus={() => onLight(effectId)}
      onBlur={() => onLight(null)}
      onClick={() => onPick(effectId)}
      className={cn(
        'absolute h-5 min-w-1.5 overflow-hidden rounded-sm border border-surface text-left transition-[filter] focus-visible:z-20 focus-visible:-outline-offset-2',
        BAR_COLOURS[segment.state],
        segment.critical && 'timeline-critical',
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
