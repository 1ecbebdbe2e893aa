import { expect, it, test } from 'vitest';
import { newRecoveryCodes, newTotpSecret, plainCode, totpStep, totpUri } from './totp';

/** Of RFC 6238, appendix B: "12345678901234567890" in base32; the last six digits of the codes for SHA-1. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (seconds: number) => new Date(seconds * 1000);

test.each([
  [59, '287082', 1],
  [1111111109, '081804', 37037036],
  [1111111111, '050471', 37037037],
  [1234567890, '005924', 41152263],
  [2000000000, '279037', 66666666],
])('%d s after 1970 the code of the RFC is %s', (seconds, code, step) => {
  expect(totpStep(SECRET, code, at(seconds))).toBe(step);
});

it('is good for one interval before and after, no longer', () => {
  const steps = [-60, -31, -30, 0, 30, 60].map((by) => totpStep(SECRET, '005924', at(1234567890 + by)));
  expect(steps).toEqual([null, null, 41152263, 41152263, 41152263, null]);
});

test.each(['', '5924', '0005924', 'ßäö€12', '１２３４５６', '００５９２４', '005924 '])('%j is no code', (code) => {
  expect(totpStep(SECRET, code, at(1234567890))).toBeNull();
});

it('makes secrets of 160 bits and an address for apps', () => {
  const secret = newTotpSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(new Set([secret, newTotpSecret()]).size).toBe(2);
  expect(totpUri(secret, 'a b')).toBe(
    `otpauth://totp/Vetro:a%20b?issuer=Vetro&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
  );
});

it('makes ten recovery codes, compared as people write them', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/);
  expect(plainCode(' ABCDE fghjk-')).toBe('abcdefghjk');
});
