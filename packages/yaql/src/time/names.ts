/** English names, as Python's C locale has them. */
export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** Monday first. */
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** The number of a name or its first three letters, from 1; undefined for anything else. */
export function indexOfName(names: readonly string[], text: string): number | undefined {
  const wanted = text.toLowerCase();
  const index = names.findIndex((name) => name.toLowerCase() === wanted || name.slice(0, 3).toLowerCase() === wanted);
  return index < 0 ? undefined : index + 1;
}
