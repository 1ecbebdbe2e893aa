/** Which part of a day a number is known to be. */
type Part = 'year' | 'month' | 'day';

export interface Day {
  readonly year?: number;
  readonly month?: number;
  readonly day?: number;
}

/**
 * The numbers of a date in the order in which they were written, some of them known to be year, month or day.
 * What the others are follows from their places and sizes: month first, unless that cannot be (dateutil's rules).
 */
export class DayParts {
  private readonly values: number[] = [];
  private readonly places: Partial<Record<Part, number>> = {};
  /** whether a year was written with its century */
  hasCentury = false;

  get length(): number {
    return this.values.length;
  }

  /** Adds a number as it was written; three digits and more are a year. False when its part is taken already. */
  addText(digits: string, part?: Part): boolean {
    return this.add(Number(digits), digits.length > 2 ? 'year' : undefined, part);
  }

  /** Adds a number; more than 100 is a year. False when its part is taken already. */
  addValue(value: number, part?: Part): boolean {
    return this.add(Math.trunc(value), value > 100 ? 'year' : undefined, part);
  }

  private add(value: number, seen: Part | undefined, said: Part | undefined): boolean {
    if (seen) this.hasCentury = true;
    if (seen && said && said !== 'year') return false;
    const part = seen ?? said;
    this.values.push(value);
    if (!part) return true;
    if (this.places[part] !== undefined) return false;
    this.places[part] = this.values.length - 1;
    return true;
  }

  /** Whether a number can be the day, as far as month and year are known. */
  couldBeDay(value: number): boolean {
    const { year, month, day } = this.places;
    if (day !== undefined) return false;
    if (month === undefined) return value >= 1 && value <= 31;
    const inYear = year === undefined ? 2000 : (this.values[year] ?? 2000);
    return value >= 1 && value <= daysOfMonth(inYear, this.values[month] ?? 1);
  }

  /** Year, month and day; undefined for more than three numbers. */
  resolve(): Day | undefined {
    const known = Object.keys(this.places).length;
    const { length } = this.values;
    if (known > 0 && (known === length || (length === 3 && known === 2))) return this.byPlaces();
    if (length > 3) return undefined;
    const [first = 0, second = 0] = this.values;
    const { month } = this.places;
    if (length === 0) return {};
    if (length === 1) return yearOrDay(first);
    if (length === 2 && month !== undefined) {
      return { month: this.values[month] as number, ...yearOrDay(this.values[1 - month] as number) };
    }
    if (length === 2) {
      if (first > 31) return { year: first, month: second };
      return second > 31 ? { month: first, year: second } : { month: first, day: second };
    }
    return this.ordered(this.orderOfThree(first, second, month));
  }

  private byPlaces(): Day {
    const places = { ...this.places };
    const parts = ['year', 'month', 'day'] as const;
    const missing = parts.filter((part) => places[part] === undefined);
    const taken = Object.values(places);
    const [left] = missing;
    if (this.values.length === 3 && missing.length === 1 && left) {
      places[left] = [0, 1, 2].find((place) => !taken.includes(place)) as number;
    }
    return Object.fromEntries(
      parts.flatMap((part) => (places[part] === undefined ? [] : [[part, this.values[places[part]]]])),
    );
  }

  private orderOfThree(first: number, second: number, month: number | undefined): string {
    if (month === 0) return second > 31 ? 'myd' : 'mdy';
    if (month === 1) return first > 31 ? 'ymd' : 'dmy';
    if (month === 2) return second > 31 ? 'dym' : 'ydm';
    if (first > 31 || this.places.year === 0) return 'ymd';
    return first > 12 ? 'dmy' : 'mdy';
  }

  private ordered(order: string): Day {
    const value = (letter: string) => this.values[order.indexOf(letter)] as number;
    return { year: value('y'), month: value('m'), day: value('d') };
  }
}

function yearOrDay(value: number): Day {
  return value > 31 ? { year: value } : { day: value };
}

/** How many days a month has, from 1; years go round every four hundred. */
export function daysOfMonth(year: number, month: number): number {
  return new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
}
