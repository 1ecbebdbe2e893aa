import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passwordStrength } from './password-strength';
import { passwordViolations } from './windows-rules';

describe('the strength of a password', () => {
  it('is refused exactly when a rule is broken', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 30 }), (password) => {
        expect(passwordStrength(password).word === 'Refused').toBe(passwordViolations(password).length > 0);
      }),
    );
  });

  it.each([
    ['', 'Empty'],
    ['abc', 'Refused'],
    ['Passw0rd', 'Refused'],
    ['Charlie2024!', 'Weak'],
    ['Jennifer-1990', 'Weak'],
    ['Blue7Kite!', 'Good'],
    ['orbit-Velvet-93-canoe', 'Strong'],
  ])('"%s" is %s', (password, word) => {
    expect(passwordStrength(password).word).toBe(word);
  });

  it('counts the names of its accounts for nothing', () => {
    expect(passwordStrength('Hartmann!8', ['hart']).score).toBeLessThan(passwordStrength('Hzrtmqnn!8', ['sa']).score);
  });
});
