/** How long an exception lasts when nobody says otherwise, in days. */
export const DEFAULT_DAYS = 14;

const two = (value: number) => String(value).padStart(2, '0');

/** A day from today on, as a field for days has it: `2026-11-23`. */
export function inDays(days: number, today = new Date()): string {
  const day = new Date(today.getFullYear(), today.getMonth(), today.getDate() + days);
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** The last moment of a day where one is, as an instant; null for what is no day. */
export function endOfDay(day: string): string | null {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  if (date === undefined) return null;
  const end = new Date(Number(year), Number(month) - 1, Number(date), 23, 59, 59);
  return end.getDate() === Number(date) ? end.toISOString() : null;
}
