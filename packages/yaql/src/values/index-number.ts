import { YaqlError } from '../errors';

/**
 * What Python's lists and texts can count: an ssize_t.
 *
 * @throws OverflowError for a whole number beyond
 */
export function toIndex(value: number | bigint): number {
  if (!isIndex(value)) throw new YaqlError('OverflowError', `${value} is too large for a number of items.`);
  return Number(value);
}

/** Whether Python could count so far. */
export function isIndex(value: number | bigint): boolean {
  return typeof value === 'number' || (value < 2n ** 63n && value >= -(2n ** 63n));
}
