import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inexactNumberIn, isChangedByReading } from './exact-numbers';

/** What a number becomes when it is read is what was written, or it is known beforehand. */

describe('a number as it is written', () => {
  it.each([
    ...['9007199254740993', '-9007199254740993', '9007199254740992', '9007199254740993.0', '9007199254740993e0'],
    ...[
      '900719925474099.3e1',
      '90071992547409931e-1',
      '1.2345678901234567890123',
      '12345678.123456789',
      '1e400',
      '1e-400',
    ],
  ])('%s would be changed', (written) => {
    expect(isChangedByReading(written)).toBe(true);
    expect(inexactNumberIn(`{"a":[{"b":"x","c":${written}}]}`)).toBe(written);
  });

  it.each([
    ...['0', '-0', '0.0', '0e5', '1', '1.50', '0.1', '-12.5e3', '1E+2', '1e22', '1e-7', '5e-324', '9007199254740991'],
    ...['123456789.123456', '100000000000000000000e-20', '0.00000000000000000000001', '3.141592653589793'],
  ])('%s is what it was', (written) => {
    expect(isChangedByReading(written)).toBe(false);
    expect(inexactNumberIn(`{"a":${written},"id":"12345678901234567890e99"}`)).toBeNull();
  });

  it('every number as JavaScript writes it is what it was', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (one) => {
        fc.pre(!Number.isInteger(one) || Number.isSafeInteger(one) || String(one).includes('e'));
        expect(isChangedByReading(String(one))).toBe(false);
      }),
    );
  });
});
