import { describe, expect, it } from 'vitest';
import { canMeet, canReferTo, nameFor, referringTo } from './added-beside';
import type { Service } from './environment';
import { type ServiceType, ServiceTypeSchema } from './service-type';
import { unmetNeeds } from './unmet-needs';

const type = (name: string, more: object = {}): ServiceType =>
  ServiceTypeSchema.parse({
    ...{ type: name, package: `test.${name}`, version: '1', title: name, summary: '', form: [], roles: [] },
    ...{ properties: [], unitProperties: [], units: { min: 1, max: 1, default: 1, noun: 'machine' } },
    ...more,
  });
const domain = { name: 'domain', kind: 'membershipRef', label: 'Domain', needs: 'domain', joins: 'domain' };
const database = {
  name: 'data',
  kind: 'serviceRef',
  label: 'Database server',
  needs: 'sql',
  relation: 'keeps data in',
};
const directory = type('directory', {
  offers: [{ capability: 'domain', name: 'domain', includesMachines: true }],
  properties: [{ name: 'domain', kind: 'domainName', label: 'Domain' }],
});
const app = type('app', { properties: [domain, database] });
const sql = type('sql', { offers: [{ capability: 'sql', name: 'name' }], properties: [domain] });
const types = [directory, app, sql];
const service = (kind: string, id: string, more: object = {}): Service =>
  ({ id, type: kind, name: id, units: [], state: {}, ...more }) as unknown as Service;

describe('what is missing in an environment', () => {
  it('is what services could use and nothing there offers', () => {
    const missing = unmetNeeds([service('app', 'shop'), service('app', 'portal')], types, types);
    expect(missing).toMatchObject([
      { needs: 'domain', joins: true, types: [directory] },
      {
        needs: 'sql',
        label: 'Database server',
        words: 'keeps data in',
        joins: false,
        by: [
          { serviceId: 'shop', property: 'data' },
          { serviceId: 'portal', property: 'data' },
        ],
        types: [sql],
      },
    ]);
  });

  it('is nothing where it is there already, chosen or not', () => {
    const there = [
      service('app', 'shop'),
      service('sql', 'orders'),
      service('directory', 'd', { domain: 'acme.local' }),
    ];
    expect(unmetNeeds(there, types, types)).toEqual([]);
  });

  it('is nothing that the catalog could add', () => {
    expect(unmetNeeds([service('app', 'shop', { domain: 'old.local' })], types, [app])).toEqual([]);
  });
});

describe('a service that is added beside another', () => {
  it('refers to it from the beginning', () => {
    const beside = { capability: 'domain', name: 'acme.local' };
    expect(types.filter((one) => canReferTo(one, beside))).toEqual([app, sql]);
    expect(referringTo({ name: 'orders' }, sql, beside)).toEqual({ name: 'orders', domain: 'acme.local' });
    expect(referringTo({ name: 'd' }, directory, beside)).toEqual({ name: 'd' });
  });

  it('is named by those that it was added for', () => {
    expect(types.filter((one) => canMeet(one, 'oracle|sql'))).toEqual([sql]);
    const property = app.properties.find(({ name }) => name === 'data');
    expect(property && nameFor(property, { name: 'orders' }, sql)).toBe('orders');
    expect(property && nameFor(property, { name: 'd', domain: 'acme.local' }, directory)).toBeNull();
  });
});
