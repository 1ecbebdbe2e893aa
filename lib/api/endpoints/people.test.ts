import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '@/lib/api/testing/product';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import { systemAdmin } from '@/lib/api/testing/system-admin';
import type { UserView } from '@/lib/model/administration';

/** Users, roles, tenants and quotas over HTTP. */

const product = productForTests();
let root: Client;
beforeAll(async () => {
  await product.db.user.updateMany({ data: { systemAdmin: false } });
  root = await systemAdmin(product);
});

const users = async () => list((await root.ok('GET', '/v1/admin/users')).users) as unknown as UserView[];
const userNamed = async (name: string) => (await users()).find((user) => user.name === name);
const lastAudit = (action: string) => product.db.auditEntry.findFirst({ where: { action }, orderBy: { id: 'desc' } });

async function signIn(name: string, password: string): Promise<number> {
  const answer = await product.anonymous().call('POST', '/identity/v3/auth/tokens', {
    body: {
      auth: { identity: { methods: ['password'], password: { user: { name, domain: { id: 'default' }, password } } } },
    },
  });
  return answer.status;
}

describe('the endpoints of the administration', () => {
  test.each([
    ['GET', '/v1/admin/overview'],
    ['GET', '/v1/admin/trend'],
    ['GET', '/v1/admin/events'],
    ['GET', '/v1/admin/health'],
    ['GET', '/v1/admin/users'],
    ['POST', '/v1/admin/users', { name: 'x', display_name: 'x' }],
    ['PATCH', `/v1/admin/users/${'a'.repeat(32)}`, {}],
    ['POST', `/v1/admin/users/${'a'.repeat(32)}/password`],
    ['GET', '/v1/admin/tenants'],
    ['POST', '/v1/admin/tenants', { name: 'x' }],
    ['PATCH', `/v1/admin/tenants/${'a'.repeat(32)}`, {}],
    ['PUT', `/v1/admin/tenants/${'a'.repeat(32)}/quota`, { machines: 1, vcpus: 1, memory_mb: 1, disk_gb: 1 }],
    ['DELETE', `/v1/admin/tenants/${'a'.repeat(32)}/quota`],
    ['GET', '/v1/admin/packages'],
    ['PUT', '/v1/admin/packages/io.vetro.windows.WebServer', { enabled: false }],
    ['PUT', `/v1/admin/packages/io.vetro.windows.WebServer/tenants/${'a'.repeat(32)}`, { enabled: false }],
    ['GET', '/v1/admin/audit'],
    ['GET', '/v1/admin/audit/actions'],
    ['GET', '/v1/admin/audit/export'],
  ])('%s %s are shut for an admin of a tenant, and for nobody', async (method, path, body?: object) => {
    const options = body === undefined ? {} : { body };
    const refused = await product.admin.call(method, path, options);
    expect([refused.status, refused.json]).toEqual([403, expect.objectContaining({ code: 'not_a_system_admin' })]);
    expect((await product.anonymous().call(method, path, options)).status).toBe(401);
  });

  test('open for a system administrator, who is admin in every tenant', async () => {
    expect(await root.ok('GET', '/v1/me')).toMatchObject({ system_admin: true, role: 'admin' });
    expect(await product.admin.ok('GET', '/v1/me')).toMatchObject({ system_admin: false });
  });
});

