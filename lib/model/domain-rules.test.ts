import { describe, expect, it } from 'vitest';
import { circularDomains, missingDomains } from './domain-rules';
import type { EnvironmentModel, Service } from './environment';
import type { ServiceType } from './service-type';

const type = (name: string, more: Partial<ServiceType>): ServiceType => ({
  type: name,
  package: `com.acme.${name}`,
  version: '1.0.0',
  title: name,
  summary: '',
  description: '',
  categories: [],
  tags: [],
  properties: [],
  unitProperties: [],
  units: { min: 1, max: 1, default: 1, noun: 'machine' },
  unitTemplates: [{}],
  exactlyOne: null,
  providesDomain: null,
  joinsDomain: null,
  offers: [],
  roles: [],
  shared: [],
  form: [],
  facts: [],
  ...more,
});
const types = [
  type('forest', { providesDomain: 'domain', title: 'Forest' }),
  type('child', { providesDomain: 'domain', joinsDomain: 'parent' }),
  type('member', { joinsDomain: 'domain' }),
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
      expect(missingDomains(model(...services), { types })).toEqual([]);
      expect(circularDomains(model(...services), types)).toEqual([]);
    }
  });

  it('that are removed are refused once, with the names of all who need them', () => {
    const mail = service('member', 'mail', { domain: 'root.local' });
    const shop = service('member', 'shop', { domain: 'root.local' });
    const deployed = model(root, mail, sales, shop);
    expect(missingDomains(model(mail, sales, shop), { types, deployed })).toEqual([
      {
        path: 'services.0.domain',
        code: 'domain_removed',
        sentence:
          '"mail", "sales" and "shop" are in the domain root.local, which this change removes. Keep the service "root", or clear their domains too.',
      },
    ]);
  });

  it('that nobody ever provided are told at each field', () => {
    const problems = missingDomains(model(web, { ...web, id: 'x', name: 'x' }), { types });
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
    expect(circularDomains(model(tail, a, b, c), types)).toEqual([
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
    expect(circularDomains(model(own), types)[0]?.sentence).toBe(
      '"own" needs the domain that it provides itself. Clear the domain that it joins.',
    );
  });
});
