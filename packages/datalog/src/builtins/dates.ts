import { parseDate, YaqlDateTime, YaqlTimespan } from '@vetro/yaql';
import type { Value } from '../syntax/ast';
import { type Builtin, define } from './builtin';

const SECOND = 1_000_000;
/** seconds, minutes, hours, days, weeks: what the parts of "1:02:03" count, from the last */
const PARTS = [1, 60, 3600, 86_400, 604_800];
const EPOCH_1900 = wallClock({ year: 1900, month: 1, day: 1, hour: 0, minute: 0, second: 0, microsecond: 0 });

/** Dates are texts in almost any form, as dateutil reads them; zones are passed over. */
export const DATES: Record<string, Builtin> = {
  now: define('', 'now', (_, { now }) => now),
  unpack_date: unpack('year, month, day', ({ year, month, day }) => [year, month, day]),
  unpack_time: unpack('hours, minutes, seconds', ({ hour, minute, second }) => [hour, minute, second]),
  unpack_datetime: unpack('year, month, day, hours, minutes, seconds', (date) => [
    ...[date.year, date.month, date.day],
    ...[date.hour, date.minute, date.second],
  ]),
  pack_date: define('year, month, day', 'date', (parts) => parts.join('-')),
  pack_time: define('hours, minutes, seconds', 'time', (parts) => parts.join(':')),
  pack_datetime: define(
    'year, month, day, hours, minutes, seconds',
    'datetime',
    (parts) => `${parts.slice(0, 3).join('-')} ${parts.slice(3).join(':')}`,
  ),
  extract_date: define('datetime', 'date', ([x], { now }) => read(x, now).toText().slice(0, 10)),
  extract_time: define('datetime', 'time', ([x], { now }) => read(x, now).toText().slice(11)),
  datetime_to_seconds: define('datetime', 'seconds', ([x], { now }) =>
    BigInt(Math.trunc(read(x, now).minus(EPOCH_1900).microseconds / SECOND)),
  ),
  datetime_plus: define('datetime, span', 'later', ([x, y], { now }) => read(x, now).plus(span(y)).toText()),
  datetime_minus: define('datetime, span', 'earlier', ([x, y], { now }) => read(x, now).plus(span(y), -1).toText()),
  datetime_lt: comparison((order) => order < 0),
  datetime_lteq: comparison((order) => order <= 0),
  datetime_gt: comparison((order) => order > 0),
  datetime_gteq: comparison((order) => order >= 0),
  datetime_equal: comparison((order) => order === 0),
};

type Fields = ReturnType<YaqlDateTime['fields']>;

function unpack(outputs: string, parts: (fields: Fields) => number[]): Builtin {
  return define('datetime', outputs, ([x], { now }) => parts(read(x, now).fields()).map(BigInt));
}

function comparison(holds: (order: number) => boolean): Builtin {
  return define('x, y', '', ([x, y], { now }) => holds(read(x, now).compare(read(y, now))));
}

/** A date without a zone. Throws where the text is none. */
function read(value: Value | undefined, now: string): YaqlDateTime {
  if (typeof value !== 'string') throw new TypeError('a date is a text');
  const today = wallClock(parseDate(now, EPOCH_1900).fields());
  return wallClock(parseDate(value, today).fields());
}

function wallClock(fields: Fields): YaqlDateTime {
  return YaqlDateTime.of(fields, 0, '');
}

/** Seconds as a number, or `[[[weeks:]days:]hours:]minutes:seconds`. Throws where it is neither. */
function span(value: Value | undefined): YaqlTimespan {
  if (typeof value !== 'string') return new YaqlTimespan(Number(value) * SECOND);
  const parts = value.split(':').reverse();
  if (parts.length > PARTS.length || !parts.every((part) => /^\s*[+-]?\d+\s*$/.test(part)))
    throw new TypeError('no length of time');
  return new YaqlTimespan(parts.reduce((sum, part, at) => sum + Number(part) * (PARTS[at] as number), 0) * SECOND);
}
