import { YaqlError } from '../errors';
import { dateTokens } from './date-tokens';
import { YaqlDateTime } from './datetime';
import { DayParts, daysOfMonth } from './day-parts';
import { indexOfName, MONTHS, WEEKDAYS } from './names';
import { YaqlTimespan } from './timespan';

const SECOND = 1_000_000;
const DAY = 86_400 * SECOND;
const PASSED_OVER = new Set([
  ...[' ', '.', ',', ';', '-', '/', "'"],
  ...['at', 'on', 'and', 'ad', 'm', 't', 'of', 'st', 'nd', 'rd', 'th'],
]);
const UNITS: ReadonlyMap<string, number> = new Map(
  [
    ['h', 'hour', 'hours'],
    ['m', 'minute', 'minutes'],
    ['s', 'second', 'seconds'],
  ].flatMap((names, unit) => names.map((name): [string, number] => [name, unit])),
);
const HALVES: ReadonlyMap<string, number> = new Map([
  ['am', 0],
  ['a', 0],
  ['pm', 1],
  ['p', 1],
]);
const UTC_NAMES = new Set(['UTC', 'GMT', 'Z', 'z']);

const lower = (token: string | undefined) => token?.toLowerCase() ?? '';
const isPassedOver = (token: string | undefined) => PASSED_OVER.has(lower(token));
const unitOf = (token: string | undefined) => UNITS.get(lower(token));
const halfOf = (token: string | undefined) => HALVES.get(lower(token));
const isDigits = (token: string | undefined) => token !== undefined && /^\d+$/.test(token);
const monthOf = (token: string | undefined) =>
  lower(token) === 'sept' ? 9 : token === undefined ? undefined : indexOfName(MONTHS, token);

/**
 * Reads a date in almost any English or numeric form, as dateutil's parser does: words and numbers from left to
 * right, each by what stands around it. What is not said is taken from `today`, at midnight; a weekday without a
 * day is the next one. A time without zone is UTC, as yaql has it. Throws ParserError.
 */
export function parseDate(text: string, today: YaqlDateTime): YaqlDateTime {
  return new DateReader(text, today).read();
}

class DateReader {
  private readonly tokens: string[];
  private at = 0;
  private readonly parts = new DayParts();
  private weekday: number | undefined;
  private hour: number | undefined;
  private minute: number | undefined;
  private second: number | undefined;
  private microsecond: number | undefined;
  private zone: string | undefined;
  /** seconds ahead of UTC */
  private offset: number | undefined;

  constructor(
    private readonly text: string,
    private readonly today: YaqlDateTime,
  ) {
    this.tokens = dateTokens(text);
  }

  read(): YaqlDateTime {
    for (; this.at < this.tokens.length; this.at++) this.readToken(this.token(this.at));
    return this.build();
  }

  private readToken(token: string): void {
    const weekday = indexOfName(WEEKDAYS, token);
    const month = monthOf(token);
    const half = halfOf(token);
    if (/^\d/.test(token)) this.readNumber(token);
    else if (weekday !== undefined) this.weekday = weekday - 1;
    else if (month !== undefined) this.readMonth(month);
    else if (half !== undefined) {
      if (this.hour === undefined || this.hour > 12) throw this.refuse('am and pm go with an hour up to 12');
      this.hour = adjusted(this.hour, half);
    } else if (this.couldBeZone(token)) this.readZone(token);
    else if (this.hour !== undefined && (token === '+' || token === '-')) this.readOffset(token);
    else if (!isPassedOver(token)) throw this.refuse(`'${token}' is no part of a date`);
  }

  /** `Jan-2-2015`, `Jan/15`, `Jan of 15`, or the month alone. */
  private readMonth(month: number): void {
    this.add(this.parts.addValue(month, 'month'));
    const separator = this.tokens[this.at + 1];
    if (separator === '-' || separator === '/') {
      this.addText(this.token(this.at + 2));
      if (this.tokens[this.at + 3] === separator) {
        this.addText(this.token(this.at + 4));
        this.at += 2;
      }
      this.at += 2;
      return;
    }
    const [blank, of, after, year] = this.tokens.slice(this.at + 1, this.at + 5);
    if (year === undefined || blank !== ' ' || after !== ' ' || lower(of) !== 'of') return;
    if (isDigits(year)) this.add(this.parts.addText(String(this.fullYear(Number(year), false)), 'year'));
    this.at += 4;
  }

