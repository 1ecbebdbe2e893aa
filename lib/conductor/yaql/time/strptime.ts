import { YaqlError } from '../errors';
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
  afternoon: boolean | undefined;
  offset: number;
  zone: string | null;
  dayOfYear: number | undefined;
}

const NUMBERS: Readonly<Record<string, readonly [string, (read: Read, value: number) => void] | undefined>> = {
  Y: ['\\d{4}', (read, value) => (read.year = value)],
  y: ['\\d{2}', (read, value) => (read.year = value < 69 ? 2000 + value : 1900 + value)],
  m: ['1[0-2]|0[1-9]|[1-9]', (read, value) => (read.month = value)],
  d: ['3[01]|[12]\\d|0[1-9]|[1-9]| [1-9]', (read, value) => (read.day = value)],
  H: ['2[0-3]|[01]\\d|\\d', (read, value) => (read.hour = value)],
  I: ['1[0-2]|0[1-9]|[1-9]', (read, value) => (read.hour = value % 12)],
  M: ['[0-5]\\d|\\d', (read, value) => (read.minute = value)],
  S: ['6[01]|[0-5]\\d|\\d', (read, value) => (read.second = value)],
  j: [
    '36[0-6]|3[0-5]\\d|[12]\\d\\d|0[1-9]\\d|00[1-9]|[1-9]\\d|0[1-9]|[1-9]',
    (read, value) => (read.dayOfYear = value),
  ],
};

const SHORTHANDS: Readonly<Record<string, string | undefined>> = {
  c: '%a %b %d %H:%M:%S %Y',
  x: '%m/%d/%y',
  D: '%m/%d/%y',
  X: '%H:%M:%S',
  T: '%H:%M:%S',
  F: '%Y-%m-%d',
  R: '%H:%M',
};

/** Python's datetime.strptime; a time without zone is UTC, as yaql has it. Throws ValueError. */
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
    afternoon: undefined,
    offset: 0,
    zone: null,
    dayOfYear: undefined,
  };
  setters.forEach((set, at) => {
    set(read, match[at + 1] ?? '');
  });
  const hour = read.afternoon ? read.hour + 12 : read.hour;
  if (read.dayOfYear !== undefined) {
    const date = new Date(Date.UTC(read.year, 0, read.dayOfYear));
    read.month = date.getUTCMonth() + 1;
    read.day = date.getUTCDate();
  }
  return YaqlDateTime.of({ ...read, hour }, read.offset, read.zone);
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
    case 'h':
      return capture(short(MONTHS), (read, part) => (read.month = indexOfName(MONTHS, part) ?? 1));
    case 'A':
      return capture(WEEKDAYS.join('|'), () => undefined);
    case 'a':
      return capture(short(WEEKDAYS), () => undefined);
    case 'w':
    case 'u':
      return capture('[0-7]', () => undefined);
    case 'z':
      return capture('Z|[+-]\\d\\d:?[0-5]\\d(?::?[0-5]\\d)?', (read, part) => (read.offset = readOffset(part)));
    case 'Z':
      return capture('UTC|GMT', (read, part) => (read.zone = part.toUpperCase()));
    case '%':
      return '%';
    default:
      throw new YaqlError('ValueError', `%${letter} has no meaning in the format of a date.`);
  }
}

/** `+01:30` or `Z` in microseconds. */
export function readOffset(text: string): number {
  const match = /^([+-])(\d\d):?(\d\d)?(?::?(\d\d))?$/.exec(text);
  if (!match) return 0;
  const seconds = Number(match[2]) * 3600 + Number(match[3] ?? 0) * 60 + Number(match[4] ?? 0);
  return (match[1] === '-' ? -1 : 1) * seconds * 1_000_000;
}
