import type { Context, FunctionDefinition } from '../engine/context';
import { define } from '../engine/functions';
import { YaqlError } from '../errors';
import { toFloat, toInt } from '../primitives/float';
import { YaqlDateTime } from '../time/datetime';
import { parseDate } from '../time/parse-date';
import { strftime } from '../time/strftime';
import { strptime } from '../time/strptime';
import { YaqlTimespan } from '../time/timespan';
import { toDouble, type YaqlNumber } from '../values/arithmetic';

type Int = number | bigint;
const DAY = 86_400_000_000;
const HOUR = 3_600_000_000;
/** The first second of the year 1 and of the year 10000. */
const FIRST_SECOND = -62_135_596_800;
const LAST_SECOND = 253_402_300_800;

const property = (name: string, type: 'datetime' | 'timespan', read: (value: never) => unknown): FunctionDefinition =>
  define(`#property#${name}`, 'function', `obj:${type}`, (_context, value: unknown) => read(value as never));
const ofSpan = (name: string, unit: number) =>
  property(name, 'timespan', ({ microseconds }: YaqlTimespan) => toFloat(microseconds / unit));
const ofDate = (name: string, read: (value: YaqlDateTime) => unknown) => property(name, 'datetime', read);
const compareDates = (sign: string, holds: (order: number) => boolean): FunctionDefinition =>
  define(`#operator_${sign}`, 'function', 'dt1:datetime, dt2:datetime', (_context, a: YaqlDateTime, b: YaqlDateTime) =>
    holds(a.compare(b)),
  );
const compareSpans = (sign: string, holds: (order: number) => boolean): FunctionDefinition =>
  define(`#operator_${sign}`, 'function', 'ts1:timespan, ts2:timespan', (_context, a: YaqlTimespan, b: YaqlTimespan) =>
    holds(a.microseconds - b.microseconds),
  );
const SIGNS = [
  ['>', (order: number) => order > 0],
  ['>=', (order: number) => order >= 0],
  ['<', (order: number) => order < 0],
  ['<=', (order: number) => order <= 0],
] as const;
const times = (span: YaqlTimespan, factor: YaqlNumber) => new YaqlTimespan(span.microseconds * toDouble(factor));

/** yaql.standard_library.date_time: moments with an offset, timespans, to the microsecond. */
export const DATE_TIME: readonly FunctionDefinition[] = [
  define(
    'datetime',
    'function',
    'year:int, month:int, day:int, hour:int=0, minute:int=0, second:int=0, microsecond:int=0, offset:timespan=none',
    (
      _context,
      year: Int,
      month: Int,
      day: Int,
      hour: Int,
      minute: Int,
      second: Int,
      microsecond: Int,
      offset?: YaqlTimespan,
    ) =>
      YaqlDateTime.of(
        {
          year: field(year),
          month: field(month),
          day: field(day),
          hour: field(hour),
          minute: field(minute),
          second: field(second),
          microsecond: field(microsecond),
        },
        offsetOf(offset),
      ),
  ),
  define(
    'datetime',
    'function',
    'timestamp:number, offset:timespan=none',
    (_context, timestamp: YaqlNumber, offset?: YaqlTimespan) => fromTimestamp(toDouble(timestamp), offsetOf(offset)),
  ),
  define('datetime', 'function', 'string:text, format:text?=null', (context, text: string, format: string | null) =>
    format ? strptime(text, format) : parseDate(text, now(context, 0)),
  ),
  define(
    'timespan',
    'function',
    'days:int=0, hours:int=0, minutes:int=0, seconds:integer=0, milliseconds:integer=0, microseconds:integer=0',
    (_context, days: Int, hours: Int, minutes: Int, seconds: Int, milliseconds: Int, microseconds: Int) =>
      new YaqlTimespan(
        Number(days) * DAY +
          Number(hours) * HOUR +
          Number(minutes) * 60_000_000 +
          Number(seconds) * 1_000_000 +
          Number(milliseconds) * 1000 +
          Number(microseconds),
      ),
  ),
  property('microseconds', 'timespan', ({ microseconds }: YaqlTimespan) => toInt(BigInt(microseconds))),
  ofSpan('milliseconds', 1000),
  ofSpan('seconds', 1_000_000),
  ofSpan('minutes', 60_000_000),
  ofSpan('hours', HOUR),
  ofSpan('days', DAY),
  define('now', 'function', 'offset:timespan=none', (context, offset?: YaqlTimespan) => now(context, offsetOf(offset))),
  define('localtz', 'function', '', (context) => new YaqlTimespan(context.runtime?.localOffset() ?? 0)),
  define('utctz', 'function', '', () => new YaqlTimespan(0)),
  define('#operator_+', 'function', 'dt:datetime, ts:timespan', (_context, date: YaqlDateTime, span: YaqlTimespan) =>
    date.plus(span),
  ),
  define('#operator_+', 'function', 'ts:timespan, dt:datetime', (_context, span: YaqlTimespan, date: YaqlDateTime) =>
    date.plus(span),
  ),
  define('#operator_-', 'function', 'dt:datetime, ts:timespan', (_context, date: YaqlDateTime, span: YaqlTimespan) =>
    date.plus(span, -1),
  ),
  define('#operator_-', 'function', 'dt1:datetime, dt2:datetime', (_context, a: YaqlDateTime, b: YaqlDateTime) =>
    a.minus(b),
  ),
  define(
    '#operator_+',
    'function',
    'ts1:timespan, ts2:timespan',
    (_context, a: YaqlTimespan, b: YaqlTimespan) => new YaqlTimespan(a.microseconds + b.microseconds),
  ),
  define(
    '#operator_-',
    'function',
    'ts1:timespan, ts2:timespan',
    (_context, a: YaqlTimespan, b: YaqlTimespan) => new YaqlTimespan(a.microseconds - b.microseconds),
  ),
  ...SIGNS.flatMap(([sign, holds]) => [compareDates(sign, holds), compareSpans(sign, holds)]),
  define('#operator_*', 'function', 'ts:timespan, n:number', (_context, span: YaqlTimespan, factor: YaqlNumber) =>
    times(span, factor),
  ),
  define('#operator_*', 'function', 'n:number, ts:timespan', (_context, factor: YaqlNumber, span: YaqlTimespan) =>
    times(span, factor),
  ),
  define('#operator_/', 'function', 'ts1:timespan, ts2:timespan', (_context, a: YaqlTimespan, b: YaqlTimespan) =>
    toFloat(divided(a.microseconds, b.microseconds)),
  ),
  define(
    '#operator_/',
    'function',
    'ts:timespan, n:number',
    (_context, span: YaqlTimespan, by: YaqlNumber) => new YaqlTimespan(divided(span.microseconds, toDouble(by))),
  ),
  define(
    '#unary_operator_-',
    'function',
    'ts:timespan',
    (_context, span: YaqlTimespan) => new YaqlTimespan(-span.microseconds),
  ),
  define('#unary_operator_+', 'function', 'ts:timespan', (_context, span: YaqlTimespan) => span),
  ofDate('year', (date) => date.fields().year),
  ofDate('month', (date) => date.fields().month),
  ofDate('day', (date) => date.fields().day),
  ofDate('hour', (date) => date.fields().hour),
  ofDate('minute', (date) => date.fields().minute),
  ofDate('second', (date) => date.fields().second),
  ofDate('microsecond', (date) => date.fields().microsecond),
  ofDate('date', midnight),
  ofDate('time', (date) => date.minus(midnight(date))),
  ofDate('weekday', (date) => date.weekday()),
  ofDate('utc', (date) => date.plus(new YaqlTimespan(date.offset), -1)),
  ofDate('offset', (date) => new YaqlTimespan(date.offset)),
  ofDate('timestamp', (date) => {
    // The original takes the offset off the wall clock and keeps the zone.
    const { milliseconds, micros } = date.plus(new YaqlTimespan(date.offset), -1).instant();
    return toFloat((milliseconds * 1000 + micros) / 1_000_000);
  }),
  define(
    'replace',
    'method',
    'dt:datetime, year:int?=null, month:int?=null, day:int?=null, hour:int?=null, minute:int?=null, second:int?=null, microsecond:int?=null, offset:timespan?=null',
    replace,
  ),
  define('format', 'method', 'dt:datetime, format:text', (_context, date: YaqlDateTime, format: string) =>
    strftime(date, format),
  ),
  define('isDatetime', 'function', 'value:any', (_context, value: unknown) => value instanceof YaqlDateTime),
  define('isTimespan', 'function', 'value:any', (_context, value: unknown) => value instanceof YaqlTimespan),
];

