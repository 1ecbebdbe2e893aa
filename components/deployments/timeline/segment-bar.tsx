import { cn } from '@/components/ui/class-names';
import type { PlacedBar } from './lanes';
import type { Segment } from './rows';
import { useSegmentWords } from './segment-words';

/** Height of one line of a row, in pixels. */
export const LANE_PX = 24;

const COLOURS: Record<Segment['state'], string> = {
  running: 'border-running-solid bg-running-bg text-running-text',
  ok: 'border-ready-solid bg-ready-bg text-ready-text',
  failed: 'border-failed-solid bg-failed-bg text-failed-text',
  cancelled: 'border-attention-solid bg-attention-bg text-attention-text',
  waiting: '',
  planned: 'border-line-strong border-dashed text-ink-muted',
};

/** One stretch of time on its row with its words: a step to press, what the machine does by itself, what is to come. */
export function SegmentBar({
  bar,
  rowTitle,
  beyondPx,
  lit,
  picked,
  onLight,
  onPick,
}: {
  bar: PlacedBar;
  rowTitle: string | null;
  /** until where the step is expected to go on, in pixels from the left edge; null where nobody can tell */
  beyondPx: number | null;
  lit: boolean;
  /** its details are shown */
  picked: boolean;
  onLight: (effectId: string | null) => void;
  onPick: (effectId: string) => void;
}) {
  const words = useSegmentWords();
  const { segment, left, width, lane } = bar;
  const { effectId, state, kind } = segment;
  const own = kind === 'removal';
  const shape = cn(
    'absolute rounded-sm border border-l-3',
    own ? 'h-3.5' : 'h-5',
    kind === 'removal' && state !== 'failed' && state !== 'planned'
      ? 'border-waiting-solid bg-waiting-bg text-waiting-text'
      : COLOURS[state],
    segment.critical && 'timeline-critical',
  );
  const style = { left, width, top: lane * LANE_PX + (own ? 5 : 2) };
  const text = bar.words.width > 0 && <BarWords bar={bar} label={words.label(segment)} />;
  const rest = beyondPx !== null && beyondPx > left + width && (
    <Expected left={left + width} width={beyondPx - left - width} top={style.top} isLow={own} />
  );
  if (effectId === null) {
    return (
      <>
        <span title={words.said(segment)} data-bar={state} data-for={segment.id} style={style} className={shape}>
          <span className="sr-only">{words.said(segment)}</span>
        </span>
        {rest}
        {text}
      </>
    );
  }
  return (
    <>
      <button
        type="button"
        title={words.said(segment)}
        aria-label={words.barName(segment, rowTitle)}
        aria-expanded={picked}
        data-bar={state}
        data-for={segment.id}
        style={style}
        onMouseEnter={() => onLight(effectId)}
        onMouseLeave={() => onLight(null)}
        onFocus={() => onLight(effectId)}
        onBlur={() => onLight(null)}
        // bars of a run under way move: a press that begins on one ends on it
        onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
        onClick={() => onPick(effectId)}
        className={cn(
          shape,
          'overflow-hidden focus-visible:z-20',
          (lit || picked) && 'ring-2 ring-accent',
          state === 'running' && 'timeline-running',
        )}
      >
        {segment.progress !== null && (
          <span
            aria-hidden
            style={{ width: `${Math.round(segment.progress * 100)}%` }}
            className="absolute inset-y-0 left-0 bg-running-solid/25"
          />
        )}
      </button>
      {rest}
      {text}
    </>
  );
}

/** The words of a bar, on it or beside it. */
function BarWords({ bar: { segment, lane, words: place }, label }: { bar: PlacedBar; label: string }) {
  const { state, kind } = segment;
  const own = kind === 'removal';
  return (
    <span
      aria-hidden
      data-words={segment.id}
      style={{ left: place.left, width: place.width, top: lane * LANE_PX }}
      className={cn(
        'pointer-events-none absolute z-15 h-6 truncate font-medium text-xs leading-6',
        !place.inside && 'bg-surface text-ink',
        (state === 'planned' || own) && 'text-ink-muted',
        own && 'font-normal',
        place.inside && !own && state !== 'planned' && TEXT[state],
      )}
    >
      {label}
    </span>
  );
}

/** How long a step is expected to go on; places in pixels. */
function Expected({ left, width, top, isLow }: { left: number; width: number; top: number; isLow: boolean }) {
  return (
    <span
      aria-hidden
      style={{ left, width, top }}
      className={cn(
        'absolute rounded-r-sm border border-l-0 border-dashed',
        isLow ? 'h-3.5' : 'h-5',
        'border-running-solid',
      )}
    />
  );
}

const TEXT: Record<Exclude<Segment['state'], 'planned'>, string> = {
  running: 'text-running-text',
  ok: 'text-ready-text',
  failed: 'text-failed-text',
  cancelled: 'text-attention-text',
  waiting: '',
};
