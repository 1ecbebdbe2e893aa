'use client';
import { Pause, Play, SkipBack, SkipForward, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Card } from '@/components/ui/card';
import { IconButton } from '@/components/ui/icon-button';
import { useDuration } from '@/components/ui/use-duration';
import type { Activity } from '../run';
import { useRunWords } from '../run-words';
import type { Replay } from './use-replay';

/** A step begun or ended within this is the moment that is shown already, in milliseconds. */
const HERE_MS = 20;
/** A run as short as this has one time to show. */
const SECOND_MS = 1000;

/** Plays a finished deployment like a film: everything on the page shows the moment the slider stands at. */
export function ReplayBar({
  replay,
  totalMs,
  moments,
  activity,
}: {
  replay: Replay;
  /** length of the deployment in milliseconds */
  totalMs: number;
  /** beginnings and ends of steps, in milliseconds since the start */
  moments: readonly { atMs: number; failed: boolean }[];
  /** what it was doing at the moment; null at its end */
  activity: Activity | null;
}) {
  const t = useTranslations('deployments.replay');
  const words = useRunWords();
  const duration = useDuration();
  const offset = replay.offsetMs ?? 0;
  const next = moments.find(({ atMs }) => atMs > offset + HERE_MS)?.atMs ?? totalMs;
  const previous = moments.findLast(({ atMs }) => atMs < offset - HERE_MS)?.atMs ?? 0;
  const what = activity === null ? t('end') : words.activity(activity);
  return (
    <Card
      className="sticky top-16 z-30 flex flex-wrap items-center gap-x-2 gap-y-1 px-3 py-2 shadow-lift lg:top-2"
      role="group"
      aria-label={t('label')}
    >
      <IconButton label={t('previous')} size="sm" onClick={() => replay.go(previous)}>
        <SkipBack aria-hidden />
      </IconButton>
      <IconButton
        label={replay.playing ? t('pause') : t('play')}
        variant="primary"
        size="sm"
        onClick={replay.playing ? replay.pause : replay.play}
      >
        {replay.playing ? <Pause aria-hidden /> : <Play aria-hidden />}
      </IconButton>
      <IconButton label={t('next')} size="sm" onClick={() => replay.go(next)}>
        <SkipForward aria-hidden />
      </IconButton>
      <div className="relative mx-1 min-w-40 flex-1 pt-1">
        <input
          type="range"
          min={0}
          max={totalMs}
          step="any"
          value={Math.min(offset, totalMs)}
          aria-label={t('slider')}
          aria-valuetext={t('at', { at: duration(offset), of: duration(totalMs), what })}
          onChange={(event) => replay.go(Number(event.target.value))}
          onKeyDown={(event) => {
            // a step further is what a person wants, not a thousandth of the whole
            const to = KEYS[event.key]?.({ next, previous });
            if (to === undefined) return;
            event.preventDefault();
            replay.go(to);
          }}
          className="h-6 w-full cursor-pointer accent-accent"
        />
        <span aria-hidden className="pointer-events-none absolute inset-x-2 top-0 h-1.5">
          {moments.map(({ atMs, failed }, index) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: moments may coincide, and their order is all there is
              key={index}
              style={{ left: `${(atMs / totalMs) * 100}%` }}
              className={failed ? 'absolute h-1.5 w-1 bg-failed-solid' : 'absolute h-1 w-px bg-line-strong'}
            />
          ))}
        </span>
      </div>
      <p className="min-w-28 whitespace-nowrap text-right text-[13px] text-ink-muted tabular-nums">
        {totalMs < SECOND_MS ? duration(totalMs) : t('clock', { at: duration(offset), of: duration(totalMs) })}
      </p>
      <IconButton label={t('leave')} size="sm" onClick={() => replay.go(null)}>
        <X aria-hidden />
      </IconButton>
      <p className="w-full truncate text-[13px]">{what}</p>
    </Card>
  );
}

const KEYS: Record<string, ((to: { next: number; previous: number }) => number) | undefined> = {
  ArrowRight: ({ next }) => next,
  ArrowUp: ({ next }) => next,
  ArrowLeft: ({ previous }) => previous,
  ArrowDown: ({ previous }) => previous,
};
