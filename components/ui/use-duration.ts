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
