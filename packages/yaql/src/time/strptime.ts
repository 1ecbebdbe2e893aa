import { YaqlError } from '../errors';
import { dateOf, dayNumber, isoWeek } from './calendar';
import { YaqlDateTime } from './datetime';
import { indexOfName, MONTHS, WEEKDAYS } from './names';

interface Read {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  microsecond: number;
  /** of the clock of twelve hours; without one AM and PM say nothing */
  twelfth: number | undefined;
  afternoon: boolean;
  offset: number;
  zone: string | null;
  dayOfYear: number | undefined;
  /** from 0, Monday */
  weekday: number | undefined;
  week: Week | undefined;
  isoYear: number | undefined;
  yearIsGiven: boolean;
}

/** A week of a year and the rule by which it is counted: from Sunday, from Monday, or as ISO 8601 has it. */
interface Week {
  readonly rule: 'U' | 'W' | 'V';
  readonly number: number;
}

const NUMBERS: Readonly<Record<string, readonly [string, (read: Read, value: number) => void] | undefined>> = {
  Y: ['\\d{4}', setYear],
  y: ['\\d{2}', (read, value) => setYear(read, value < 69 ? 2000 + value : 1900 + value)],
  G: ['\\d{4}', (read, value) => (read.isoYear = value)],
  m: ['1[0-2]|0[1-9]|[1-9]', (read, value) => (read.month = value)],
  d: ['3[01]|[12]\\d|0[1-9]|[1-9]| [1-9]', (read, value) => (read.day = value)],
  H: ['2[0-3]|[01]\\d|\\d', (read, value) => (read.hour = value)],
  I: ['1[0-2]|0[1-9]|[1-9]', (read, value) => (read.twelfth = value)],
  M: ['[0-5]\\d|\\d', (read, value) => (read.minute = value)],
  S: ['6[01]|[0-5]\\d|\\d', (read, value) => (read.second = value)],
  j: [
    '36[0-6]|3[0-5]\\d|[12]\\d\\d|0[1-9]\\d|00[1-9]|[1-9]\\d|0[1-9]|[1-9]',
    (read, value) => (read.dayOfYear = value),
  ],
  U: ['5[0-3]|[0-4]\\d|\\d', (read, number) => (read.week = { rule: 'U', number })],
  W: ['5[0-3]|[0-4]\\d|\\d', (read, number) => (read.week = { rule: 'W', number })],
  V: ['5[0-3]|0[1-9]|[1-4]\\d|\\d', (read, number) => (read.week = { rule: 'V', number })],
  u: ['[1-7]', (read, value) => (read.weekday = value - 1)],
  w: ['[0-6]', (read, value) => (read.weekday = (value + 6) % 7)],
};

const SHORTHANDS: Readonly<Record<string, string | undefined>> = {
  c: '%a %b %d %H:%M:%S %Y',
  x: '%m/%d/%y',
  X: '%H:%M:%S',
};

/**
 * Python's datetime.strptime; a time without zone is UTC, as yaql has it.
 *
 * @throws ValueError
 */
export function strptime(text: string, format: string): YaqlDateTime {
  const setters: ((read: Read, part: string) => void)[] = [];
  const pattern = patternOf(format, setters);
  const match = new RegExp(`^${pattern}$`, 'iu').exec(text);
  if (!match) throw new YaqlError('ValueError', `The text '${text}' is no date of the format '${format}'.`);
  const read: Read = {
    year: 1900,
    month: 1,
    day: 1,
    hour: 0,
    minute: 0,
    second: 0,
    microsecond: 0,
    twelfth: undefined,
    afternoon: false,
    offset: 0,
    zone: null,
    dayOfYear: undefined,
    weekday: undefined,
    week: undefined,
    isoYear: undefined,
    yearIsGiven: false,
  };
  setters.forEach((set, at) => {
    set(read, match[at + 1] ?? '');
  });
  if (read.twelfth !== undefined) read.hour = (read.twelfth % 12) + (read.afternoon ? 12 : 0);
  return YaqlDateTime.of({ ...read, ...dayOf(read, text) }, read.offset, read.zone);
}

function setYear(read: Read, year: number): void {
  read.year = year;
  read.yearIsGiven = true;
}

/** The day that a day of the year or a weekday in a week means; a weekday alone means nothing. */
function dayOf(read: Read, text: string): { year: number; month: number; day: number } {
  const { year, month, day, dayOfYear, week, weekday, isoYear } = read;
  if ((isoYear !== undefined && dayOfYear !== undefined) || (isoYear === undefined) !== (week?.rule !== 'V')) {
    throw new YaqlError('ValueError', `'${text}': %G and %V need each other, and a weekday.`);
  }
  if (isoYear !== undefined) return fromIsoWeek(isoYear, week as Week, weekday, text);
  if (dayOfYear !== undefined) return dateOf(dayNumber(year, 1, 1) + dayOfYear - 1);
  if (week && weekday !== undefined) return dateOf(dayNumber(year, 1, 1) + daysToWeekday(year, week, weekday));
  return { year, month, day };
}

