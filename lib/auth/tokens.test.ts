import { encode } from 'next-auth/jwt';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashToken } from '@/lib/crypto';
import { type Db, openDatabase } from '@/lib/db/client';
import { createTestDatabase, type TestDatabase } from '@/lib/db/testing';
import { errors } from '@/lib/errors';
import { type Auth, createAuth } from './auth';
import { otherTenantError } from './other-tenant-error';
import { seedDemo } from './seed';
import { sessionCookieName } from './session-cookie-name';
import { dashboardSignIn, SIGN_IN_LIFETIME } from './testing';

const SECRET = 'a session secret for tests, 32 characters';
const HOUR = 3600_000;
let database: TestDatabase;
let otherDb: Db;
/** two replicas, each with connections of its own */
let auth: Auth;
let elsewhere: Auth;
const ids: Record<string, string> = {};
const open = (db: Db) =>
  createAuth({ db, sessionSecret: SECRET, tokenLifetimeSeconds: 3600, signIn: SIGN_IN_LIFETIME });

beforeAll(async () => {
  database = await createTestDatabase();
  await seedDemo(database.db);
  for (const { id, name } of [...(await database.db.user.findMany()), ...(await database.db.tenant.findMany())])
    ids[name] = id;
  otherDb = openDatabase(database.url, 5);
  auth = open(database.db);
  elsewhere = open(otherDb);
});
afterAll(async () => {
  await otherDb.$disconnect();
  await database.drop();
});

const id = (name: string): string => ids[name] ?? '';
async function grant(user: string, tenant: string | null) {
  const { credentialVersion } = await database.db.user.findUniqueOrThrow({ where: { id: id(user) } });
  return { userId: id(user), tenantId: tenant && id(tenant), methods: ['password'], credentialVersion };
}
const issue = async (user: string, tenant: string | null) => auth.tokens.issue(await grant(user, tenant));
async function signIn(user: string, tenant: string, secure = false) {
  const { credentialVersion } = await database.db.user.findUniqueOrThrow({ where: { id: id(user) } });
  return dashboardSignIn(auth, SECRET, { userId: id(user), tenantId: id(tenant), credentialVersion }, secure);
}
const ofToken = (token: string) => database.db.token.findUniqueOrThrow({ where: { hash: hashToken(token) } });
const isRefused = { kind: 'not_authenticated', code: 'token_invalid' };

