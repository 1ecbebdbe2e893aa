import { describe, expect, it } from 'vitest';
import { evaluate, failure } from '../testing/evaluate';

const iso = (expression: string) => evaluate(`str(${expression})`);

describe('A date is read from words and numbers by what stands around them', () => {
  it.each([
    ['2015-01-02 03:04:05', '2015-01-02 03:04:05+00:00'],
    ['2015-1-2T3:04:05.5+02:00', '2015-01-02 03:04:05.500000+02:00'],
    ['20150102T030405-0130', '2015-01-02 03:04:05-01:30'],
    ['13/02/2015', '2015-02-13 00:00:00+00:00'],
    ['02/13/15', '2015-02-13 00:00:00+00:00'],
    ['2 Jan 99, 12:30 am', '1999-01-02 00:30:00+00:00'],
    ['July 4th of 1976 at 10h36m28.5s', '1976-07-04 10:36:28.500000+00:00'],
    ['Friday', '2026-11-27 00:00:00+00:00'],
    ['Sep of 03', '2003-09-21 00:00:00+00:00'],
    ['10:00 GMT+3', '2026-11-21 10:00:00-03:00'],
    ['Feb', '2026-02-21 00:00:00+00:00'],
  ])('%s', (text, read) => {
    expect(iso(`datetime('${text}')`)).toBe(read);
  });
  it.each(['', 'foo', '2015-13-01', '2015-02-30', '1 2 3 4', '10:00 +', 'Jan Feb'])('or refused: %s', (text) => {
    expect(failure(`datetime('${text}')`).kind).toBe('ParserError');
  });
});

describe('A date is read by a format', () => {
  it.each([
    ['53 5 2015', '%W %w %Y', '2016-01-08 00:00:00+00:00'],
    ['00 0 2015', '%U %w %Y', '2014-12-28 00:00:00+00:00'],
    ['2015 01 5', '%G %V %u', '2015-01-02 00:00:00+00:00'],
    ['060 2016', '%j %Y', '2016-02-29 00:00:00+00:00'],
    ['12:30 AM', '%I:%M %p', '1900-01-01 00:30:00+00:00'],
    ['13:30 AM', '%H:%M %p', '1900-01-01 13:30:00+00:00'],
  ])('%s as %s', (text, format, read) => {
    expect(iso(`datetime('${text}', '${format}')`)).toBe(read);
  });
  it.each([
    ['2015 05', '%Y %V'],
    ['2015 54 1', '%G %V %u'],
    ['01/02/15', '%D'],
  ])('or refused: %s as %s', (text, format) => {
    expect(failure(`datetime('${text}', '${format}')`).kind).toBe('ValueError');
  });
});

describe('A date is written by a format', () => {
  it.each([
    ['%-d.%-m.%y', '2.1.15'],
    ['%05d|%_5d|%10Y', '00002|    2|0000002015'],
    ['%^a|%#p|%g', 'FRI|am|15'],
    ['%q%', '%q%'],
  ])('%s', (format, written) => {
    expect(evaluate(`datetime(2015, 1, 2, 3).format('${format}')`)).toBe(written);
  });
});

describe('Parts of a date and lengths of time have bounds', () => {
  it.each([
    ['datetime(3000000000, 1, 1)', 'OverflowError'],
    ['datetime(253402300800)', 'ValueError'],
    ['datetime(float(inf))', 'OverflowError'],
    ['timespan(days => 1000000000)', 'OverflowError'],
    ['timespan(1) * float(nan)', 'ValueError'],
  ])('%s', (expression, kind) => {
    expect(failure(expression).kind).toBe(kind);
  });
  it('but a timespan may be longer than numbers count microseconds', () => {
    expect(evaluate('timespan(days => 365000).microseconds')).toBe(31536000000000000n);
  });
});
