/**
 * The cron expressions that people choose without knowing cron: at a time on some days of the week, at a minute of every
 * hour, at a time on a day of the month.
 */
export type CronPattern =
  | { every: 'day'; hour: number; minute: number; days: readonly number[] }
  | { every: 'hour'; minute: number }
  | { every: 'month'; day: number; hour: number; minute: number };

/** Days of the week as cron counts them, from Sunday. */
export const ALL_DAYS: readonly number[] = [0, 1, 2, 3, 4, 5, 6];
export const WEEKDAYS: readonly number[] = [1, 2, 3, 4, 5];

/** The expression of a pattern. */
export function writePattern(pattern: CronPattern): string {
  switch (pattern.every) {
    case 'hour':
      return `${pattern.minute} * * * *`;
    case 'month':
      return `${pattern.minute} ${pattern.hour} ${pattern.day} * *`;
    case 'day':
      return `${pattern.minute} ${pattern.hour} * * ${writeDays(pattern.days)}`;
  }
}

/** The pattern of an expression; null for one that only cron can say. */
export function readPattern(cron: string): CronPattern | null {
  const [minuteText = '', hourText = '', dayText = '', month, weekdays = '', ...more] = cron.trim().split(/\s+/);
  const minute = numberIn(minuteText, 0, 59);
  if (minute === null || month !== '*' || more.length > 0) return null;
  if (hourText === '*') return dayText === '*' && weekdays === '*' ? { every: 'hour', minute } : null;
  const hour = numberIn(hourText, 0, 23);
  if (hour === null) return null;
  if (dayText !== '*') {
    const day = numberIn(dayText, 1, 31);
    return day !== null && weekdays === '*' ? { every: 'month', day, hour, minute } : null;
  }
  const days = readDays(weekdays);
  return days && { every: 'day', hour, minute, days };
}

function numberIn(text: string, least: number, most: number): number | null {
  if (!/^\d{1,2}$/.test(text)) return null;
  const number = Number(text);
  return number >= least && number <= most ? number : null;
}

function writeDays(days: readonly number[]): string {
  if (ALL_DAYS.every((day) => days.includes(day))) return '*';
  if (days.length === WEEKDAYS.length && WEEKDAYS.every((day) => days.includes(day))) return '1-5';
  return [...days].sort((a, b) => a - b).join(',');
}

function readDays(text: string): readonly number[] | null {
  if (text === '*') return ALL_DAYS;
  const days = new Set<number>();
  for (const part of text.split(',')) {
    const [from, to = from, ...more] = part.split('-').map((one) => numberIn(one, 0, 7));
    if (from == null || to == null || from > to || more.length > 0) return null;
    for (let day = from; day <= to; day += 1) days.add(day % 7);
  }
  return [...days].sort((a, b) => a - b);
}