describe('a token', () => {
  it('is its user in its tenant with the role of now', async () => {
    expect(await auth.actorOfToken(await issue('member', 'Fabrikam'))).toEqual({
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
    const token = await issue('member', 'Contoso');
    expect(JSON.stringify(await database.db.token.findMany())).not.toContain(token.slice(6));
  });

  it('stops working everywhere once it is revoked', async () => {
    const token = await issue('member', 'Contoso');
    await elsewhere.actorOfToken(token);
    await auth.tokens.revoke(token);
    for (const replica of [auth, elsewhere]) await expect(replica.actorOfToken(token)).rejects.toMatchObject(isRefused);
  });

  it('stops working when it expires, by the clock of the database', async () => {
    const token = await issue('member', 'Contoso');
    await auth.actorOfToken(token);
    await database.db
      .$executeRaw`update tokens set expires_at = date_trunc('milliseconds', now()) where hash = ${hashToken(token)}`;
    await expect(auth.actorOfToken(token)).rejects.toMatchObject(isRefused);
  });

  it('for no tenant is no way in', async () => {
    await expect(auth.actorOfToken(await issue('member', null))).rejects.toMatchObject({
      kind: 'not_authenticated',
      code: 'token_unscoped',
    });
  });

  it('that nobody issued is no way in', async () => {
    for (const text of ['', 'vetro_made-up', `vetro_${'a'.repeat(43)}`])
      await expect(auth.actorOfToken(text)).rejects.toMatchObject(isRefused);
  });

  it('of a tenant where the user has no role is no way in', async () => {
    await expect(auth.actorOfToken(await issue('reader', 'Fabrikam'))).rejects.toMatchObject(isRefused);
  });

  it('is deleted a day after it expired', async () => {
    const token = await issue('member', 'Contoso');
    await database.db
      .$executeRaw`update tokens set expires_at = now() - interval '25 hours' where hash = ${hashToken(token)}`;
    await issue('member', 'Contoso');
    await expect(ofToken(token)).rejects.toThrow();
  });
});

describe('a token made from another', () => {
  const derive = async (parent: string, tenant: string | null = 'Contoso') => {
    const made = await auth.tokens.issueFrom(parent, await grant('member', tenant));
    if (made === null) throw new Error('the token was not issued');
    return made;
  };

  it('names its own audit id and that of the first of its chain, and ends no later than it', async () => {
    const first = await issue('member', null);
    const third = await derive(await derive(first));
    const known = await auth.tokens.find(third);
    expect(known?.auditIds).toEqual([expect.any(String), (await ofToken(first)).auditId]);
    expect((await ofToken(third)).expiresAt).toEqual((await ofToken(first)).expiresAt);
    await database.db
      .$executeRaw`update tokens set expires_at = now() + interval '9 days' where hash = ${hashToken(first)}`;
    expect((await ofToken(await derive(first))).expiresAt.getTime()).toBeLessThan(Date.now() + 2 * HOUR);
  });

  it('ends with it, however many are between them; those before it and beside it stay', async () => {
    const first = await issue('member', null);
    const second = await derive(first);
    const beside = await derive(first);
    const third = await derive(second);
    const fourth = await derive(third, 'Fabrikam');
    await auth.tokens.revoke(second);
    for (const token of [second, third, fourth])
      await expect(elsewhere.actorOfToken(token)).rejects.toMatchObject(isRefused);
    expect((await elsewhere.actorOfToken(beside)).userId).toBe(id('member'));
    expect(await elsewhere.tokens.find(first)).not.toBeNull();
    await auth.tokens.revoke(first);
    await expect(elsewhere.actorOfToken(beside)).rejects.toMatchObject(isRefused);
  });

  it('is not made from one that is revoked, expired or unknown', async () => {
    const asked = await grant('member', 'Contoso');
    const revoked = await issue('member', null);
    await auth.tokens.revoke(revoked);
    const expired = await issue('member', null);
    await database.db
      .$executeRaw`update tokens set expires_at = date_trunc('milliseconds', now()) where hash = ${hashToken(expired)}`;
    for (const parent of [revoked, expired, 'made-up'])
      expect(await elsewhere.tokens.issueFrom(parent, asked)).toBeNull();
  });

  it('cannot outrun a revocation by being exchanged all the time', async () => {
    const first = await issue('member', null);
    let newest = first;
    let revoked = false;
    const run = async (replica: Auth) => {
      for (;;) {
        const next: string | null = await replica.tokens.issueFrom(newest, await grant('member', 'Contoso'));
        if (next !== null) newest = next;
        else if (revoked) return;
      }
    };
    const runners = [run(auth), run(elsewhere), run(elsewhere)];
    while (newest === first) await new Promise((resolve) => setImmediate(resolve));
    await auth.tokens.revoke(first);
    revoked = true;
    await Promise.all(runners);
    expect(await database.db.token.count({ where: { chainId: (await ofToken(first)).auditId, revokedAt: null } })).toBe(
      0,
    );
  });
});

describe('a dashboard sign-in', () => {
  it('is its user in its tenant, by either cookie name', async () => {
    for (const secure of [true, false]) {
      const { cookie } = await signIn('admin', 'Contoso', secure);
      expect(await auth.actorOfCookies(`other=1; ${cookie}`)).toMatchObject({
        role: 'admin',
        tenantName: 'Contoso',
        via: 'dashboard',
      });
    }
  });

  it('of who administers the installation is admin in every tenant, with no role there at all', async () => {
    await database.db.tenant.create({ data: { id: 'e'.repeat(32), name: 'Elsewhere' } });
    ids.Elsewhere = 'e'.repeat(32);
    const { cookie } = await signIn('admin', 'Elsewhere');
    expect(await auth.actorOfCookies(cookie)).toMatchObject({ role: 'admin', systemAdmin: true });
    expect((await auth.membershipsOf(id('admin'))).map(({ tenant }) => tenant.name)).toContain('Elsewhere');
    expect(await auth.actorOfCookies((await signIn('member', 'Elsewhere')).cookie)).toBeNull();
    await database.db.tenant.delete({ where: { id: 'e'.repeat(32) } });
  });

  it.each([
    ['nothing', async () => ''],
    ['a cookie of another secret', () => forged({ sub: id('admin'), tenantId: id('Contoso') }, 'x'.repeat(32))],
    ['an invented cookie', async () => `${sessionCookieName(false)}=e30.e30.e30`],
    ['a cookie of no sign-in', () => forged({ sub: id('admin'), tenantId: id('Contoso') })],
    ['an unknown sign-in', () => forged({ sub: id('admin'), tenantId: id('Contoso'), signInId: 'f'.repeat(32) })],
    [
      'the sign-in of somebody else',
      async () => {
        const { signInId } = await signIn('reader', 'Contoso');
        return forged({ sub: id('admin'), tenantId: id('Contoso'), signInId });
      },
    ],
    [
      'a cookie without a tenant',
      async () => forged({ sub: id('admin'), signInId: (await signIn('admin', 'Contoso')).signInId }),
    ],
    ['a cookie of a tenant without a role', async () => (await signIn('reader', 'Fabrikam')).cookie],
  ])('is nobody with %s', async (_what, header) => {
    expect(await auth.actorOfCookies(await header())).toBeNull();
  });

  const forged = async (content: Record<string, unknown>, secret = SECRET) =>
    `${sessionCookieName(false)}=${await encode({ token: content, secret })}`;

  it('ends everywhere when its user signs out; others of the same user stay', async () => {
    const [here, there] = [await signIn('member', 'Contoso'), await signIn('member', 'Contoso')];
    expect(await elsewhere.actorOfCookies(here.cookie)).not.toBeNull();
    await auth.signIns.end(here.signInId);
    for (const replica of [auth, elsewhere]) expect(await replica.actorOfCookies(here.cookie)).toBeNull();
    expect(await elsewhere.actorOfCookies(there.cookie)).not.toBeNull();
  });

  it('is kept alive by use, and not by looking', async () => {
    const used = async ({ signInId }: { signInId: string }) =>
      (await database.db.signIn.findUniqueOrThrow({ where: { id: signInId } })).usedAt.getTime();
    const one = await signIn('member', 'Contoso');
    const longAgo = () =>
      database.db.$executeRaw`update sign_ins set used_at = now() - interval '11 hours' where id = ${one.signInId}`;
    await longAgo();
    const before = await used(one);
    expect(await auth.actorOfCookies(one.cookie, false)).not.toBeNull();
    expect(await used(one)).toBe(before);
    expect(await auth.actorOfCookies(one.cookie)).not.toBeNull();
    expect(await used(one)).toBeGreaterThan(before + 10 * HOUR);
    await database.db.$executeRaw`update sign_ins set used_at = now() - interval '12 hours' where id = ${one.signInId}`;
    expect(await auth.actorOfCookies(one.cookie)).toBeNull();
  });

  it('is over after a week, however much it is used', async () => {
    const one = await signIn('member', 'Contoso');
    const { createdAt, expiresAt } = await database.db.signIn.findUniqueOrThrow({ where: { id: one.signInId } });
    expect(expiresAt.getTime() - createdAt.getTime()).toBe(7 * 24 * HOUR);
    await database.db
      .$executeRaw`update sign_ins set expires_at = date_trunc('milliseconds', now()) where id = ${one.signInId}`;
    expect(await auth.actorOfCookies(one.cookie)).toBeNull();
  });

  it('is deleted a day after it was over', async () => {
    const gone = await Promise.all(
      ['signed out', 'expired', 'unused', 'in use'].map(() => signIn('member', 'Contoso')),
    );
    const [out, expired, unused, fresh] = gone.map(({ signInId }) => signInId);
    await database.db
      .$executeRaw`update sign_ins set used_at = now() - interval '2 days', ended_at = now() - interval '2 days' where id = ${out}`;
    await database.db
      .$executeRaw`update sign_ins set used_at = now() - interval '2 days', expires_at = now() - interval '2 days' where id = ${expired}`;
    await database.db.$executeRaw`update sign_ins set used_at = now() - interval '2 days' where id = ${unused}`;
    await signIn('member', 'Contoso');
    const kept = await database.db.signIn.findMany({ where: { id: { in: gone.map(({ signInId }) => signInId) } } });
    expect(kept.map((row) => row.id)).toEqual([fresh]);
    expect(out).not.toBe(fresh);
  });
});

describe('what is taken from a user or a tenant', () => {
  const db = () => database.db;
  let token: string;
  let derived: string;
  let cookie: string;
  beforeEach(async () => {
    token = await issue('member', 'Fabrikam');
    derived = (await auth.tokens.issueFrom(token, await grant('member', 'Fabrikam'))) ?? '';
    cookie = (await signIn('member', 'Fabrikam')).cookie;
    expect(await works()).toEqual([true, true, true]);
  });
  afterEach(async () => {
    await db().user.update({ where: { name: 'member' }, data: { enabled: true } });
    await db().tenant.update({ where: { name: 'Fabrikam' }, data: { enabled: true } });
    await db().roleAssignment.upsert({
      where: { userId_tenantId: { userId: id('member'), tenantId: id('Fabrikam') } },
      create: { userId: id('member'), tenantId: id('Fabrikam'), role: 'member' },
      update: { role: 'member' },
    });
  });
  /** token, the one made from it, cookie: asked of the other replica */
  const works = async () => [
    ...(await Promise.all(
      [token, derived].map((one) =>
        elsewhere.actorOfToken(one).then(
          () => true,
          () => false,
        ),
      ),
    )),
    (await elsewhere.actorOfCookies(cookie)) !== null,
  ];

  it('a new password ends everything for good, what is exchanged or signed in meanwhile, too', async () => {
    const old = await grant('member', 'Fabrikam');
    await db().user.update({ where: { name: 'member' }, data: { passwordHash: 'another' } });
    expect(await works()).toEqual([false, false, false]);
    // The old password had been read before it was changed.
    const late = await elsewhere.tokens.issue(old);
    await expect(auth.actorOfToken(late)).rejects.toMatchObject(isRefused);
    const exchanged = await elsewhere.tokens.issueFrom(token, old);
    expect(exchanged === null ? null : await auth.tokens.find(exchanged)).toBeNull();
    const { cookie: lateCookie } = await dashboardSignIn(elsewhere, SECRET, { ...old, tenantId: id('Fabrikam') });
    expect(await auth.actorOfCookies(lateCookie)).toBeNull();
    expect(await auth.actorOfToken(await issue('member', 'Fabrikam'))).toMatchObject({ role: 'member' });
  });

  it('being disabled ends everything, and it does not come back', async () => {
    await db().user.update({ where: { name: 'member' }, data: { enabled: false } });
    expect(await works()).toEqual([false, false, false]);
    await db().user.update({ where: { name: 'member' }, data: { enabled: true } });
    expect(await works()).toEqual([false, false, false]);
  });

  it('a role that is removed ends work in that tenant, and only there', async () => {
    const inContoso = await issue('member', 'Contoso');
    await db().roleAssignment.delete({
      where: { userId_tenantId: { userId: id('member'), tenantId: id('Fabrikam') } },
    });
    expect(await works()).toEqual([false, false, false]);
    expect((await elsewhere.actorOfToken(inContoso)).tenantName).toBe('Contoso');
  });

  it('a role that is lowered holds at once', async () => {
    await db().roleAssignment.updateMany({ where: { userId: id('member') }, data: { role: 'reader' } });
    expect((await elsewhere.actorOfToken(token)).role).toBe('reader');
    expect((await elsewhere.actorOfCookies(cookie))?.role).toBe('reader');
    await db().roleAssignment.updateMany({ where: { userId: id('member') }, data: { role: 'member' } });
  });

  it('a tenant that is disabled lets nobody in', async () => {
    await db().tenant.update({ where: { name: 'Fabrikam' }, data: { enabled: false } });
    expect(await works()).toEqual([false, false, false]);
  });
});

describe("something of another tenant's", () => {
  it('tells a member of that tenant to switch, and anybody else that there is no such thing', async () => {
    const unknown = errors.notFound('environment_not_found', 'There is no such environment.');
    const member = await auth.actorOfToken(await issue('admin', 'Contoso'));
    const stranger = await auth.actorOfToken(await issue('reader', 'Contoso'));
    expect(await otherTenantError(auth, member, id('Fabrikam'), unknown)).toMatchObject({
      kind: 'forbidden',
      code: 'other_tenant',
      details: { tenantName: 'Fabrikam' },
    });
    expect(await otherTenantError(auth, stranger, id('Fabrikam'), unknown)).toBe(unknown);
  });
});
