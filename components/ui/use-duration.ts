'use client';
import { useTranslations } from 'next-intl';
import { useCallback } from 'react';

/** Writes durations, given in milliseconds, for people: "8 s", "1 min 5 s", "2 h 10 min". */
export function useDuration(): (ms: number) => string {
  const t = useTranslations('common.duration');
  return useCallback(
    (ms) => {
      const all = Math.max(0, Math.round(ms / 1000));
      if (all === 0) return ms > 0 ? t('underSecond') : t('seconds', { seconds: 0 });
      const hours = Math.floor(all / 3600);
      const minutes = Math.floor((all % 3600) / 60);
      const seconds = all % 60;
      if (hours > 0) return minutes === 0 ? t('hours', { hours }) : t('hoursMinutes', { hours, minutes });
      if (minutes === 0) return t('seconds', { seconds });
      return seconds === 0 ? t('minutes', { minutes }) : t('minutesSeconds', { minutes, seconds });
    },
    [t],
  );
}

/** Writes a range of times, in milliseconds, as one expects things: "45 s to 1 min 15 s", "2 min". */
export function useDurationRange(): (lowMs: number, highMs: number) => string {
  const t = useTranslations('common.duration');
  const duration = useDuration();
  return useCallback(
    (lowMs, highMs) => {
      const [low, high] = [roughly(lowMs), roughly(highMs)];
      return low >= high ? duration(high) : t('range', { low: duration(low), high: duration(high) });
    },
    [t, duration],
  );
}

/** Coarse enough not to look exact: to 1 s below ten, to 5 s below a minute, to 15 s below five, to a minute above; at least 1 s. */
function roughly(ms: number): number {
  const grain = ms < 10_000 ? 1_000 : ms < 60_000 ? 5_000 : ms < 300_000 ? 15_000 : 60_000;
  return Math.max(1_000, Math.round(ms / grain) * grain);
}
