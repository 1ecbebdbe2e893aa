import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostNamesOf } from './host-name-pattern';
import {
  accountNameViolations,
  domainNameViolations,
  existingDomainNameViolations,
  hostNamePatternViolations,
  hostNameViolations,
  netbiosNameOf,
  passwordRules,
  passwordViolations,
} from './windows-rules';

const codes = (violations: { code: string }[]) => violations.map(({ code }) => code);

describe('a host name', () => {
  it.each(['dc1', 'web-01', 'a', '1a', 'ABCDEFGHIJKLMNO'])('may be %s', (name) => {
    expect(hostNameViolations(name)).toEqual([]);
  });

  it.each([
    ['', ['host_name_empty']],
    ['abcdefghijklmnop', ['host_name_too_long']],
    ['12345', ['host_name_digits']],
    ['-dc', ['host_name_hyphen']],
    ['dc-', ['host_name_hyphen']],
    ['dc.one', ['host_name_characters']],
    ['dc_1', ['host_name_characters']],
    ['größe', ['host_name_characters']],
    ['a b', ['host_name_characters']],
  ])('may not be "%s"', (name, expected) => {
    expect(codes(hostNameViolations(name))).toEqual(expected);
  });
});

describe('a host name pattern', () => {
  it.each([
    ['', 5],
    ['dc#', 1],
    ['dc#', 100],
    ['ad#-loc', 2],
    ['web', 1],
  ])('"%s" does for %i machines', (pattern, count) => {
    expect(hostNamePatternViolations(pattern, count)).toEqual([]);
  });

  it.each([
    ['web', 2, 'host_pattern_needs_number'],
    ['w##', 2, 'host_pattern_signs'],
    ['#', 3, 'host_name_digits'],
    ['controller-num#', 9, null],
    ['controller-num#', 10, 'host_name_too_long'],
  ])('"%s" for %i machines: %s', (pattern, count, code) => {
    expect(codes(hostNamePatternViolations(pattern, count))).toEqual(code === null ? [] : [code]);
  });

  it('gives names that are good, and all different, whenever it is good itself', () => {
    const pattern = fc.stringMatching(/^[a-zA-Z0-9-]{0,8}#[a-zA-Z0-9-]{0,8}$/);
    fc.assert(
      fc.property(pattern, fc.integer({ min: 1, max: 120 }), (text, count) => {
        fc.pre(hostNamePatternViolations(text, count).length === 0);
        const names = hostNamesOf(text, count);
        expect(names.flatMap(hostNameViolations)).toEqual([]);
        expect(new Set(names).size).toBe(count);
      }),
    );
  });
});

describe('a domain name', () => {
  it.each(['acme.local', 'corp.acme.example', 'a1.co', 'acme-2.dc'])('may be %s', (name) => {
    expect(domainNameViolations(name)).toEqual([]);
  });

  it.each([
    ['', ['domain_empty']],
    ['acme', ['domain_one_label']],
    ['.acme.local', ['domain_dots']],
    ['acme..local', ['domain_dots']],
    ['acme_x.local', ['domain_characters']],
    ['Acme.local', ['domain_capitals']],
    ['-acme.local', ['domain_hyphen']],
    ['abcdefghijklmnop.local', ['domain_first_too_long']],
    ['12345.local', ['domain_first_digits']],
    ['a.local', ['domain_first_too_short']],
    ['acme.l', ['domain_last']],
    ['acme.42', ['domain_last']],
    [`acme.${'x'.repeat(64)}`, ['domain_too_long']],
    ["x' or 1==1 or 'x", ['domain_one_label', 'domain_characters', 'domain_first_too_long']],
  ])('may not be "%s"', (name, expected) => {
    expect(codes(domainNameViolations(name))).toEqual(expected);
  });

  it.each([
    ['Büro & Söhne', 'ad.buero-soehne.com'],
    ['🏢', 'ad.company.com'],
  ])('of one part, "%s", is answered with one that may be: %s', (name, better) => {
    const one = domainNameViolations(name).find(({ code }) => code === 'domain_one_label');
    expect(one?.sentence).toContain(`for example ${better}.`);
    expect(domainNameViolations(better)).toEqual([]);
  });

  it('that is good has a short name that is a good machine name', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9-]{1,18}(\.[a-z0-9-]{1,8}){1,3}$/), (name) => {
        fc.pre(domainNameViolations(name).length === 0);
        expect(hostNameViolations(netbiosNameOf(name))).toEqual([]);
      }),
    );
  });
});

