import { describe, expect, it } from 'vitest';
import { nextTime, nextTimes, requireTimes } from './next-times';

const iso = (occurrences: readonly Date[]) => occurrences.map((occurrence) => occurrence.toISOString());

describe('the occurrences of a schedule', () => {
  it('go by the clock of their time zone, also when that is put forward or back', () => {
    const evening = { cron: '0 20 * * *', timeZone: 'Europe/Berlin' };
    expect(iso(nextTimes(evening, new Date('2026-10-24T00:00:00Z'), 3))).toEqual([
      '2026-10-24T18:00:00.000Z',
      '2026-10-25T19:00:00.000Z',
      '2026-10-26T19:00:00.000Z',
    ]);
  });

  it('come once in the hour that is there twice', () => {
    const night = { cron: '30 2 * * *', timeZone: 'Europe/Berlin' };
    expect(iso(nextTimes(night, new Date('2026-10-24T12:00:00Z'), 2))).toHaveLength(2);
    const [first, second] = nextTimes(night, new Date('2026-10-24T12:00:00Z'), 2);
    expect((second?.getTime() ?? 0) - (first?.getTime() ?? 0)).toBeGreaterThan(20 * 3_600_000);
  });

  it('come once each in that hour, however many there are, but every hour that passes where each is meant', () => {
    const before = new Date('2027-10-30T21:00:00Z');
    expect(iso(nextTimes({ cron: '0,30 2 31 10 *', timeZone: 'Europe/Berlin' }, before, 3))).toEqual([
      '2027-10-31T00:00:00.000Z',
      '2027-10-31T00:30:00.000Z',
      '2028-10-31T01:00:00.000Z',
    ]);
    expect(iso(nextTimes({ cron: '0 * 31 10 *', timeZone: 'Europe/Berlin' }, before, 5))).toEqual([
      '2027-10-30T22:00:00.000Z',
      '2027-10-30T23:00:00.000Z',
      '2027-10-31T00:00:00.000Z',
      '2027-10-31T01:00:00.000Z',
      '2027-10-31T02:00:00.000Z',
    ]);
  });

  it('come when the clock has moved on, where it skips them', () => {
    const skipped = { cron: '0,30 2 28 3 *', timeZone: 'Europe/Berlin' };
    expect(iso(nextTimes(skipped, new Date('2027-03-01T00:00:00Z'), 1))).toEqual(['2027-03-28T01:00:00.000Z']);
  });

  it('are after the instant, never at it', () => {
    const at = new Date('2026-11-23T20:00:00Z');
    expect(nextTime({ cron: '0 20 * * *', timeZone: 'UTC' }, at)?.toISOString()).toBe('2026-11-24T20:00:00.000Z');
  });

  it.each([
    ['cron', 'every evening', 'UTC'],
    ['cron', '0 0 20 * * *', 'UTC'],
    ['cron', '2027-01-01T00:00:00', 'UTC'],
    ['cron', '* * * * *', 'UTC'],
    ['cron', '0 8 30 2 *', 'UTC'],
    ['time_zone', '0 20 * * *', 'Europe/Atlantis'],
  ])('are refused naming the field %s: %s in %s', (path, cron, timeZone) => {
    let fields: unknown;
    try {
      requireTimes({ cron, timeZone }, new Date('2026-11-23T00:00:00Z'));
    } catch (error) {
      ({ fields } = error as { fields: unknown });
    }
    expect(fields).toMatchObject([{ path }]);
  });
});
