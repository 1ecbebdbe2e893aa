import { describe, expect, it } from 'vitest';
import { demoPeople } from '@/lib/api/testing/demo-people';
import { createSecretBox } from '@/lib/crypto';
import { errors } from '@/lib/errors';
import { createKnownSecrets, createLog } from '@/lib/logging';
import type { ExternalIdentity, IdentityProvider } from '@/lib/ports/identity-provider';
import { createAuth } from './auth';
import { createExternalUsers } from './external-users';
import { offeredProof, proveAgain, requireRecentProof } from './prove-again';
import { authenticateExternal, authenticatePassword } from './sign-in';
import { dashboardSignIn, SIGN_IN_LIFETIME } from './testing';

const { db } = demoPeople();

const box = createSecretBox(Buffer.alloc(32, 7));
const log = createLog({ level: 'silent', secrets: createKnownSecrets() });
const SECRET = 'a session secret for tests, 32 characters';
const SHOP = { id: '1'.repeat(32), name: 'Shop', description: '', role: 'member' as const };
const LAB = { id: '2'.repeat(32), name: 'Lab', description: '', role: 'admin' as const };
let people = 0;

/** Somebody whom a provider knows; a test changes what is told of them. */
function somebody(tenants: ExternalIdentity['tenants'] = [SHOP]): {
  provider: IdentityProvider;
  known: { identity: ExternalIdentity | null };
  asked: () => number;
} {
  people += 1;
  const user = { id: String(people).padStart(32, '9'), name: `person-${people}` };
  const expiresAt = new Date(Date.now() + 3_600_000);
  const known: { identity: ExternalIdentity | null } = {
    identity: { user, systemAdmin: false, tenants, tenantId: null, expiresAt },
  };
  let asked = 0;
  const provider: IdentityProvider = {
    domain: 'Default',
    signIn: async ({ password }) => {
      if (password !== 'right') throw errors.notAuthenticated('wrong_credentials', 'no');
      return `token-${user.id}`;
    },
    isPasswordOf: async (_token, password) => password === 'right',
    identityOf: async () => {
      asked += 1;
      return known.identity;
    },
    revoke: async () => {
      known.identity = null;
    },
  };
  return { provider, known, asked: () => asked };
}

const authWith = (identity: IdentityProvider | null) =>
  createAuth({ db: db(), sessionSecret: SECRET, tokenLifetimeSeconds: 3600, signIn: SIGN_IN_LIFETIME, identity });
const change = (known: { identity: ExternalIdentity | null }, by: Partial<ExternalIdentity>) => {
  if (known.identity) known.identity = { ...known.identity, ...by };
};

