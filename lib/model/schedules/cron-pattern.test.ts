import { describe, expect, it } from 'vitest';
import { ALL_DAYS, type CronPattern, readPattern, WEEKDAYS, writePattern } from './cron-pattern';

describe('times that people choose', () => {
  it.each<[CronPattern, string]>([
    [{ every: 'day', hour: 20, minute: 0, days: WEEKDAYS }, '0 20 * * 1-5'],
    [{ every: 'day', hour: 6, minute: 30, days: ALL_DAYS }, '30 6 * * *'],
    [{ every: 'day', hour: 23, minute: 5, days: [0, 6] }, '5 23 * * 0,6'],
    [{ every: 'hour', minute: 15 }, '15 * * * *'],
    [{ every: 'month', day: 1, hour: 3, minute: 0 }, '0 3 1 * *'],
  ])('are an expression of cron, and are found in it again: %j', (pattern, cron) => {
    expect(writePattern(pattern)).toBe(cron);
    expect(readPattern(cron)).toEqual(pattern);
  });

  it('are the same whichever way Sunday and ranges are written', () => {
    expect(readPattern('0 8 * * 5-7')).toEqual({ every: 'day', hour: 8, minute: 0, days: [0, 5, 6] });
  });

  it.each(['*/5 * * * *', '0 8 1 * 1', '0 8 * 1 *', '0 8 * * mon', '60 8 * * *', '0 0 8 * * *', ''])(
    'are none where only cron can say it: %s',
    (cron) => expect(readPattern(cron)).toBeNull(),
  );
});