  private readNumber(token: string): void {
    const { length } = token;
    const next = this.tokens[this.at + 1];
    const unit = this.unitBeside();
    if (
      this.parts.length === 3 &&
      (length === 2 || length === 4) &&
      this.hour === undefined &&
      next !== ':' &&
      unitOf(next) === undefined
    ) {
      this.hour = this.whole(token.slice(0, 2));
      if (length === 4) this.minute = this.whole(token.slice(2));
    } else if (length === 6 || token.indexOf('.') === 6) this.readSixDigits(token);
    else if (length === 8 || length === 12 || length === 14) this.readCompact(token);
    else if (unit) {
      if (unit.at > this.at) this.at = unit.at;
      this.assign(token, unit.unit);
    } else if (next === ':' && this.tokens[this.at + 2] !== undefined) this.readClock(token);
    else if (next === '-' || next === '/' || next === '.') this.readSeparated(token, next);
    else if (next === undefined || isPassedOver(next)) {
      const half = halfOf(this.tokens[this.at + 2]);
      if (half === undefined) this.add(this.parts.addValue(Number(token)));
      else {
        this.hour = adjusted(Math.trunc(Number(token)), half);
        this.at++;
      }
      this.at++;
    } else if (halfOf(next) !== undefined && Number(token) < 24) {
      this.hour = adjusted(Math.trunc(Number(token)), halfOf(next) as number);
      this.at++;
    } else if (this.parts.couldBeDay(Number(token))) this.add(this.parts.addValue(Number(token)));
    else throw this.refuse(`'${token}' is no part of a date`);
  }

  /** `150102` while there is no day yet, then `030405.678`. */
  private readSixDigits(token: string): void {
    if (this.parts.length === 0 && !token.includes('.')) {
      for (const at of [0, 2, 4]) this.addText(token.slice(at, at + 2));
      return;
    }
    this.hour = this.whole(token.slice(0, 2));
    this.minute = this.whole(token.slice(2, 4));
    this.readSeconds(token.slice(4));
  }

  /** `20150102`, with hours and minutes, with seconds. */
  private readCompact(token: string): void {
    this.add(this.parts.addText(this.digits(token.slice(0, 4)), 'year'));
    this.addText(token.slice(4, 6));
    this.addText(token.slice(6, 8));
    if (token.length > 8) {
      this.hour = this.whole(token.slice(8, 10));
      this.minute = this.whole(token.slice(10, 12));
    }
    if (token.length > 12) this.second = this.whole(token.slice(12));
  }

  /** `h`, `m` or `s` after the number or before it; one before counts as the next smaller unit. */
  private unitBeside(): { unit: number; at: number } | undefined {
    const { at, tokens } = this;
    const found = [at + 1, ...(tokens[at + 1] === ' ' ? [at + 2] : [])].find(
      (place) => unitOf(tokens[place]) !== undefined,
    );
    if (found !== undefined) return { unit: unitOf(tokens[found]) as number, at: found };
    const atEnd = at > 1 && at === tokens.length - 1 && tokens[at - 1] === ' ';
    const before = unitOf(tokens[at - 1]) ?? (atEnd ? unitOf(tokens[at - 2]) : undefined);
    return before === undefined ? undefined : { unit: before + 1, at: at - 1 };
  }

  private assign(token: string, unit: number): void {
    if (unit === 0) {
      this.hour = Math.trunc(Number(token));
      this.minute = sixtieths(token) ?? this.minute;
    } else if (unit === 1) this.readMinutes(token);
    else if (unit === 2) this.readSeconds(token);
  }

  private readClock(token: string): void {
    this.hour = Math.trunc(Number(token));
    const minutes = this.token(this.at + 2);
    if (!/^\d/.test(minutes)) throw this.refuse(`'${minutes}' is no number of minutes`);
    this.readMinutes(minutes);
    if (this.tokens[this.at + 3] === ':' && this.tokens[this.at + 4] !== undefined) {
      this.readSeconds(this.token(this.at + 4));
      this.at += 2;
    }
    this.at += 2;
  }

  private readMinutes(token: string): void {
    this.minute = Math.trunc(Number(token));
    this.second = sixtieths(token);
  }

  private readSeconds(token: string): void {
    const [whole = '', fraction, ...more] = token.split('.');
    if (more.length > 0) throw this.refuse(`'${token}' is no number of seconds`);
    this.second = this.whole(whole);
    this.microsecond = fraction === undefined ? 0 : this.whole(fraction.padEnd(6, '0').slice(0, 6));
  }

  /** `1/2/2015`, `1-Feb-2015`, `1.2`. */
  private readSeparated(token: string, separator: string): void {
    this.addText(token);
    const second = this.tokens[this.at + 2];
    if (second !== undefined && !isPassedOver(second)) {
      this.addDayOrMonth(second);
      if (this.tokens[this.at + 3] === separator) {
        this.addDayOrMonth(this.token(this.at + 4));
        this.at += 2;
      }
      this.at++;
    }
    this.at++;
  }

  private addDayOrMonth(token: string): void {
    const month = monthOf(token);
    if (month === undefined) this.addText(token);
    else this.add(this.parts.addValue(month, 'month'));
  }

  private couldBeZone(token: string): boolean {
    return (
      this.hour !== undefined &&
      this.zone === undefined &&
      this.offset === undefined &&
      (/^[A-Z]{1,5}$/.test(token) || token === 'z')
    );
  }

