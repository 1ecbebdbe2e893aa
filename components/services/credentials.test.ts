import { describe, expect, it } from 'vitest';
import { MASK } from '@/lib/model/secret';
import { PropertySchema, ServiceTypeSchema } from '@/lib/model/service-type';
import type { ServiceView } from '@/lib/model/views';
import { credentialsOf } from './credentials';

const password = (name: string) => PropertySchema.parse({ name, kind: 'password', label: `The ${name}` });
const TYPE = ServiceTypeSchema.parse({
  type: 'directory',
  package: 'p',
  version: '1',
  title: 'Directory',
  summary: '',
  properties: [
    password('adminPassword'),
    password('unset'),
    PropertySchema.parse({ name: 'key', kind: 'string', label: 'Key', secret: true }),
    PropertySchema.parse({ name: 'name', kind: 'string', label: 'Name' }),
  ],
  unitProperties: [password('recoveryPassword')],
  units: { min: 1, max: 9, default: 2, noun: 'controller' },
  roles: [],
  form: [],
});

describe('the passwords of a service', () => {
  it('are its secrets that are set, those of each machine too, units named by id', () => {
    const service: ServiceView = {
      id: 's',
      type: 'directory',
      name: 'acme',
      status: 'ready',
      adminPassword: MASK,
      key: MASK,
      unset: '',
      units: [
        { id: 'u1', name: 'one', recoveryPassword: MASK },
        { id: 'u2', name: 'two' },
      ],
    };
    expect(credentialsOf(service, TYPE)).toEqual([
      { path: 'adminPassword', label: 'The adminPassword', unitId: null },
      { path: 'key', label: 'Key', unitId: null },
      { path: 'units.u1.recoveryPassword', label: 'The recoveryPassword', unitId: 'u1' },
    ]);
  });
});
