import { beforeEach, describe, expect, it } from 'vitest';
import { MASK } from '@/lib/model/secret';
import { type ServiceType, ServiceTypeSchema } from '@/lib/model/service-type';
import { forgetService, recallService, rememberService } from './service-memory';

const type: ServiceType = ServiceTypeSchema.parse({
  type: 'directory',
  package: 'test.Directory',
  version: '1',
  title: 'Directory',
  summary: '',
  properties: [
    { name: 'name', kind: 'name', label: 'Name' },
    { name: 'adminPassword', kind: 'password', label: 'Password' },
    { name: 'token', kind: 'string', label: 'Token', secret: true },
  ],
  unitProperties: [{ name: 'recoveryPassword', kind: 'password', label: 'Recovery password' }],
  units: { min: 1, max: 4, default: 1, noun: 'machine' },
  roles: [],
  form: [],
});

const SECRET = 'S3ntinel!word';
let kept: Map<string, string>;
let storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

beforeEach(() => {
  kept = new Map();
  storage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
});

describe('a half-filled service', () => {
  const service = {
    name: 'ad',
    adminPassword: SECRET,
    token: SECRET,
    units: [{ recoveryPassword: SECRET }, { recoveryPassword: '' }],
  };

  it('comes back after a reload as it was, at the step it was', () => {
    rememberService('x', type, { service: { name: 'ad', units: [{}] }, step: 2 }, storage);
    expect(recallService('x', storage)).toEqual({ service: { name: 'ad', units: [{}] }, step: 2, forgotten: [] });
  });

  it('never puts a secret into web storage, and says which have to be typed again', () => {
    rememberService('x', type, { service, step: 0 }, storage);
    expect([...kept.values()].join()).not.toContain(SECRET);
    expect(recallService('x', storage)?.forgotten).toEqual(['adminPassword', 'token', 'units.0.recoveryPassword']);
  });

  it('leaves the form itself alone', () => {
    rememberService('x', type, { service, step: 0 }, storage);
    expect(service.units[0]?.recoveryPassword).toBe(SECRET);
  });

  it('keeps the mask of a saved secret: it stands for "unchanged"', () => {
    rememberService('x', type, { service: { name: 'ad', adminPassword: MASK, units: [] }, step: 0 }, storage);
    expect(recallService('x', storage)).toMatchObject({ service: { adminPassword: MASK }, forgotten: [] });
  });

  it('is gone once it was sent or given up', () => {
    rememberService('x', type, { service, step: 0 }, storage);
    forgetService('x', storage);
    expect(recallService('x', storage)).toBeNull();
  });

  it('is nothing where storage holds something else or is forbidden', () => {
    kept.set('vetro.form.x', '{"step":"two"}');
    expect(recallService('x', storage)).toBeNull();
    const forbidden = () => {
      throw new Error('forbidden');
    };
    const closed = { getItem: forbidden, setItem: forbidden, removeItem: forbidden };
    expect(() => rememberService('x', type, { service, step: 0 }, closed)).not.toThrow();
    expect(recallService('x', closed)).toBeNull();
  });
});
