import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHttpClient, type HttpClient } from './http-client';
import { createKeystoneIdentity } from './identity';
import { settingsOfTests } from './testing';

/** The users of `scripts/openstack/identity.py`, as Keystone knows them. */
describe('people of a real Keystone', { timeout: 60_000 }, () => {
  let http: HttpClient;
  const settings = settingsOfTests();
  const keystone = () =>
    createKeystoneIdentity(http, settings, {
      domain: 'Default',
      roles: { member: 'member', reader: 'reader' },
      adminRoles: ['admin'],
    });
  const password = settings.credential.kind === 'password' ? settings.credential.password : '';

  beforeAll(() => {
    http = createHttpClient({ ca: null, insecure: false, log: { debug: () => undefined } });
  });
  afterAll(() => http.close());

  const rolesOf = async (name: string) => {
    const identity = await keystone().identityOf(await keystone().signIn({ name, domain: '', password }));
    return {
      systemAdmin: identity?.systemAdmin,
      tenants: Object.fromEntries(identity?.tenants.map((tenant) => [tenant.name, tenant.role]) ?? []),
    };
  };

  test('work in their projects, by the roles they have there', async () => {
    expect(await rolesOf('demo')).toEqual({ systemAdmin: false, tenants: { demo: 'member', other: 'member' } });
    expect(await rolesOf('viewer')).toEqual({ systemAdmin: false, tenants: { demo: 'reader' } });
    expect(await rolesOf('admin')).toMatchObject({ systemAdmin: true });
  });

  test('are refused with a wrong password, and in a domain that does not exist', async () => {
    for (const wrong of [{ password: 'wrong' }, { domain: 'nowhere' }])
      await expect(keystone().signIn({ name: 'demo', domain: '', password, ...wrong })).rejects.toMatchObject({
        code: 'wrong_credentials',
      });
  });

  test('are out once their token is revoked', async () => {
    const token = await keystone().signIn({ name: 'demo', domain: 'Default', password });
    expect(await keystone().identityOf(token)).not.toBeNull();
    await keystone().revoke(token);
    expect(await keystone().identityOf(token)).toBeNull();
    expect(await keystone().identityOf('gAAAA-never-given')).toBeNull();
  });
});