describe('a user', () => {
  test('is made with a password that is told once and works, and is audited without it', async () => {
    const made = await root.ok('POST', '/v1/admin/users', {
      body: {
        name: 'nina',
        display_name: 'Nina New',
        email: 'nina@contoso.example',
        roles: [{ tenant_id: product.member.tenantId, role: 'reader' }],
      },
    });
    const password = text(made.password);
    expect(await signIn('nina', password)).toBe(201);
    expect(await userNamed('nina')).toMatchObject({
      display_name: 'Nina New',
      enabled: true,
      system_admin: false,
      roles: [{ tenant_name: 'Contoso', role: 'reader' }],
    });
    const audit = await lastAudit('user.create');
    expect(audit).toMatchObject({ userId: root.userId, tenantId: null, details: { name: 'nina' } });
    expect(JSON.stringify(audit?.details)).not.toContain(password);
    expect(product.logLines.join('')).not.toContain(password);
    expect(JSON.stringify(await root.ok('GET', '/v1/admin/users'))).not.toMatch(/argon2|password/);
  });

  test('is refused with every bad field, a taken name whatever the case, and a tenant that is not there', async () => {
    const bad = await root.call('POST', '/v1/admin/users', { body: { name: ' x', display_name: ' ', email: 'no' } });
    expect(bad.status).toBe(400);
    expect(list(object(bad.json).fields).map(({ path }) => path)).toEqual(['name', 'display_name', 'email']);
    const taken = await root.call('POST', '/v1/admin/users', { body: { name: 'NINA', display_name: 'Other' } });
    expect([taken.status, object(taken.json).code]).toEqual([409, 'user_name_taken']);
    const roles = [{ tenant_id: 'f'.repeat(32), role: 'admin' }];
    const lost = await root.call('POST', '/v1/admin/users', { body: { name: 'lost', display_name: 'Lost', roles } });
    expect([lost.status, list(object(lost.json).fields)[0]?.code]).toEqual([400, 'tenant_unknown']);
  });

  test('changes role, which holds at once, and what was and is is audited', async () => {
    const { userId, tenantId } = product.reader;
    const path = `/v1/environments`;
    expect((await product.reader.call('POST', path, { body: { name: 'by rita' } })).status).toBe(403);
    await root.ok('PATCH', `/v1/admin/users/${userId}`, { body: { roles: [{ tenant_id: tenantId, role: 'member' }] } });
    expect((await product.reader.call('POST', path, { body: { name: 'by rita' } })).status).toBe(200);
    expect((await lastAudit('user.change'))?.details).toMatchObject({
      name: 'rita',
      before: { roles: [{ role: 'reader' }] },
      after: { roles: [{ role: 'member' }] },
    });
  });

  test('that is disabled can do nothing, keeps its history, and comes back', async () => {
    const { userId } = product.colleague;
    await root.ok('PATCH', `/v1/admin/users/${userId}`, { body: { enabled: false } });
    expect((await product.colleague.call('GET', '/v1/me')).status).toBe(401);
    expect(await userNamed('mia')).toMatchObject({ enabled: false, roles: [{ role: 'member' }] });
    await root.ok('PATCH', `/v1/admin/users/${userId}`, { body: { enabled: true } });
    // What was signed in before stays over.
    expect((await product.colleague.call('GET', '/v1/me')).status).toBe(401);
    const again = await product.clientOf('mia', 'Contoso', 'member');
    expect((await again.call('GET', '/v1/me')).status).toBe(200);
  });

  test('gets a new password that ends what was signed in', async () => {
    const nina = await userNamed('nina');
    const client = await product.clientOf('nina', 'Contoso', 'reader');
    expect((await client.call('GET', '/v1/me')).status).toBe(200);
    const { password } = await root.ok('POST', `/v1/admin/users/${nina?.id}/password`);
    expect((await client.call('GET', '/v1/me')).status).toBe(401);
    expect(await signIn('nina', text(password))).toBe(201);
    expect((await lastAudit('user.resetPassword'))?.targetId).toBe(nina?.id);
  });

  test('that is not there is not found', async () => {
    const path = `/v1/admin/users/${'f'.repeat(32)}`;
    expect((await root.call('PATCH', path, { body: {} })).status).toBe(404);
    expect((await root.call('POST', `${path}/password`)).status).toBe(404);
  });
});