describe('the name of a domain that is there already', () => {
  it.each(['a.example', '1.corp.example', 'abcdefghijklmnop.example', '365.example', 'corp_old.example', 'corp'])(
    'may be %s: its owner has called it so',
    (name) => {
      expect(existingDomainNameViolations(name)).toEqual([]);
    },
  );

  it.each([
    ['.corp.example', ['domain_dots']],
    ['Corp.example', ['domain_capitals']],
    ['corp example', ['domain_characters']],
    ['-corp.example', ['domain_hyphen']],
    [`${'x'.repeat(64)}.example`, ['domain_too_long']],
  ])('may not be "%s", which DNS does not know', (name, expected) => {
    expect(codes(existingDomainNameViolations(name))).toEqual(expected);
  });
});

describe('an account name', () => {
  it.each(['Administrator', 'jane.doe', 'svc-web_1'])('may be %s', (name) => {
    expect(accountNameViolations(name)).toEqual([]);
  });

  it.each([
    ['', 'account_empty'],
    ['a'.repeat(21), 'account_too_long'],
    ['a/b', 'account_characters'],
    ['jane@acme', 'account_characters'],
    ['jane.', 'account_dots'],
  ])('may not be "%s"', (name, code) => {
    expect(codes(accountNameViolations(name))).toContain(code);
  });
});

describe('a password', () => {
  it.each(['Secr3t#{x}', 'Sup3rP@ss', 'correct horse 9 Battery', '"quotes" and \\ 1A', 'пароль-Дня-7'])(
    'may be %s',
    (password) => {
      expect(passwordViolations(password)).toEqual([]);
    },
  );

  it.each([
    ['Ab1!', ['password_too_short']],
    ['abcdefgh', ['password_too_simple']],
    ['abcdefg1', ['password_too_simple']],
    ['12345', ['password_too_short', 'password_too_simple']],
    ['xAdministrator1!', ['password_holds_account']],
    ['xadMINistrator1!', ['password_holds_account']],
    [`Aa1${'x'.repeat(130)}`, ['password_too_long']],
    ['Passw0rd', ['password_common']],
    ['P@ssw0rd!', ['password_common']],
    ['Welcome123', ['password_common']],
    ['!Summer2026', ['password_common']],
    [' Secret1! ', ['password_edge_space']],
    ['Sec\tret1!', ['password_controls']],
    ['“Secret1”', ['password_curly_quotes']],
  ])('may not be "%s"', (password, expected) => {
    expect(codes(passwordViolations(password))).toEqual(expected);
  });

  it('is measured against the names of its own accounts', () => {
    expect(codes(passwordViolations('MyJaneDoe1!', ['janedoe']))).toEqual(['password_holds_account']);
    expect(passwordViolations('MyJo1!xyz', ['jo'])).toEqual([]);
  });

  it('has a sentence of its own for every violation', () => {
    const sentences = ['a', '“ ', 'x'.repeat(200), '\tAdministrator ', 'abc'].flatMap((text) =>
      passwordViolations(text),
    );
    for (const { sentence } of sentences) expect(sentence).toMatch(/^[A-Z].*\.$/);
    expect(new Set(sentences.map(({ sentence }) => sentence)).size).toBe(new Set(codes(sentences)).size);
  });

  it('shows three ticks, and a rare rule only once it is broken', () => {
    expect(passwordRules('').map(({ kept }) => kept)).toEqual([false, false, true]);
    expect(
      passwordRules('Secret1! ')
        .filter(({ kept }) => !kept)
        .map(({ code }) => code),
    ).toEqual(['password_edge_space']);
  });
});
