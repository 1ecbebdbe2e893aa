import { cn } from '@/components/ui/class-names';
import type { Moment } from '@/lib/model/moments/moment-view';

/** Among more moments, the numbers of versions would lie on each other. */
const NUMBERED = 40;

/** Half of the width of a slider's thumb, in pixels: the first and the last place are so far from its ends. */
const THUMB = 8;

/** The marks above the slider: versions by their number, outages as peaks, people and everything else as short lines. */
export function MomentMarks({ moments }: { moments: readonly Moment[] }) {
  return (
    <span aria-hidden className="pointer-events-none absolute inset-x-0 top-0 h-5">
      {moments.map((moment, index) => (
        <span
          key={moment.id}
          className="absolute bottom-0 flex -translate-x-1/2 flex-col items-center justify-end gap-0.5"
          style={{ left: `calc(${THUMB}px + (100% - ${2 * THUMB}px) * ${index / moments.length})` }}
        >
          {moments.length <= NUMBERED && moment.run?.version != null && (
            <span className="text-[11px] text-ink-muted leading-none tabular-nums">{moment.run.version}</span>
          )}
          <span className={cn('w-0.5 rounded-full', markOf(moment))} />
        </span>
      ))}
    </span>
  );
}

function markOf({ kind, run }: Moment): string {
  if (kind === 'outage' || run?.outcome === 'failed') return 'h-3 w-1 bg-failed-solid';
  if (kind === 'recovery') return 'h-2 w-1 bg-ready-solid';
  if (run?.version != null) return 'h-2 bg-accent';
  return kind === 'action' ? 'size-1 bg-line-strong' : 'h-1 bg-line-strong';
}