describe('external users', () => {
  it('are users with tenants and roles as they are told, from their first sign-in on', async () => {
    const { provider, known } = somebody([SHOP, LAB]);
    const found = createExternalUsers(db(), provider, 1);
    const { token } = await found.signIn({ name: 'any', domain: '', password: 'right' });
    const auth = authWith(provider);
    const id = known.identity?.user.id ?? '';
    expect((await auth.membershipsOf(id)).map(({ tenant, role }) => [tenant.name, role])).toEqual([
      ['Lab', 'admin'],
      ['Shop', 'member'],
    ]);
    change(known, { tenants: [{ ...SHOP, role: 'reader' }] });
    const now = async () => {
      await found.find(token);
      return (await auth.membershipsOf(id)).map(({ tenant, role }) => [tenant.name, role]);
    };
    await expect.poll(now).toEqual([['Shop', 'reader']]);
  });

  it('have no password here', async () => {
    const { provider, known } = somebody();
    await createExternalUsers(db(), provider).signIn({ name: 'any', domain: '', password: 'right' });
    const name = known.identity?.user.name ?? '';
    for (const password of ['', 'right'])
      await expect(authenticatePassword(db(), { user: { name }, password, address: null })).rejects.toMatchObject({
        code: 'wrong_credentials',
      });
  });

  it('stay disabled here when they were disabled here', async () => {
    const { provider, known } = somebody();
    const found = createExternalUsers(db(), provider, 1);
    const given = { name: 'disabled', domain: '', password: 'right', address: null };
    await authenticateExternal(db(), found, given);
    await db().user.update({ where: { id: known.identity?.user.id ?? '' }, data: { enabled: false } });
    await expect(authenticateExternal(db(), found, given)).rejects.toMatchObject({ code: 'wrong_credentials' });
  });

  it('share a name with nobody', async () => {
    const { provider, known } = somebody([{ ...SHOP, id: '3'.repeat(32), name: 'contoso' }]);
    change(known, { user: { id: known.identity?.user.id ?? '', name: 'Member' } });
    const { identity } = await createExternalUsers(db(), provider).signIn({ name: 'a', domain: '', password: 'right' });
    const user = await db().user.findUniqueOrThrow({ where: { id: identity.user.id } });
    const tenant = await db().tenant.findUniqueOrThrow({ where: { id: '3'.repeat(32) } });
    expect([user.name, user.displayName, tenant.name]).toEqual([
      expect.stringMatching(/^Member \(\w{8}\)$/),
      'Member',
      'contoso (33333333)',
    ]);
  });

  it('send tokens of theirs with calls of the API, for the tenant that the token is for', async () => {
    const { provider, known, asked } = somebody();
    const auth = authWith(provider);
    await expect(auth.actorOfToken('gAAAA')).rejects.toMatchObject({ code: 'token_unscoped' });
    change(known, { tenantId: SHOP.id });
    const scoped = authWith(provider);
    expect(await scoped.actorOfToken('gAAAA')).toMatchObject({ tenantId: SHOP.id, role: 'member', via: 'token' });
    const before = asked();
    await scoped.actorOfToken('gAAAA');
    expect(asked()).toBe(before);
  });

  it('are out when their token is over: no longer than it was said to last, nor long after it was revoked', async () => {
    const { provider, known } = somebody();
    change(known, { tenantId: SHOP.id });
    const auth = authWith(provider);
    await auth.actorOfToken('gAAAA');
    await auth.external?.end('gAAAA');
    await expect(auth.actorOfToken('gAAAA')).rejects.toMatchObject({ code: 'token_invalid' });

    const brief = somebody();
    change(brief.known, { tenantId: SHOP.id, expiresAt: new Date(Date.now() - 1) });
    await expect(authWith(brief.provider).actorOfToken('gAAAA')).rejects.toMatchObject({ code: 'token_invalid' });

    // what was found out counts for some seconds only; here for none
    const revoked = somebody();
    const found = createExternalUsers(db(), revoked.provider, 1);
    await found.find('gAAAA');
    revoked.known.identity = null;
    await expect.poll(() => found.find('gAAAA')).toBeNull();
  });

  it('are signed in to the dashboard as long as their token holds', async () => {
    const { provider, known } = somebody();
    const auth = authWith(provider);
    const signedIn = await authenticateExternal(db(), createExternalUsers(db(), provider), {
      ...{ name: 'any', domain: '', password: 'right', address: null },
    });
    const whose = { userId: signedIn.id, tenantId: SHOP.id };
    const { cookie } = await dashboardSignIn(auth, SECRET, { ...whose, externalToken: signedIn.externalToken });
    expect(await auth.actorOfCookies(cookie)).toMatchObject({ tenantId: SHOP.id, via: 'dashboard' });
    const { cookie: without } = await dashboardSignIn(auth, SECRET, whose);
    expect(await auth.actorOfCookies(without)).toBeNull();
    known.identity = null;
    expect(await authWith(provider).actorOfCookies(cookie)).toBeNull();
  });

  it('prove once more who they are by their password there, guessed as slowly as at a sign-in', async () => {
    const { provider, known } = somebody();
    const auth = authWith(provider);
    const userId = known.identity?.user.id ?? '';
    const externalToken = `token-${userId}`;
    await auth.external?.find(externalToken);
    const { signInId } = await dashboardSignIn(auth, SECRET, { userId, tenantId: SHOP.id, externalToken });
    await db().signIn.update({ where: { id: signInId }, data: { provenAt: new Date(Date.now() - 3_600_000) } });
    const parts = { db: db(), auth, log, config: { baseUrl: 'http://localhost' }, box };
    const prove = (password: string) => {
      const signIn = { signInId, externalToken };
      const actor = { userId, via: 'dashboard' as const };
      return proveAgain(parts, { actor, signIn, address: '192.0.2.9', requestId: 'r' }, { password });
    };
    const recent = () => requireRecentProof(parts, signInId, 900);
    await expect(recent()).rejects.toMatchObject({ kind: 'forbidden', code: 'step_up_required' });
    expect(await offeredProof(parts, userId, null)).toMatchObject({ by: 'keystone', passkey: false, totp: false });
    await expect(prove('wrong')).rejects.toMatchObject({ fields: [{ path: 'password', code: 'wrong_password' }] });
    await expect(recent()).rejects.toMatchObject({ code: 'step_up_required' });
    await prove('right');
    await recent();
    for (let n = 0; n < 10; n += 1) await expect(prove('wrong')).rejects.toMatchObject({ kind: 'invalid_input' });
    await expect(prove('right')).rejects.toMatchObject({ code: 'too_many_sign_ins' });
  });

  it('do not exist where people are users of Vetro itself', async () => {
    await expect(authWith(null).actorOfToken('gAAAA')).rejects.toMatchObject({ code: 'token_invalid' });
  });
});
