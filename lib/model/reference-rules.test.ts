import { describe, expect, it } from 'vitest';
import type { EnvironmentModel, Service } from './environment';
import { circularReferences, referenceProblems } from './reference-rules';
import { type ServiceType, ServiceTypeSchema } from './service-type';

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
const store = { name: 'store', kind: 'serviceRef', label: 'Store', needs: 'store', sharing: 'domain' };
const domain = { name: 'domain', kind: 'membershipRef', label: 'Domain', needs: 'domain', joins: 'domain' };
const types = [
  type('forest', { offers: [{ capability: 'domain', name: 'domain' }] }),
  type('shop', { properties: [domain, store] }),
  type('mirror', {
    offers: [{ capability: 'mirror' }],
    properties: [{ name: 'other', kind: 'serviceRef', label: 'Other', needs: 'mirror', circular: 'allowed' }],
  }),
  type('vault', {
    offers: [{ capability: 'store' }, { capability: 'copy' }],
    properties: [domain, { name: 'copyOf', kind: 'serviceRef', label: 'Copy of', needs: 'copy' }],
  }),
];
const service = (kind: string, name: string, more: Record<string, string> = {}): Service => ({
  id: `${kind}-${name}`,
  type: kind,
  name,
  units: [],
  ...more,
});
const model = (...services: Service[]): EnvironmentModel => ({ id: 'e', name: 'e', services });
const inDomain = { domain: 'acme.local' };
const vault = service('vault', 'v', inDomain);
const shop = service('shop', 's', { ...inDomain, store: 'v' });
const codesOf = (problems: { path: string; code: string }[]) => problems.map(({ path, code }) => `${path} ${code}`);

describe('a service that names another', () => {
  it('finds it whatever the order of adding, and may name none', () => {
    expect(referenceProblems(model(shop, vault), { types })).toEqual([]);
    expect(referenceProblems(model(vault, shop), { types })).toEqual([]);
    expect(referenceProblems(model(service('shop', 's', { store: '' })), { types })).toEqual([]);
  });

  it('is refused when nobody is called so, or only who offers something else', () => {
    expect(codesOf(referenceProblems(model(shop), { types }))).toEqual(['services.0.store service_not_there']);
    const other = model(shop, service('forest', 'v', inDomain));
    expect(codesOf(referenceProblems(other, { types }))).toEqual(['services.0.store service_not_there']);
  });

  it('is refused with both names when a change removes or renames what it needs', () => {
    const deployed = model(vault, shop);
    const renamed = model({ ...vault, name: 'w' }, shop);
    for (const draft of [model(shop), renamed]) {
      const [problem, ...more] = referenceProblems(draft, { types, deployed });
      expect([problem?.code, more]).toEqual(['service_removed', []]);
      expect(problem?.sentence).toContain('"s" needs the service "v", which this change removes or renames.');
    }
  });

  it('is refused when two are called so', () => {
    const twins = model(vault, { ...vault, id: 'x' }, shop);
    expect(codesOf(referenceProblems(twins, { types }))).toEqual(['services.2.store service_ambiguous']);
  });

  it('is refused outside of the domain of the other where they must share one', () => {
    for (const domain of ['', 'other.local']) {
      const apart = model(vault, { ...shop, domain });
      expect(codesOf(referenceProblems(apart, { types }))).toEqual(['services.1.store other_domain']);
    }
    expect(referenceProblems(model(vault, { ...shop, domain: 'ACME.local' }), { types })).toEqual([]);
  });
});

describe('services that name each other in a circle', () => {
  it('are found and named in order, once', () => {
    const ring = model(
      service('vault', 'a', { copyOf: 'b' }),
      service('vault', 'b', { copyOf: 'c' }),
      service('vault', 'c', { copyOf: 'a' }),
    );
    expect(circularReferences(ring, types)).toEqual([
      {
        path: 'services.0.copyOf',
        code: 'service_circle',
        sentence: '"a" needs "b", "b" needs "c" and "c" needs "a": none of them can come first. Clear one of these.',
      },
    ]);
  });

  it('may be a single one', () => {
    const own = model(service('vault', 'a', { copyOf: 'a' }));
    expect(circularReferences(own, types)[0]?.sentence).toBe('"a" needs itself. Choose another service.');
  });

  it('are allowed where the reference says so, except of one that names itself', () => {
    const pair = model(service('mirror', 'a', { other: 'b' }), service('mirror', 'b', { other: 'a' }));
    expect(circularReferences(pair, types)).toEqual([]);
    const own = model(service('mirror', 'a', { other: 'a' }));
    expect(codesOf(circularReferences(own, types))).toEqual(['services.0.other service_circle']);
  });

  it('are none when they only share what they need', () => {
    expect(circularReferences(model(shop, { ...shop, id: 't', name: 't' }, vault), types)).toEqual([]);
  });
});
