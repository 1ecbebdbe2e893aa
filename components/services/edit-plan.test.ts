import { describe, expect, it } from 'vitest';
import { MASK } from '@/lib/model/secret';
import { ServiceTypeSchema } from '@/lib/model/service-type';
import type { ServiceView } from '@/lib/model/views';
import { editBody, editFields } from './edit-plan';

const type = ServiceTypeSchema.parse({
  type: 'directory',
  package: 'test.Directory',
  version: '1',
  title: 'Directory',
  summary: '',
  properties: [
    { name: 'domain', kind: 'domainName', label: 'Domain', change: 'refuse' },
    { name: 'flavor', kind: 'flavor', label: 'Size', change: 'replace' },
    { name: 'adminPassword', kind: 'password', label: 'Password' },
    { name: 'internal', kind: 'string', label: 'Internal', hidden: true },
  ],
  unitProperties: [
    { name: 'isMaster', kind: 'boolean', label: 'Primary', hidden: true },
    { name: 'recoveryPassword', kind: 'password', label: 'Recovery password', askOnce: true, change: 'refuse' },
  ],
  units: { min: 1, max: 4, default: 2, noun: 'controller' },
  roles: [],
  form: [],
});

const service = (built: boolean): ServiceView => ({
  id: 'ad',
  type: 'directory',
  name: 'acme.local',
  status: 'ready',
  domain: 'acme.local',
  flavor: 'medium',
  adminPassword: MASK,
  units: [
    {
      id: 'u1',
      name: 'one',
      isMaster: true,
      recoveryPassword: MASK,
      ...(built ? { state: { hostname: 'dc1', address: '10.0.0.2' } } : {}),
    },
    { id: 'u2', name: 'two', isMaster: false, recoveryPassword: MASK },
  ],
});
const values = (more: object = {}) => ({ ...JSON.parse(JSON.stringify(service(false))), ...more });

describe('the form that edits a service', () => {
  it('asks for everything of a service that is only drafted, and once for what all units share', () => {
    const fields = editFields(type, service(false), values());
    expect(fields.map(({ path, fixed, rebuilds }) => [path, fixed || rebuilds])).toEqual([
      ['domain', false],
      ['flavor', false],
      ['adminPassword', false],
      ['units.0.recoveryPassword', false],
    ]);
    expect(fields.at(-1)?.alsoAt).toEqual(['units.1.recoveryPassword']);
  });

  it('shows what is fixed once deployed, warns of what sets machines up again, and spares deployed units', () => {
    const fields = editFields(type, service(true), values());
    expect(fields.find(({ path }) => path === 'domain')?.fixed).toBe(true);
    expect(fields.find(({ path }) => path === 'flavor')?.rebuilds).toBe(true);
    expect(fields.filter(({ path }) => path.startsWith('units')).map(({ path }) => path)).toEqual([
      'units.1.recoveryPassword',
    ]);
  });
});

describe('what an edit sends', () => {
  it('is nothing when nothing changed', () => {
    expect(editBody(type, service(false), values())).toEqual({});
  });

  it('is the changed properties alone', () => {
    expect(editBody(type, service(false), values({ flavor: 'large' }))).toEqual({ flavor: 'large' });
  });

  it('names every unit when one of them changed, the others keep their saved secrets by the mask', () => {
    const next = values();
    next.units[1].recoveryPassword = 'New!secret1';
    expect(editBody(type, service(false), next)).toEqual({
      units: [
        { id: 'u1', isMaster: true, recoveryPassword: MASK },
        { id: 'u2', isMaster: false, recoveryPassword: 'New!secret1' },
      ],
    });
  });
});
