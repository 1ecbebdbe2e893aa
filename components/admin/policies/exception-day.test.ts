import { describe, expect, it } from 'vitest';
import { endOfDay, inDays } from './exception-day';

describe('the last day of an exception', () => {
  it('is counted from today, over the ends of months', () => {
    expect(inDays(0, new Date(2026, 10, 23, 23, 59))).toBe('2026-11-23');
    expect(inDays(14, new Date(2026, 10, 23))).toBe('2026-12-07');
  });

  it('lasts until its end, where one is', () => {
    expect(endOfDay('2026-12-07')).toBe(new Date(2026, 11, 7, 23, 59, 59).toISOString());
  });

  it('is a day that there is', () => {
    expect([endOfDay(''), endOfDay('2026-02-31'), endOfDay('soon')]).toEqual([null, null, null]);
  });
});
