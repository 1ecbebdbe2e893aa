import { encode } from 'next-auth/jwt';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@/lib/db/testing';
import { errors } from '@/lib/errors';
import { type Auth, createAuth } from './auth';
import { foreignTenantError } from './foreign-tenant';
import { seedDemo } from './seed';
import { sessionCookieName } from './session-cookie-name';

const SECRET = 'a session secret for tests, 32 characters';
let database: TestDatabase;
let auth: Auth;
const ids: Record<string, string> = {};
const open = () => createAuth({ db: database.db, sessionSecret: SECRET, tokenLifetimeSeconds: 3600 });

beforeAll(async () => {
  database = await createTestDatabase();
  await seedDemo(database.db);
  for (const { id, name } of [...(await database.db.user.findMany()), ...(await database.db.tenant.findMany())])
    ids[name] = id;
  auth = open();
});
afterAll(() => database.drop());
// What is remembered for seconds is measured by the one, what expires by the other; waiting stays real.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'Date'] }));
afterEach(() => void vi.useRealTimers());
const secondsPass = (seconds: number) => void vi.advanceTimersByTime(seconds * 1_000);

const id = (name: string): string => ids[name] ?? '';
const issue = (user: string, tenant: string | null) =>
  auth.tokens.issue({ userId: id(user), tenantId: tenant && id(tenant), methods: ['password'] });
const cookie = async (content: Record<string, unknown>, secret = SECRET, secure = false) =>
  `other=1; ${sessionCookieName(secure)}=${await encode({ token: content, secret })}`;

describe('a token', () => {
  it('is its user in its tenant with the role of now', async () => {
    const { token } = await issue('member', 'Fabrikam');
    expect(await auth.actorOfToken(token)).toEqual({
      userId: id('member'),
      userName: 'Max Member',
      tenantId: id('Fabrikam'),
      tenantName: 'Fabrikam',
      role: 'member',
      systemAdmin: false,
      via: 'token',
    });
  });

  it('is stored as a hash alone', async () => {
    const { token } = await issue('member', 'Contoso');
    expect(JSON.stringify(await database.db.token.findMany())).not.toContain(token.slice(6));
  });

  it('stops working at once where it is revoked, and within seconds elsewhere', async () => {
    const { token } = await issue('member', 'Contoso');
    const elsewhere = open();
    await elsewhere.actorOfToken(token);
    await auth.actorOfToken(token);
    await auth.tokens.revoke(token);
    await expect(auth.actorOfToken(token)).rejects.toMatchObject({ code: 'token_invalid' });
    secondsPass(4);
    await expect(elsewhere.actorOfToken(token)).rejects.toMatchObject({ code: 'token_invalid' });
  });

  it('stops working when it expires, however well it is remembered', async () => {
    const { token } = await auth.tokens.issue({
      userId: id('member'),
      tenantId: id('Contoso'),
      methods: ['password'],
      expiresAt: new Date(Date.now() + 600_000),
    });
    await auth.actorOfToken(token);
    vi.setSystemTime(Date.now() + 600_001);
    await expect(auth.actorOfToken(token)).rejects.toMatchObject({ code: 'token_invalid' });
  });

  it('never lives longer than the server allows', async () => {
    const { record } = await auth.tokens.issue({
      userId: id('member'),
      tenantId: null,
      methods: ['token'],
      expiresAt: new Date(Date.now() + 1e9),
    });
    expect(record.expiresAt.getTime()).toBeLessThanOrEqual(Date.now() + 3600_000);
  });

  it('for no tenant is no way in', async () => {
    const { token } = await issue('member', null);
    await expect(auth.actorOfToken(token)).rejects.toMatchObject({ kind: 'not_authenticated', code: 'token_unscoped' });
  });

  it('that nobody issued is no way in', async () => {
    for (const text of ['', 'vetro_made-up', `vetro_${'a'.repeat(43)}`])
      await expect(auth.actorOfToken(text)).rejects.toMatchObject({ kind: 'not_authenticated', code: 'token_invalid' });
  });

  it('of a tenant where the user has no role is no way in', async () => {
    const { token } = await issue('reader', 'Fabrikam');
    await expect(auth.actorOfToken(token)).rejects.toMatchObject({ code: 'token_invalid' });
  });

  it('is deleted a day after it expired', async () => {
    const { record } = await issue('member', 'Contoso');
    await database.db.token.updateMany({
      where: { auditId: record.auditId },
      data: { expiresAt: new Date(Date.now() - 25 * 3_600_000) },
    });
    await issue('member', 'Contoso');
    expect(await database.db.token.count({ where: { auditId: record.auditId } })).toBe(0);
  });
});