function fromIsoWeek(year: number, { number }: Week, weekday: number | undefined, text: string) {
  const fourth = dayNumber(year, 1, 4);
  const monday = fourth - weekdayOf(fourth);
  const lastWeek = isoWeek(
    { ...dateOf(dayNumber(year, 12, 28)), ...MIDNIGHT },
    weekdayOf(dayNumber(year, 12, 28)),
  ).week;
  if (weekday === undefined || number < 1 || number > lastWeek || year < 1) {
    throw new YaqlError('ValueError', `The text '${text}' is no weekday of a week that the year ${year} has.`);
  }
  return dateOf(monday + (number - 1) * 7 + weekday);
}

/** Days from New Year to a weekday of a week; those before the first full week are in week 0. */
function daysToWeekday(year: number, { rule, number }: Week, weekday: number): number {
  const shift = rule === 'U' ? 1 : 0;
  const first = (weekdayOf(dayNumber(year, 1, 1)) + shift) % 7;
  const wanted = (weekday + shift) % 7;
  if (number === 0) return wanted - first;
  return ((7 - first) % 7) + 7 * (number - 1) + wanted;
}

const MIDNIGHT = { hour: 0, minute: 0, second: 0, microsecond: 0 };

/** 0 is Monday; 1970-01-01 was a Thursday. */
function weekdayOf(days: number): number {
  return (((days + 3) % 7) + 7) % 7;
}

function patternOf(format: string, setters: ((read: Read, part: string) => void)[]): string {
  return format.replace(/%(.)|(\s+)|([\^$.*+?()[\]{}|\\/])|([^%])|%$/gsu, (_whole, letter, blank, special, other) => {
    if (letter !== undefined) return directive(letter as string, setters);
    if (blank !== undefined) return '\\s+';
    if (special !== undefined) return `\\${special as string}`;
    if (other !== undefined) return other as string;
    throw new YaqlError('ValueError', 'The format of a date ends with %.');
  });
}

function directive(letter: string, setters: ((read: Read, part: string) => void)[]): string {
  const capture = (pattern: string, set: (read: Read, part: string) => void) => {
    setters.push(set);
    return `(${pattern})`;
  };
  const number = NUMBERS[letter];
  if (number) return capture(number[0], (read, part) => number[1](read, Number(part)));
  const shorthand = SHORTHANDS[letter];
  if (shorthand) return patternOf(shorthand, setters);
  const short = (names: readonly string[]) => names.map((name) => name.slice(0, 3)).join('|');
  switch (letter) {
    case 'f':
      return capture('\\d{1,6}', (read, part) => (read.microsecond = Number(part.padEnd(6, '0'))));
    case 'p':
      return capture('AM|PM', (read, part) => (read.afternoon = part.toUpperCase() === 'PM'));
    case 'B':
      return capture(MONTHS.join('|'), (read, part) => (read.month = indexOfName(MONTHS, part) ?? 1));
    case 'b':
      return capture(short(MONTHS), (read, part) => (read.month = indexOfName(MONTHS, part) ?? 1));
    case 'A':
      return capture(WEEKDAYS.join('|'), (read, part) => (read.weekday = (indexOfName(WEEKDAYS, part) ?? 1) - 1));
    case 'a':
      return capture(short(WEEKDAYS), (read, part) => (read.weekday = (indexOfName(WEEKDAYS, part) ?? 1) - 1));
    case 'z':
      return capture(
        'Z|[+-]\\d\\d:?[0-5]\\d(?::?[0-5]\\d(?:\\.\\d{1,6})?)?',
        (read, part) => (read.offset = readOffset(part)),
      );
    case 'Z':
      return capture('UTC|GMT', (read, part) => (read.zone = part.toUpperCase()));
    case '%':
      return '%';
    default:
      throw new YaqlError('ValueError', `%${letter} has no meaning in the format of a date.`);
  }
}

/** `+01:30` or `Z` in microseconds. */
function readOffset(text: string): number {
  const match = /^([+-])(\d\d):?(\d\d)(?::?(\d\d)(?:\.(\d+))?)?$/.exec(text);
  if (!match) return 0;
  const [, sign, hours, minutes, seconds = '0', fraction = ''] = match;
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return (sign === '-' ? -1 : 1) * (whole * 1_000_000 + Number(fraction.padEnd(6, '0')));
}
