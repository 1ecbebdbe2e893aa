import { YaqlError } from '../errors';
import { KIND, Tagged } from '../primitives/kinds';

const DAY = 86_400_000_000;
/** Where Python's timedelta ends. A number counts microseconds to 2^53, some 285 years; longer ones round. */
const LIMIT = 1_000_000_000 * DAY;

/** A length of time in whole microseconds, as Python's timedelta. */
export class YaqlTimespan extends Tagged {
  readonly kind = KIND.timespan;
  readonly microseconds: number;

  /** Rounds to whole microseconds, half to even. Throws OverflowError beyond 999,999,999 days, ValueError for nan. */
  constructor(microseconds: number) {
    super();
    if (Number.isNaN(microseconds)) throw new YaqlError('ValueError', 'A timespan cannot be nan.');
    if (microseconds >= LIMIT || microseconds < DAY - LIMIT) {
      throw new YaqlError('OverflowError', 'The timespan is longer than 999,999,999 days.');
    }
    this.microseconds = roundHalfEven(microseconds);
  }

  override hashText(): string {
    return `~${this.microseconds}`;
  }

  /** Python's str(): `1 day, 2:00:00`. */
  toText(): string {
    const days = Math.floor(this.microseconds / DAY);
    const rest = this.microseconds - days * DAY;
    const seconds = Math.floor(rest / 1_000_000);
    const fraction = rest % 1_000_000;
    const two = (value: number) => String(value).padStart(2, '0');
    const clock = `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
    const precise = fraction ? `${clock}.${String(fraction).padStart(6, '0')}` : clock;
    return days === 0 ? precise : `${days} day${Math.abs(days) === 1 ? '' : 's'}, ${precise}`;
  }

  /** Python's repr(). */
  repr(): string {
    const days = Math.floor(this.microseconds / DAY);
    const rest = this.microseconds - days * DAY;
    const parts: string[] = [];
    if (days) parts.push(`days=${days}`);
    if (Math.floor(rest / 1_000_000)) parts.push(`seconds=${Math.floor(rest / 1_000_000)}`);
    if (rest % 1_000_000) parts.push(`microseconds=${rest % 1_000_000}`);
    return `datetime.timedelta(${parts.join(', ') || '0'})`;
  }
}

function roundHalfEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest !== 0.5) return Math.round(value) + 0;
  return floor % 2 === 0 ? floor : floor + 1;
}
