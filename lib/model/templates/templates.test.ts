import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../json';
import { domainNameViolations } from '../windows-rules';
import type { Blueprint } from './blueprint';
import { domainNameFor } from './domain-name';
import { type FillInput, fillBlueprint } from './fill';
import { markerProblems } from './markers';
import { shortageOf } from './needs';

const blueprint = (services: JsonObject[], more: Partial<Blueprint> = {}): Blueprint => ({
  format: 'VetroEnvironment/1.0',
  name: 'Test',
  summary: '',
  version: '1.0.0',
  parameters: [],
  services,
  ...more,
});

const input = (more: Partial<FillInput> = {}): FillInput => {
  let made = 0;
  return {
    environmentName: 'Sales',
    given: {},
    takenDomains: [],
    secrets: {},
    missingSecrets: 'refuse',
    newPassword: () => {
      made += 1;
      return `made-${made}`;
    },
    ...more,
  };
};

describe('a domain name made of an environment’s name', () => {
  it.each([
    ['Accounting', 'accounting.internal'],
    ['Accounting, production', 'accounting.internal'],
    ['HR Vienna', 'hr-vienna.internal'],
    ['Büro Süd', 'buero-sued.internal'],
    ['a very very long name indeed', 'a-very-very.internal'],
    ['Donaudampfschifffahrt', 'donaudampfschif.internal'],
    ['2026', 'corp.internal'],
    ['Ελλάδα', 'corp.internal'],
    ['—', 'corp.internal'],
    ['X', 'corp.internal'],
  ])('of "%s" is %s', (name, domain) => {
    expect(domainNameFor(name)).toBe(domain);
    expect(domainNameViolations(domain)).toEqual([]);
  });

  it('is another one when that is taken, and keeps NetBIOS’ limit', () => {
    expect(domainNameFor('Sales', ['sales.internal', 'sales2.internal'])).toBe('sales3.internal');
    const long = domainNameFor('Donaudampfschifffahrt', ['donaudampfschif.internal']);
    expect(long).toBe('donaudampfschi2.internal');
    expect(domainNameViolations(long)).toEqual([]);
  });
});

describe('filling a blueprint', () => {
  it('gives secrets of one key one value, and each other secret its own', () => {
    const secret = (key?: string) => ({ $secret: 'generate', ...(key ? { key } : {}) });
    const { services, secrets, problems } = fillBlueprint(
      blueprint([
        { type: 'a', adminPassword: secret('x'), units: [{ p: secret('x') }, { p: secret() }, { p: secret() }] },
      ]),
      input(),
    );
    expect(problems).toEqual([]);
    expect(services).toEqual([
      { type: 'a', adminPassword: 'made-1', units: [{ p: 'made-1' }, { p: 'made-2' }, { p: 'made-3' }] },
    ]);
    expect(secrets.map(({ id, origin, paths }) => [id, origin, paths])).toEqual([
      ['x', 'generated', ['services.0.adminPassword', 'services.0.units.0.p']],
      ['services.0.units.1.p', 'generated', ['services.0.units.1.p']],
      ['services.0.units.2.p', 'generated', ['services.0.units.2.p']],
    ]);
  });

  it('names a secret that nobody typed, but still lets the rest be checked', () => {
    const asking = blueprint([{ type: 'a', adminPassword: { $secret: 'ask' } }]);
    const refused = fillBlueprint(asking, input());
    expect(refused.problems).toMatchObject([{ path: 'services.0.adminPassword', code: 'secret_missing' }]);
    expect(refused.services[0]?.adminPassword).toBe('made-1');
    expect(fillBlueprint(asking, input({ missingSecrets: 'generate' })).problems).toEqual([]);
    const typed = fillBlueprint(asking, input({ secrets: { 'services.0.adminPassword': 'typed' } }));
    expect([typed.problems, typed.services[0]?.adminPassword]).toEqual([[], 'typed']);
  });

  it('makes a domain that is neither taken nor the name of a machine', () => {
    const parameters: Blueprint['parameters'] = [{ name: 'domain', kind: 'domainName', label: 'Domain', help: '' }];
    const services = [{ type: 'a', domain: { $parameter: 'domain' }, unitNamingPattern: 'DC#', units: [{}, {}] }];
    const domainOf = (more: Partial<FillInput>) =>
      fillBlueprint(blueprint(services, { parameters }), input(more)).services[0]?.domain;
    expect(domainOf({})).toBe('sales.internal');
    expect(domainOf({ takenDomains: ['sales.internal'] })).toBe('sales2.internal');
    expect(domainOf({ environmentName: 'dc2' })).toBe('dc22.internal');
    expect(domainOf({ given: { domain: ' Acme.Local ' } })).toBe('acme.local');
  });

  it('puts a value in as it is: what looks like a marker in it is none', () => {
    const parameters: Blueprint['parameters'] = [{ name: 'a', kind: 'string', label: 'A', help: '', default: '$b' }];
    const { services, problems } = fillBlueprint(
      blueprint([{ type: 'a', text: { $parameter: 'a' }, price: '$100' }], { parameters }),
      input(),
    );
    expect([services, problems]).toEqual([[{ type: 'a', text: '$b', price: '$100' }], []]);
  });
});

describe('a marker', () => {
  it.each([
    [{ $secret: 'guess' }],
    [{ $secret: 'ask', keys: 'x' }],
    [{ $secret: 'ask', key: 'white space' }],
    [{ $parameter: 3 }],
    [{ $parameter: 'a', default: 'b' }],
    [{ $else: 'a' }],
  ])('%j means nothing and is told by its path', (marker) => {
    expect(markerProblems([{ units: [{ p: marker }] }], 'services').map(({ path }) => path)).toEqual([
      'services.0.units.0.p',
    ]);
  });
});

describe('what a quota holds', () => {
  const quota = (limit: number) => ({ used: 2, limit });
  const needs = { machines: 3, vcpus: 6, memoryMb: 0 };
  it('is told by the first part that is too small; no limit holds everything', () => {
    expect(shortageOf(needs, { machines: quota(5), vcpus: quota(8), memoryMb: quota(1) })).toBeNull();
    expect(shortageOf(needs, { machines: quota(4), vcpus: quota(1), memoryMb: quota(1) })).toEqual({
      what: 'machines',
      needed: 3,
      left: 2,
    });
    expect(shortageOf(needs, { machines: quota(-1), vcpus: quota(1), memoryMb: quota(1) })).toEqual({
      what: 'vcpus',
      needed: 6,
      left: 0,
    });
  });
});
