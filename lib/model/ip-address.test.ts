import { expect, test } from 'vitest';
import { inRange, ipv4Number, rangeOf } from './ip-address';

test('an address is four numbers up to 255 without leading zeros', () => {
  expect(ipv4Number('10.0.0.1')).toBe(167_772_161);
  expect(ipv4Number('255.255.255.255')).toBe(2 ** 32 - 1);
  for (const wrong of ['10.0.0', '10.0.0.256', '10.0.0.01', ' 10.0.0.1', '10.0.0.1/8', 'a.b.c.d', '']) {
    expect(ipv4Number(wrong)).toBeNull();
  }
});

test('a range holds the addresses that share its first bits', () => {
  expect(inRange('10.0.255.255', '10.0.0.0/16')).toBe(true);
  expect(inRange('10.1.0.0', '10.0.0.0/16')).toBe(false);
  expect(inRange('172.31.1.2', '0.0.0.0/0')).toBe(true);
  expect(inRange('10.0.0.5', '10.0.0.7/30')).toBe(true);
  expect(inRange('10.0.0.5', 'nowhere')).toBe(false);
  expect(rangeOf('10.0.0.0/33')).toBeNull();
});
