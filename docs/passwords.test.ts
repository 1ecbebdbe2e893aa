import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { PASSWORD_MAX, PASSWORD_MIN, passwordViolations } from '@/lib/model/windows-rules';

const text = fs.readFileSync('docs/passwords.md', 'utf8');
const rows = new Map(
  [...text.matchAll(/^\| `(password_\w+)` \| (.*) \|$/gm)].map(([, code = '', rule = '']) => [code, rule]),
);
const codesOf = (password: string) => passwordViolations(password).map(({ code }) => code);

/** By each code a password that breaks this rule alone. */
const BREAKS: Record<string, string> = {
  password_too_short: 'Ab3!xy',
  password_too_long: `Ab3!${'xy'.repeat(62)}`,
  password_too_simple: 'onlysmallletters',
  password_holds_account: 'my-Administrator-7',
  password_common: 'Passw0rd!',
  password_edge_space: ' Gr33n-Orchard!',
  password_controls: 'Gr33n\tOrchard!',
  password_curly_quotes: 'Gr33n“Orchard!',
};

describe('the page on passwords', () => {
  test('has every rule that there is, and no other', () => {
    expect([...rows.keys()].sort()).toEqual(Object.keys(BREAKS).sort());
    const source = fs.readFileSync('lib/model/windows-rules.ts', 'utf8');
    const codes = [...new Set([...source.matchAll(/code: '(password_\w+)'/g)].map(([, code]) => code))];
    expect(codes.sort()).toEqual([...rows.keys()].sort());
  });

  test.each(Object.entries(BREAKS))('%s is broken by %j alone', (code, password) => {
    expect(codesOf(password)).toEqual([code]);
  });

  test('tells the lengths that count, and passwords that are taken and refused', () => {
    expect(rows.get('password_too_short')).toContain(` ${PASSWORD_MIN} `);
    expect(rows.get('password_too_long')).toContain(` ${PASSWORD_MAX}`);
    const [, taken = ''] = /((?:`[^`]+` (?:and )?)+)are accepted/.exec(text) ?? [];
    const passwords = [...taken.matchAll(/`([^`]+)`/g)].map(([, one = '']) => one);
    expect(passwords.length).toBeGreaterThan(1);
    expect(passwords.map((password) => [password, codesOf(password)])).toEqual(passwords.map((one) => [one, []]));
    expect(codesOf('password')).not.toEqual([]);
  });
});
