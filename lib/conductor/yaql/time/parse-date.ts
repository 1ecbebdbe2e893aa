import { YaqlError } from '../errors';
import { YaqlDateTime } from './datetime';
import { indexOfName, MONTHS, WEEKDAYS } from './names';
import { readOffset } from './strptime';

/** What has been found so far; what is never found comes from today, at midnight. */
interface Found {
  year?: number;
  month?: number;
  day?: number;
  hour?: number;
  minute?: number;
  second?: number;
  microsecond?: number;
  afternoon?: boolean;
  offset?: number;
  zone?: string;
  /** numbers whose meaning hangs on the others, in order */
  loose: number[];
  digits: string[];
}

const CLOCK = /(?<=^|[T\s,])(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*([ap]\.?m\.?)?/i;
const COMPACT = /(?<=^|\D)(\d{4})(\d{2})(\d{2})(?:T?(\d{2})(\d{2})(\d{2})?)?(?=$|\D)/;
const ISO = /^(\d{4})-(\d{1,2})(?:-(\d{1,2}))?(?=$|[T\s])/;
const ZONE = /\s*(?:\b(?:UTC|GMT)(?![+-])|(?<=\d|\s)Z|(?:UTC|GMT)?([+-]\d{2}:?\d{0,2}))\s*(?:\([A-Z]+\))?$/;

/**
 * Reads a date the way dateutil's parser does, as far as its common forms go: ISO 8601, numbers apart by
 * `-`, `/`, `.` or blanks, names of months and weekdays, clocks with am and pm, zones as offsets. What is not
 * said is taken from `today`. A time without zone is UTC, as yaql has it. Throws ParserError.
 */
export function parseDate(text: string, today: YaqlDateTime): YaqlDateTime {
  const found: Found = { loose: [], digits: [] };
  let rest = text.trim();
  if (rest === '') throw refuse(text, 'it is empty');
  rest = take(rest, CLOCK, (match) => readClock(found, match, text));
  if (found.hour !== undefined || COMPACT.test(rest)) {
    rest = take(rest, ZONE, (match) => {
      found.offset = match[1] ? readOffset(match[1]) : 0;
    });
  }
  rest = take(rest, ISO, (match) => {
    found.year = Number(match[1]);
    found.month = Number(match[2]);
    if (match[3]) found.day = Number(match[3]);
  });
  if (found.year === undefined) rest = take(rest, COMPACT, (match) => readCompact(found, match));
  for (const word of rest.split(
    /(?<=\d)(?=[A-Za-z])|(?<=[A-Za-z])(?=\d)|[\s,/;-]+|\.(?!\d)|(?<!\d)\.|(?<=\d)\.(?=\d)/,
  )) {
    if (word) readWord(found, word, text);
  }
  settle(found, text);
  return build(found, today, text);
}

function take(text: string, pattern: RegExp, use: (match: RegExpExecArray) => void): string {
  const match = pattern.exec(text);
  if (!match) return text;
  use(match);
  return `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`.trim();
}

function readClock(found: Found, match: RegExpExecArray, text: string): void {
  const [, hour = '0', minute = '0', second, fraction, half] = match;
  found.hour = Number(hour);
  found.minute = Number(minute);
  found.second = Number(second ?? 0);
  found.microsecond = Number((fraction ?? '').padEnd(6, '0').slice(0, 6));
  if (half) setHalf(found, half, text);
}

function setHalf(found: Found, half: string, text: string): void {
  if (found.hour === undefined || found.hour > 12) throw refuse(text, 'am and pm go with an hour up to 12');
  found.afternoon = half.toLowerCase().startsWith('p');
  found.hour = (found.hour % 12) + (found.afternoon ? 12 : 0);
}

function readCompact(found: Found, match: RegExpExecArray): void {
  const [, year, month, day, hour, minute, second] = match;
  found.year = Number(year);
  found.month = Number(month);
  found.day = Number(day);
  if (hour === undefined) return;
  found.hour = Number(hour);
  found.minute = Number(minute);
  found.second = Number(second ?? 0);
}

function readWord(found: Found, word: string, text: string): void {
  if (/^\d+$/.test(word)) {
    found.loose.push(Number(word));
    found.digits.push(word);
    return;
  }
  const month = indexOfName(MONTHS, word) ?? (word.toLowerCase() === 'sept' ? 9 : undefined);
  if (month !== undefined && found.month === undefined) {
    found.month = month;
    return;
  }
  if (/^(?:am|pm)$/i.test(word) && found.hour === undefined && found.loose.length > 0) {
    found.hour = found.loose.pop() as number;
    found.digits.pop();
    setHalf(found, word, text);
    return;
  }
  const skipped = ['at', 'on', 'and', 'ad', 'm', 't', 'of', 'st', 'nd', 'rd', 'th'].includes(word.toLowerCase());
  const isWeekday = indexOfName(WEEKDAYS, word) !== undefined || /^(?:tues|thur|thurs|wednes)$/i.test(word);
  if (!skipped && !isWeekday && word !== 'Z' && word !== 'UTC') throw refuse(text, `'${word}' is no part of a date`);
}

/** Gives loose numbers their meaning: month first, unless a number can only be a year or a day. */
function settle(found: Found, text: string): void {
  const numbers = found.loose.map((value, at) => ({
    value,
    isYear: value > 31 || (found.digits[at] ?? '').length > 2,
  }));
  if (numbers.length > 3) throw refuse(text, 'it has too many numbers');
  const yearAt = numbers.findIndex(({ isYear }) => isYear);
  if (yearAt >= 0 && found.year === undefined) {
    found.year = fullYear(numbers[yearAt]?.value ?? 0, found.digits[yearAt] ?? '');
    numbers.splice(yearAt, 1);
  }
  const yearFirst = yearAt === 0;
  const [first, second, third] = numbers.map(({ value }) => value);
  if (first === undefined) return;
  if (found.month !== undefined) {
    found.day ??= first;
    if (second !== undefined && found.year === undefined) found.year = fullYear(second, String(second));
    return;
  }
  if (second === undefined) {
    if (found.year !== undefined) found.month = first;
    else found.day = first;
    return;
  }
  const dayFirst = first > 12 && !yearFirst;
  found.month = dayFirst ? second : first;
  found.day = dayFirst ? first : second;
  if (third !== undefined && found.year === undefined) found.year = fullYear(third, String(third));
}

function fullYear(value: number, digits: string): number {
  if (digits.length > 2 || value > 99) return value;
  return value < 70 ? 2000 + value : 1900 + value;
}

function build(found: Found, today: YaqlDateTime, text: string): YaqlDateTime {
  const standard = today.fields();
  const nothing = [found.year, found.month, found.day, found.hour].every((part) => part === undefined);
  if (nothing) throw refuse(text, 'it holds no date');
  const year = found.year ?? standard.year;
  const month = found.month ?? standard.month;
  if (month < 1 || month > 12) throw refuse(text, 'the month must be in 1..12');
  const daysOfMonth = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
  const day = found.day ?? Math.min(standard.day, daysOfMonth);
  try {
    const { hour = 0, minute = 0, second = 0, microsecond = 0 } = found;
    return YaqlDateTime.of({ year, month, day, hour, minute, second, microsecond }, found.offset ?? 0);
  } catch {
    throw refuse(text, 'there is no such day or time');
  }
}

function refuse(text: string, why: string): YaqlError {
  return new YaqlError('ParserError', `The text '${text}' cannot be read as a date: ${why}.`);
}