describe('the last administrator', () => {
  test('cannot be disabled nor lose the mark, alone or with another at the same moment', async () => {
    for (const body of [{ enabled: false }, { system_admin: false }]) {
      const refused = await root.call('PATCH', `/v1/admin/users/${root.userId}`, { body });
      expect([refused.status, object(refused.json).code]).toEqual([409, 'last_administrator']);
    }
    const second = await systemAdmin(product, 'second');
    const answers = await Promise.all([
      root.call('PATCH', `/v1/admin/users/${second.userId}`, { body: { enabled: false } }),
      second.call('PATCH', `/v1/admin/users/${root.userId}`, { body: { system_admin: false } }),
    ]);
    // Whoever came second is refused, or is nobody any more.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await product.db.user.count({ where: { systemAdmin: true, enabled: true } })).toBe(1);
    await product.db.user.update({ where: { id: root.userId }, data: { systemAdmin: true, enabled: true } });
    await product.db.user.update({ where: { id: second.userId }, data: { systemAdmin: false } });
  });

  test('keeps a tenant to sign in to', async () => {
    const tenants = list((await root.ok('GET', '/v1/admin/tenants')).tenants);
    const disable = (id: unknown) =>
      root.call('PATCH', `/v1/admin/tenants/${String(id)}`, { body: { enabled: false } });
    // The caller's own comes last: in a disabled tenant nobody works, not even they.
    const others = tenants.filter(({ id }) => id !== root.tenantId);
    for (const { id } of others) expect((await disable(id)).status).toBe(200);
    const refused = await disable(root.tenantId);
    expect([refused.status, object(refused.json).code]).toEqual([409, 'last_administrator']);
    expect((await product.stranger.call('GET', '/v1/me')).status).toBe(401);
    for (const { id } of others) await root.ok('PATCH', `/v1/admin/tenants/${String(id)}`, { body: { enabled: true } });
    expect((await product.stranger.call('GET', '/v1/me')).status).toBe(200);
  });
});

describe('a tenant', () => {
  test('is made, renamed and described; two have never the same name', async () => {
    const made = await root.ok('POST', '/v1/admin/tenants', { body: { name: ' Northwind ', description: 'Trade' } });
    expect(made).toMatchObject({ name: 'Northwind', enabled: true, users: 0, environments: 0, quota: { own: false } });
    const again = await root.call('POST', '/v1/admin/tenants', { body: { name: 'northwind' } });
    expect(object(again.json).code).toBe('tenant_name_taken');
    const path = `/v1/admin/tenants/${text(made.id)}`;
    expect((await root.call('PATCH', path, { body: { name: 'Contoso' } })).status).toBe(409);
    expect(await root.ok('PATCH', path, { body: { name: 'Northwind Traders' } })).toMatchObject({
      name: 'Northwind Traders',
      description: 'Trade',
    });
    expect((await lastAudit('tenant.change'))?.tenantId).toBe(text(made.id));
    expect((await root.call('POST', '/v1/admin/tenants', { body: { name: '  ' } })).status).toBe(400);
  });

  test('has limits of its own that the cloud holds it to, until it gets the default again', async () => {
    const path = `/v1/admin/tenants/${product.stranger.tenantId}/quota`;
    const limits = { machines: 1, vcpus: 40, memory_mb: 98_304, disk_gb: 500, public_addresses: 3, networks: 7 };
    expect(await root.ok('PUT', path, { body: limits })).toMatchObject({ quota: { own: true, limit: limits } });
    expect(await product.stranger.ok('GET', '/v1/offer')).toMatchObject({
      quota: { machines: { limit: 1 }, diskGb: { limit: 500 }, publicAddresses: { limit: 3 }, networks: { limit: 7 } },
    });
    expect(await product.member.ok('GET', '/v1/offer')).toMatchObject({ quota: { machines: { limit: 20 } } });
    expect((await lastAudit('tenant.quota'))?.details).toMatchObject({
      before: { machines: 20 },
      after: { machines: 1 },
    });
    expect((await root.call('PUT', path, { body: { ...limits, machines: -1 } })).status).toBe(400);
    expect(await root.ok('DELETE', path)).toMatchObject({ quota: { own: false, limit: { machines: 20 } } });
    expect((await root.call('PUT', `/v1/admin/tenants/${'f'.repeat(32)}/quota`, { body: limits })).status).toBe(404);
  });
});
