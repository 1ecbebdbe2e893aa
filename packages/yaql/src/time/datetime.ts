import { YaqlError } from '../errors';
import { KIND, Tagged } from '../primitives/kinds';
import { YaqlTimespan } from './timespan';

const MINUTE = 60_000_000;

/** The fields of a wall clock, as Python's datetime has them. */
export interface DateFields {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly microsecond: number;
}

/** A moment with the offset of its wall clock, to the microsecond. */
export class YaqlDateTime extends Tagged {
  readonly kind = KIND.datetime;

  private constructor(
    /** whole days and microseconds of the day on the wall clock, since 1970-01-01 */
    private readonly wallMilliseconds: number,
    private readonly microsOfMillisecond: number,
    /** microseconds that the wall clock is ahead of UTC */
    readonly offset: number,
    /** null for UTC itself, a name where one was given, '' for a wall clock of which no offset is known */
    readonly zone: string | null,
  ) {
    super();
  }

  /** Throws ValueError for a date that does not exist. */
  static of(fields: DateFields, offset: number, zone: string | null = null): YaqlDateTime {
    const date = new Date(0);
    date.setUTCFullYear(fields.year, fields.month - 1, fields.day);
    date.setUTCHours(fields.hour, fields.minute, fields.second, Math.floor(fields.microsecond / 1000));
    const made = new YaqlDateTime(date.getTime(), fields.microsecond % 1000, offset, zone);
    if (!isSame(made.fields(), fields) || fields.year < 1 || fields.year > 9999) {
      const { year, month, day, hour, minute, second } = fields;
      throw new YaqlError('ValueError', `There is no date ${year}-${month}-${day} ${hour}:${minute}:${second}.`);
    }
    return made;
  }

  /** A moment given in microseconds since 1970-01-01 UTC. Throws ValueError outside the years 1 to 9999. */
  static at(milliseconds: number, micros: number, offset: number, zone: string | null = null): YaqlDateTime {
    const total = micros + offset;
    const carry = Math.floor(total / 1000);
    const made = new YaqlDateTime(milliseconds + carry, total - carry * 1000, offset, zone);
    const { year } = made.fields();
    if (!(year >= 1 && year <= 9999)) throw new YaqlError('OverflowError', 'The date is outside the years 1 to 9999.');
    return made;
  }

  fields(): DateFields {
    const date = new Date(this.wallMilliseconds);
    return {
      year: date.getUTCFullYear(),
      month: date.getUTCMonth() + 1,
      day: date.getUTCDate(),
      hour: date.getUTCHours(),
      minute: date.getUTCMinutes(),
      second: date.getUTCSeconds(),
      microsecond: date.getUTCMilliseconds() * 1000 + this.microsOfMillisecond,
    };
  }

  /** 0 is Monday. */
  weekday(): number {
    return (new Date(this.wallMilliseconds).getUTCDay() + 6) % 7;
  }

  plus(span: YaqlTimespan, sign: 1 | -1 = 1): YaqlDateTime {
    const { milliseconds, micros } = this.instant();
    const total = micros + sign * span.microseconds;
    const carry = Math.floor(total / 1000);
    return YaqlDateTime.at(milliseconds + carry, total - carry * 1000, this.offset, this.zone);
  }

  minus(other: YaqlDateTime): YaqlTimespan {
    const a = this.instant();
    const b = other.instant();
    return new YaqlTimespan((a.milliseconds - b.milliseconds) * 1000 + (a.micros - b.micros));
  }

  compare(other: YaqlDateTime): number {
    const a = this.instant();
    const b = other.instant();
    return Math.sign(a.milliseconds - b.milliseconds || a.micros - b.micros);
  }

  override hashText(): string {
    const { milliseconds, micros } = this.instant();
    return `@${milliseconds}.${micros}`;
  }

  /** Milliseconds since 1970-01-01 UTC and the microseconds beyond them. */
  instant(): { milliseconds: number; micros: number } {
    const total = this.microsOfMillisecond - this.offset;
    const carry = Math.floor(total / 1000);
    return { milliseconds: this.wallMilliseconds + carry, micros: total - carry * 1000 };
  }

  /** `2015-01-02T03:04:05.000006+00:00`, as Python's isoformat(). */
  toIso(separator = 'T'): string {
    const { year, month, day, hour, minute, second, microsecond } = this.fields();
    const pad = (value: number, width = 2) => String(value).padStart(width, '0');
    const fraction = microsecond ? `.${pad(microsecond, 6)}` : '';
    const clock = `${pad(hour)}:${pad(minute)}:${pad(second)}${fraction}`;
    return `${pad(year, 4)}-${pad(month)}-${pad(day)}${separator}${clock}${this.offsetText(':')}`;
  }

  /** `+01:00`, with the separator given between hours and minutes; nothing where no offset is known. */
  offsetText(separator: string): string {
    if (this.zone === '') return '';
    const minutes = Math.floor(Math.abs(this.offset) / MINUTE);
    const seconds = Math.floor(Math.abs(this.offset) / 1_000_000) % 60;
    const pad = (value: number) => String(value).padStart(2, '0');
    const micros = Math.abs(this.offset) % 1_000_000;
    const fraction = micros ? `.${String(micros).padStart(6, '0')}` : '';
    const tail = seconds || micros ? `${separator}${pad(seconds)}${fraction}` : '';
    return `${this.offset < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}${separator}${pad(minutes % 60)}${tail}`;
  }

  toText(): string {
    return this.toIso(' ');
  }

  /** Python's repr(), with dateutil's zones. */
  repr(): string {
    const { year, month, day, hour, minute, second, microsecond } = this.fields();
    const parts = [year, month, day, hour, minute];
    if (second || microsecond) parts.push(second);
    if (microsecond) parts.push(microsecond);
    const zone = this.offset === 0 ? 'tzutc()' : `tzoffset(None, ${this.offset / 1_000_000})`;
    return `datetime.datetime(${parts.join(', ')}, tzinfo=${zone})`;
  }
}

function isSame(a: DateFields, b: DateFields): boolean {
  return (Object.keys(a) as (keyof DateFields)[]).every((key) => a[key] === b[key]);
}
