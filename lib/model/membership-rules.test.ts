import { describe, expect, it } from 'vitest';
import type { EnvironmentModel, Service } from './environment';
import { circularMemberships, missingMemberships } from './membership-rules';
import { PropertySchema, type ServiceType, ServiceTypeSchema } from './service-type';

const type = (name: string, more: object): ServiceType =>
  ServiceTypeSchema.parse({
    type: name,
    package: `com.acme.${name}`,
    version: '1.0.0',
    title: name,
    summary: '',
    properties: [],
    unitProperties: [],
    units: { min: 1, max: 1, default: 1, noun: 'machine' },
    roles: [],
    form: [],
    ...more,
  });
const offers = [{ capability: 'domain', name: 'domain' }];
const joining = (name: string) =>
  PropertySchema.parse({ name, kind: 'membershipRef', label: 'Domain', needs: 'domain', joins: 'domain' });
const types = [
  type('forest', { offers, title: 'Forest' }),
  type('child', { offers, properties: [joining('parent')] }),
  type('member', { properties: [joining('domain')] }),
];
const service = (kind: string, name: string, more: Record<string, string>): Service => ({
  id: name,
  type: kind,
  name,
  units: [],
  ...more,
});
const model = (...services: Service[]): EnvironmentModel => ({ id: 'e', name: 'e', services });
const root = service('forest', 'root', { domain: 'root.local' });
const sales = service('child', 'sales', { domain: 'sales.local', parent: 'root.local' });
const web = service('member', 'web', { domain: 'sales.local' });

describe('domains that services need', () => {
  it('may be provided before or after those who need them, whatever the order of adding', () => {
    for (const services of [
      [root, sales, web],
      [web, sales, root],
      [sales, web, root],
    ]) {
      expect(missingMemberships(model(...services), { types })).toEqual([]);
      expect(circularMemberships(model(...services), types)).toEqual([]);
    }
  });

  it('that are removed are refused once, with the names of all who need them', () => {
    const mail = service('member', 'mail', { domain: 'root.local' });
    const shop = service('member', 'shop', { domain: 'root.local' });
    const deployed = model(root, mail, sales, shop);
    expect(missingMemberships(model(mail, sales, shop), { types, deployed })).toEqual([
      {
        path: 'services.0.domain',
        code: 'domain_removed',
        sentence:
          '"mail", "sales" and "shop" are in the domain root.local, which this change removes. Keep the service "root", or clear their domains too.',
      },
    ]);
  });

  it('that nobody ever provided are told at each field', () => {
    const problems = missingMemberships(model(web, { ...web, id: 'x', name: 'x' }), { types });
    expect(problems.map(({ path, code }) => `${path} ${code}`)).toEqual([
      'services.0.domain domain_not_provided',
      'services.1.domain domain_not_provided',
    ]);
    expect(problems[0]?.sentence).toContain('Add a Forest service');
  });
});

describe('services that need each other in a circle', () => {
  it('are found and named in order, once', () => {
    const a = service('child', 'a', { domain: 'a.local', parent: 'b.local' });
    const b = service('child', 'b', { domain: 'b.local', parent: 'c.local' });
    const c = service('child', 'c', { domain: 'c.local', parent: 'A.local' });
    const tail = service('member', 'tail', { domain: 'a.local' });
    expect(circularMemberships(model(tail, a, b, c), types)).toEqual([
      {
        path: 'services.1.parent',
        code: 'domain_circle',
        sentence:
          '"a" needs the domain b.local of "b", "b" needs the domain c.local of "c" and "c" needs the domain a.local of "a": none of them can come first. Clear one of these domains.',
      },
    ]);
  });

  it('may be a single one that joins its own domain', () => {
    const own = service('child', 'own', { domain: 'own.local', parent: 'own.local' });
    expect(circularMemberships(model(own), types)[0]?.sentence).toBe(
      '"own" needs the domain that it provides itself. Clear the domain that it joins.',
    );
  });
});
