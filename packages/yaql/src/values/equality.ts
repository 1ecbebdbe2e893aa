import { Float } from '../primitives/float';
import { ForeignValue } from '../primitives/foreign-value';
import { YaqlRegex } from '../regex/regex';
import { YaqlDateTime } from '../time/datetime';
import { YaqlTimespan } from '../time/timespan';
import { type DictValue, dictEntries, dictGet, dictSize, isDict } from './dict';
import { YaqlList, YaqlRange } from './list';
import { YaqlSet } from './set';

/** Told how many parts of containers are compared; stops the comparison by throwing. */
export type CountParts = (parts: number) => void;

/** Python's `==`: numbers by value whatever their type (true is 1), containers by content, a list is no tuple. */
export function equals(left: unknown, right: unknown, count?: CountParts): boolean {
  if (left === right) return true;
  const a = number(left);
  const b = number(right);
  // Loose equality compares bigint and number by value.
  if (a !== undefined || b !== undefined) return a !== undefined && b !== undefined && looselyEqual(a, b);
  if (typeof left !== 'object' || typeof right !== 'object' || !left || !right) return false;
  if (left instanceof ForeignValue) return left.equals(right);
  if (right instanceof ForeignValue) return right.equals(left);
  if (Array.isArray(left)) return Array.isArray(right) && sameItems(left, right, count);
  if (left instanceof YaqlList) return right instanceof YaqlList && sameItems(left.items, right.items, count);
  if (left instanceof YaqlRange) return right instanceof YaqlRange && sameItems(left.items, right.items, count);
  if (left instanceof YaqlSet) return right instanceof YaqlSet && left.size === right.size && left.isWithin(right);
  if (left instanceof YaqlDateTime) return right instanceof YaqlDateTime && left.compare(right) === 0;
  if (left instanceof YaqlTimespan) return right instanceof YaqlTimespan && left.microseconds === right.microseconds;
  if (left instanceof YaqlRegex) return right instanceof YaqlRegex && left.hashText() === right.hashText();
  return isDict(left) && isDict(right) && sameEntries(left, right, count);
}

function looselyEqual(a: number | bigint, b: number | bigint): boolean {
  // biome-ignore lint/suspicious/noDoubleEquals: the one comparison that takes bigint and number by value
  return a == b;
}

function number(value: unknown): number | bigint | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value instanceof Float ? value.value : undefined;
}

function sameItems(left: readonly unknown[], right: readonly unknown[], count: CountParts | undefined): boolean {
  if (left.length !== right.length) return false;
  count?.(1 + left.length);
  return left.every((item, index) => equals(item, right[index], count));
}

function sameEntries(left: DictValue, right: DictValue, count: CountParts | undefined): boolean {
  if (dictSize(left) !== dictSize(right)) return false;
  count?.(1 + dictSize(left));
  return dictEntries(left).every(([key, value]) => {
    const other = dictGet(right, key);
    return other !== undefined && equals(value, other, count);
  });
}
