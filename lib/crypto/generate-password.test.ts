import { describe, expect, it } from 'vitest';
import { passwordStrength } from '@/lib/model/password-strength';
import { passwordViolations } from '@/lib/model/windows-rules';
import { generatePassword } from './generate-password';

describe('a generated password', () => {
  const many = Array.from({ length: 2_000 }, generatePassword);

  it('keeps every rule of Windows, whoever signs in with it, and is strong', () => {
    for (const password of many) {
      expect(passwordViolations(password, ['Administrator', 'sa', 'sqlservice'])).toEqual([]);
    }
    for (const password of many.slice(0, 50)) expect(passwordStrength(password).word).toBe('Strong');
  });

  it('holds nothing that is taken for something else, by people or by scripts', () => {
    for (const password of many) expect(password).toMatch(/^[a-zA-Z3-9]{4}(-[a-zA-Z3-9]{4}){4}$/);
    expect(many.join('')).not.toMatch(/[Il1Oo0B8S5Z2]/);
  });

  it('is never the same twice, and uses every letter about as often', () => {
    expect(new Set(many).size).toBe(many.length);
    const counts = new Map<string, number>();
    for (const letter of many.join('').replaceAll('-', '')) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    const expected = (many.length * 20) / 50;
    expect(counts.size).toBe(50);
    for (const count of counts.values()) expect(Math.abs(count - expected)).toBeLessThan(expected * 0.25);
  });
});