describe('a dashboard sign-in', () => {
  it('is its user in its tenant, by either cookie name', async () => {
    for (const secure of [true, false]) {
      const header = await cookie({ sub: id('admin'), tenantId: id('Contoso') }, SECRET, secure);
      expect(await auth.actorOfCookies(header)).toMatchObject({
        role: 'admin',
        tenantName: 'Contoso',
        via: 'dashboard',
      });
    }
  });

  it('of who administers the installation is admin in every tenant, with no role there at all', async () => {
    await database.db.tenant.create({ data: { id: 'e'.repeat(32), name: 'Elsewhere' } });
    const header = await cookie({ sub: id('admin'), tenantId: 'e'.repeat(32) });
    expect(await auth.actorOfCookies(header)).toMatchObject({ role: 'admin', systemAdmin: true });
    expect((await auth.membershipsOf(id('admin'))).map(({ tenant }) => tenant.name)).toContain('Elsewhere');
    expect(await auth.actorOfCookies(await cookie({ sub: id('member'), tenantId: 'e'.repeat(32) }))).toBeNull();
    await database.db.tenant.delete({ where: { id: 'e'.repeat(32) } });
  });

  it('from before a new password is over, as is a token', async () => {
    const before = Date.now() - 1_000;
    const { token } = await issue('reader', 'Contoso');
    const header = await cookie({ sub: id('reader'), tenantId: id('Contoso'), signedInAt: before });
    expect(await auth.actorOfCookies(header)).not.toBeNull();
    await database.db.user.update({ where: { id: id('reader') }, data: { signInsFrom: new Date(Date.now() + 50) } });
    auth.forgetMemberships();
    expect(await auth.actorOfCookies(header)).toBeNull();
    await expect(auth.actorOfToken(token)).rejects.toMatchObject({ code: 'token_invalid' });
    const later = await cookie({ sub: id('reader'), tenantId: id('Contoso'), signedInAt: Date.now() + 100 });
    expect(await auth.actorOfCookies(later)).not.toBeNull();
    await database.db.user.update({ where: { id: id('reader') }, data: { signInsFrom: null } });
    auth.forgetMemberships();
  });

  it.each([
    ['nothing', async () => ''],
    ['a cookie of another secret', () => cookie({ sub: id('admin'), tenantId: id('Contoso') }, 'x'.repeat(32))],
    ['an invented cookie', async () => `${sessionCookieName(false)}=e30.e30.e30`],
    ['a cookie without a tenant', () => cookie({ sub: id('admin') })],
    ['a cookie of a tenant without a role', () => cookie({ sub: id('reader'), tenantId: id('Fabrikam') })],
  ])('is nobody with %s', async (_what, header) => {
    expect(await auth.actorOfCookies(await header())).toBeNull();
  });

  it('ends within seconds when the role is taken away or the user is disabled', async () => {
    const fresh = open();
    const header = await cookie({ sub: id('member'), tenantId: id('Fabrikam') });
    expect(await fresh.actorOfCookies(header)).not.toBeNull();
    await database.db.roleAssignment.delete({
      where: { userId_tenantId: { userId: id('member'), tenantId: id('Fabrikam') } },
    });
    secondsPass(4);
    expect(await fresh.actorOfCookies(header)).toBeNull();
    await database.db.roleAssignment.create({
      data: { userId: id('member'), tenantId: id('Fabrikam'), role: 'member' },
    });
    await database.db.user.update({ where: { name: 'member' }, data: { enabled: false } });
    expect(await open().actorOfCookies(header)).toBeNull();
    await database.db.user.update({ where: { name: 'member' }, data: { enabled: true } });
  });
});

describe("something of another tenant's", () => {
  it('tells a member of that tenant to switch, and anybody else that there is no such thing', async () => {
    const unknown = errors.notFound('environment_not_found', 'There is no such environment.');
    const member = await auth.actorOfToken((await issue('admin', 'Contoso')).token);
    const stranger = await auth.actorOfToken((await issue('reader', 'Contoso')).token);
    expect(await foreignTenantError(open(), member, id('Fabrikam'), unknown)).toMatchObject({
      kind: 'forbidden',
      code: 'other_tenant',
      details: { tenantName: 'Fabrikam' },
    });
    expect(await foreignTenantError(open(), stranger, id('Fabrikam'), unknown)).toBe(unknown);
  });
});
