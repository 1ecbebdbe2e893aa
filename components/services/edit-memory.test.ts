import { beforeEach, describe, expect, it } from 'vitest';
import { rememberService } from '@/components/forms/service-memory';
import { MASK } from '@/lib/model/secret';
import { ServiceTypeSchema } from '@/lib/model/service-type';
import type { ServiceView } from '@/lib/model/views';
import { recallEdit } from './edit-memory';

const type = ServiceTypeSchema.parse({
  type: 'web',
  package: 'test.Web',
  version: '1',
  title: 'Web',
  summary: '',
  properties: [
    { name: 'name', kind: 'name', label: 'Name' },
    { name: 'adminPassword', kind: 'password', label: 'Password' },
  ],
  unitProperties: [],
  units: { min: 1, max: 4, default: 1, noun: 'server' },
  roles: [],
  form: [],
});
const service: ServiceView = {
  id: 's',
  type: 'web',
  name: 'shop',
  status: 'ready',
  adminPassword: MASK,
  units: [{ id: 'u1', name: 'one' }],
};
const kept = new Map<string, string>();
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
};
beforeEach(() => kept.clear());

describe('an edit that a reload interrupted', () => {
  it('goes on where it was, with the saved secret in place of one that was typed', () => {
    const typed = { ...service, name: 'shop2', adminPassword: 'Typed!pass1' };
    rememberService('x', type, { service: JSON.parse(JSON.stringify(typed)), step: 0 }, storage);
    expect(recallEdit('x', service, storage)).toMatchObject({ name: 'shop2', adminPassword: MASK });
  });

  it('begins anew when the machines are others by now', () => {
    rememberService(
      'x',
      type,
      { service: { ...JSON.parse(JSON.stringify(service)), name: 'shop2' }, step: 0 },
      storage,
    );
    const grown = { ...service, units: [...service.units, { id: 'u2', name: 'two' }] };
    expect(recallEdit('x', grown, storage)).toMatchObject({ name: 'shop' });
  });

  it('begins with the service as it is when nothing was kept', () => {
    expect(recallEdit('x', service, storage)).toEqual(service);
  });
});