/** A part of a date, which Python reads into a C int. */
function field(value: Int): number {
  if (value > 0x7fffffff || value < -0x80000000) {
    throw new YaqlError('OverflowError', `${value} is too large for a part of a date.`);
  }
  return Number(value);
}

function offsetOf(span: YaqlTimespan | undefined): number {
  const offset = span?.microseconds ?? 0;
  if (Math.abs(offset) >= DAY) throw new YaqlError('ValueError', 'The offset of a zone is less than a day.');
  return offset;
}

function now(context: Context, offset: number): YaqlDateTime {
  const milliseconds = context.runtime?.now() ?? 0;
  return YaqlDateTime.at(Math.floor(milliseconds), Math.round((milliseconds % 1) * 1000), offset);
}

function fromTimestamp(seconds: number, offset: number): YaqlDateTime {
  if (Math.abs(seconds) >= 2 ** 63) throw new YaqlError('OverflowError', 'The timestamp is too large.');
  if (!(seconds >= FIRST_SECOND && seconds < LAST_SECOND)) {
    throw new YaqlError('ValueError', 'The timestamp is outside the years 1 to 9999.');
  }
  const micros = new YaqlTimespan((seconds % 1) * 1_000_000).microseconds;
  return YaqlDateTime.at(Math.trunc(seconds) * 1000, micros, offset);
}

function midnight(date: YaqlDateTime): YaqlDateTime {
  const { year, month, day } = date.fields();
  return YaqlDateTime.of({ year, month, day, hour: 0, minute: 0, second: 0, microsecond: 0 }, date.offset, date.zone);
}

function divided(a: number, b: number): number {
  if (b === 0) throw new YaqlError('ZeroDivisionError', 'A timespan cannot be divided by zero.');
  return a / b;
}

function replace(
  _context: Context,
  date: YaqlDateTime,
  year: Int | null,
  month: Int | null,
  day: Int | null,
  hour: Int | null,
  minute: Int | null,
  second: Int | null,
  microsecond: Int | null,
  offset: YaqlTimespan | null,
): YaqlDateTime {
  const old = date.fields();
  const pick = (fresh: Int | null, kept: number) => (fresh === null ? kept : field(fresh));
  return YaqlDateTime.of(
    {
      year: pick(year, old.year),
      month: pick(month, old.month),
      day: pick(day, old.day),
      hour: pick(hour, old.hour),
      minute: pick(minute, old.minute),
      second: pick(second, old.second),
      microsecond: pick(microsecond, old.microsecond),
    },
    offset ? offsetOf(offset) : date.offset,
    offset ? null : date.zone,
  );
}
