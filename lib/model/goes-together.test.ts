import { describe, expect, it } from 'vitest';
import type { Service } from './environment';
import { goesTogether, offersMembership } from './goes-together';
import { type ServiceType, ServiceTypeSchema } from './service-type';

const type = (name: string, more: Partial<ServiceType> = {}): ServiceType =>
  ServiceTypeSchema.parse({
    type: name,
    package: `test.${name}`,
    version: '1',
    title: name,
    summary: '',
    properties: [],
    unitProperties: [],
    units: { min: 1, max: 1, default: 1, noun: 'machine' },
    roles: [],
    form: [],
    ...more,
  });
const domain = { name: 'domain', kind: 'domainName', label: 'Domain' };
const membershipRef = { name: 'domain', kind: 'membershipRef', label: 'Domain', needs: 'domain', joins: 'domain' };
const types = [
  type('directory', {
    offers: [{ capability: 'domain', name: 'domain', includesMachines: true }],
    properties: [domain] as never,
  }),
  type('other'),
  type('web', { properties: [membershipRef] as never }),
  type('app', {
    properties: [membershipRef, { name: 'database', kind: 'serviceRef', label: 'Database', needs: 'sql' }] as never,
  }),
  type('sql', {
    offers: [{ capability: 'sql', name: 'name', includesMachines: false }],
    properties: [membershipRef] as never,
  }),
];
const service = (kind: string, more: Record<string, unknown> = {}): Service =>
  ({ id: kind, type: kind, name: kind, units: [], state: {}, ...more }) as unknown as Service;
const next = (...services: Service[]) => goesTogether(services, types, types).map((one) => one.type);

describe('what goes together', () => {
  it('after a domain come the kinds that join it, and another domain last', () => {
    expect(next(service('directory', { domain: 'acme.local' }))).toEqual(['web', 'app', 'sql', 'other', 'directory']);
  });

  it('a service without a domain wants one first', () => {
    expect(next(service('web', { domain: '' }))[0]).toBe('directory');
  });

  it('an application that names no database wants one, and a database leads to applications', () => {
    const domain = service('directory', { domain: 'acme.local' });
    expect(next(domain, service('app', { domain: 'acme.local', database: '' }))[0]).toBe('sql');
    expect(next(service('sql', { domain: 'acme.local' })).indexOf('app')).toBeLessThan(
      next(service('sql', { domain: 'acme.local' })).indexOf('other'),
    );
  });

  it('in an empty environment the catalog decides, a domain first', () => {
    expect(next()).toEqual(['directory', 'other', 'web', 'app', 'sql']);
  });

  it('among equals that comes first which asks for less', () => {
    const repository = { name: 'repository', kind: 'string', label: 'Repository', required: true };
    const [directory, ...others] = types.filter(({ type: name }) => name !== 'other');
    const known = directory
      ? [directory, type('page', { properties: [membershipRef, repository] as never }), ...others]
      : [];
    const there = [service('directory', { domain: 'acme.local' })];
    expect(goesTogether(there, known, known).map((one) => one.type)).toEqual([
      'web',
      'app',
      'sql',
      'page',
      'directory',
    ]);
  });

  it('knows whether there is something to join', () => {
    expect(offersMembership([service('web', { domain: 'acme.local' })], types)).toBe(false);
    expect(offersMembership([service('directory', { domain: 'acme.local' })], types)).toBe(true);
  });

  it('offers only what may be added', () => {
    const [, other] = types;
    expect(goesTogether([], types, other ? [other] : []).map((one) => one.type)).toEqual(['other']);
  });
});