  /** `UTC`, `EST`, or `GMT+3`, which means that this time and three hours more are GMT's. */
  private readZone(token: string): void {
    this.zone = token;
    const sign = this.tokens[this.at + 1];
    if (token === 'z') this.offset = 0;
    if (sign !== '+' && sign !== '-') return;
    this.tokens[this.at + 1] = sign === '+' ? '-' : '+';
    this.offset = undefined;
    if (UTC_NAMES.has(token)) this.zone = undefined;
  }

  /** `+0200`, `+02:00`, `+2`, and a name of the zone in brackets behind it. */
  private readOffset(sign: string): void {
    const digits = this.digits(this.token(this.at + 1));
    let minutes = 0;
    let hours = this.whole(digits.slice(0, 2));
    if (digits.length === 4) minutes = this.whole(digits.slice(2));
    else if (this.tokens[this.at + 2] === ':') {
      hours = this.whole(digits);
      minutes = this.whole(this.token(this.at + 3));
      this.at += 2;
    } else if (digits.length > 2) throw this.refuse(`'${sign}${digits}' is no offset of a zone`);
    this.offset = (sign === '+' ? 1 : -1) * (hours * 3600 + minutes * 60);
    const [blank, open, name, close] = this.tokens.slice(this.at + 2, this.at + 6);
    if (
      isPassedOver(blank) &&
      open === '(' &&
      close === ')' &&
      /^[A-Z]{3,5}$/.test(name ?? '') &&
      this.zone === undefined
    ) {
      this.zone = name;
      this.at += 4;
    }
    this.at++;
  }

  private build(): YaqlDateTime {
    const found = this.parts.resolve();
    if (!found) throw this.refuse('it has more than three numbers for a day');
    const said = [found.year, found.month, found.day, this.weekday, this.hour, this.minute, this.second];
    if ([...said, this.zone, this.offset].every((part) => part === undefined)) throw this.refuse('it holds no date');
    const standard = this.today.fields();
    const year = found.year === undefined ? standard.year : this.fullYear(found.year, this.parts.hasCentury);
    const month = found.month ?? standard.month;
    if (month < 1 || month > 12) throw this.refuse('the month must be in 1..12');
    const day = found.day ?? Math.min(standard.day, daysOfMonth(year, month));
    const { hour = 0, minute = 0, second = 0, microsecond = 0 } = this;
    if (Math.max(year, day, hour, minute, second) > 0x7fffffff) {
      throw new YaqlError('OverflowError', `The text '${this.text}' holds too large a number for a date.`);
    }
    const made = this.existing({ year, month, day, hour, minute, second, microsecond });
    if (this.weekday === undefined || found.day) return made;
    return made.plus(new YaqlTimespan(((7 - made.weekday() + this.weekday) % 7) * DAY));
  }

  private existing(fields: Parameters<typeof YaqlDateTime.of>[0]): YaqlDateTime {
    const isUtc = this.zone === undefined ? !this.offset : UTC_NAMES.has(this.zone);
    const offset = isUtc ? 0 : (this.offset ?? 0) * SECOND;
    if (Math.abs(offset) >= DAY) throw new YaqlError('ValueError', 'The offset of a zone is less than a day.');
    try {
      return YaqlDateTime.of(fields, offset, offset === 0 ? null : (this.zone ?? null));
    } catch {
      throw this.refuse('there is no such day or time');
    }
  }

  /** Two digits are the year nearest to today's that ends so. */
  private fullYear(year: number, hasCentury: boolean): number {
    if (year >= 100 || hasCentury) return year;
    const now = this.today.fields().year;
    const guessed = now - (now % 100) + year;
    if (guessed >= now + 50) return guessed - 100;
    return guessed < now - 50 ? guessed + 100 : guessed;
  }

  private token(at: number): string {
    const token = this.tokens[at];
    if (token === undefined) throw this.refuse('it ends where a number is missing');
    return token;
  }

  private digits(token: string): string {
    if (!isDigits(token)) throw this.refuse(`'${token}' is no whole number`);
    return token;
  }

  private whole(token: string): number {
    return Number(this.digits(token));
  }

  private addText(token: string): void {
    this.add(this.parts.addText(this.digits(token)));
  }

  private add(isFree: boolean): void {
    if (!isFree) throw this.refuse('it says year, month or day twice');
  }

  private refuse(why: string): YaqlError {
    return new YaqlError('ParserError', `The text '${this.text}' cannot be read as a date: ${why}.`);
  }
}

function adjusted(hour: number, half: number): number {
  if (hour < 12 && half === 1) return hour + 12;
  return hour === 12 && half === 0 ? 0 : hour;
}

/** The fraction of a number in sixtieths, rounded down; undefined when it has none. */
function sixtieths(token: string): number | undefined {
  const [, fraction = ''] = token.split('.');
  if (!/[1-9]/.test(fraction)) return undefined;
  return Number((60n * BigInt(fraction)) / 10n ** BigInt(fraction.length));
}
