import type { DateFields } from './datetime';

/** The day of the year, from 1. */
export function dayOfYear({ year, month, day }: DateFields): number {
  return Math.round(dayNumber(year, month, day) - dayNumber(year, 1, 1) + 1);
}

/** Days since 1970-01-01. */
export function dayNumber(year: number, month: number, day: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return Math.floor(date.getTime() / 86_400_000);
}

/** The date of a day counted from 1970-01-01. */
export function dateOf(days: number): { year: number; month: number; day: number } {
  const date = new Date(days * 86_400_000);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** The year and week of ISO 8601, and the day from 1 (Monday). */
export function isoWeek(fields: DateFields, weekday: number): { year: number; week: number } {
  const thursday = new Date((dayNumber(fields.year, fields.month, fields.day) - weekday + 3) * 86_400_000);
  const year = thursday.getUTCFullYear();
  const week = Math.floor((thursday.getTime() / 86_400_000 - dayNumber(year, 1, 1)) / 7) + 1;
  return { year, week };
}
