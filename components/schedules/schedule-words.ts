import { useFormatter, useTranslations } from 'next-intl';
import { ALL_DAYS, readPattern, WEEKDAYS } from '@/lib/model/schedules/cron-pattern';

/** A Sunday: days of the week count from there. */
const SUNDAY = Date.UTC(2026, 0, 4);
const DAY_MS = 86_400_000;

/** When a schedule comes, in words. */
export function useTimesInWords() {
  const t = useTranslations('schedules.words');
  const format = useFormatter();
  const weekday = useWeekdays();
  return (cron: string): string => {
    const pattern = readPattern(cron);
    if (pattern === null) return t('cron', { cron });
    if (pattern.every === 'hour') return t('hour', { minute: pattern.minute });
    const time = timeText(pattern);
    if (pattern.every === 'month') return t('month', { day: pattern.day, time });
    const { days } = pattern;
    if (days.length === ALL_DAYS.length) return t('daily', { time });
    if (days.length === WEEKDAYS.length && WEEKDAYS.every((day) => days.includes(day))) return t('weekdays', { time });
    return t('days', { days: format.list(days.map((day) => weekday(day, 'long'))), time });
  };
}

/** What days of the week are called, from Sunday as 0. */
export function useWeekdays() {
  const format = useFormatter();
  return (day: number, length: 'long' | 'short'): string =>
    format.dateTime(new Date(SUNDAY + day * DAY_MS), { weekday: length, timeZone: 'UTC' });
}

/** A time of the day as inputs have it: 08:05. */
export function timeText({ hour, minute }: { hour: number; minute: number }): string {
  return [hour, minute].map((part) => String(part).padStart(2, '0')).join(':');
}

/** What workflows are called, also those that have no words here yet. */
export function useWorkflowWords() {
  const t = useTranslations('workflows');
  return (workflow: string): string => (t.has(workflow as 'start') ? t(workflow as 'start') : workflow);
}
