import { describe, expect, it } from 'vitest';
import { passwordStrength } from '@/lib/model/password-strength';
import { passwordViolations } from '@/lib/model/windows-rules';
import { makePassword } from './make-password';

describe('a password that is made for somebody', () => {
  const many = Array.from({ length: 500 }, () => makePassword(['Administrator', 'sql']));

  it('is strong, never the same twice, and as those that templates make', () => {
    expect(new Set(many).size).toBe(many.length);
    for (const password of many) {
      expect(password).toMatch(/^[a-zA-Z3-9]{4}(-[a-zA-Z3-9]{4}){4}$/);
    }
    for (const password of many.slice(0, 50)) expect(passwordStrength(password).word).toBe('Strong');
  });

  it('never holds the name of an account it is for', () => {
    for (const password of many) expect(passwordViolations(password, ['Administrator', 'sql'])).toEqual([]);
  });
});
