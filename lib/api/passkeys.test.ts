import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SignInParts } from '@/lib/auth/next-auth';
import { dashboardSignIn } from '@/lib/auth/testing';
import type { JsonObject } from '@/lib/model/json';
import type { PasskeyProof } from '@/lib/model/passkeys';
import { endpoints } from './endpoints';
import { createProductServer } from './server/product-server';
import { type TestAuthenticator, testAuthenticator } from './testing/authenticator';
import { testBrowser } from './testing/browser';
import { listen, type TestHttpServer } from './testing/http-server';
import type { ApiResponse, Client } from './testing/product';
import { productForTests } from './testing/product-for-tests';
import { codeOf, list, object, refusalOf, text } from './testing/responses';
import { signInPages } from './testing/sign-in-pages';
import { systemAdmin } from './testing/system-admin';

/**
 * Passkeys, and the proof of who somebody is that is needed anew before what destroys or reveals: over HTTP, by the cookie of
 * a browser, with an authenticator in software.
 */

const product = productForTests();
let server: TestHttpServer;
let origin: string;
let root: Client;

beforeAll(async () => {
  const parts = (): SignInParts => product.container;
  server = await listen(createProductServer(product.container, signInPages(parts)));
  origin = `http://localhost:${server.port}`;
  product.container.config.baseUrl = origin;
  process.env.NEXTAUTH_URL = origin;
  root = await systemAdmin(product);
});
afterAll(async () => {
  await server?.close();
});

interface Person {
  id: string;
  name: string;
  password: string;
  signInId: string;
  call(method: string, path: string, body?: unknown): Promise<ApiResponse>;
}

/** A new local user, signed in to the dashboard. */
async function person(name: string, role = 'member', systemAdmin = false): Promise<Person> {
  const roles = [{ tenant_id: product.member.tenantId, role }];
  const body = { name, display_name: name, roles, system_admin: systemAdmin };
  const made = await root.ok('POST', '/v1/admin/users', { body });
  const id = text(object(made.user).id);
  return { id, name, password: text(made.password), ...(await browserOf(id)) };
}

/** Another browser in which a user is signed in. */
async function browserOf(userId: string): Promise<Pick<Person, 'signInId' | 'call'>> {
  const { auth, config } = product.container;
  const entered = await dashboardSignIn(auth, config.sessionSecret, { userId, tenantId: product.member.tenantId });
  const headers = { cookie: entered.cookie, origin };
  const call = (method: string, path: string, given?: unknown) =>
    product.anonymous().call(method, path, { headers, body: given });
  return { signInId: entered.signInId, call };
}

/** As if somebody had last proven who they are an hour ago. */
async function later({ signInId }: Pick<Person, 'signInId'>): Promise<void> {
  await product.db.signIn.update({ where: { id: signInId }, data: { provenAt: new Date(Date.now() - 3_600_000) } });
}

const optionsOf = ({ json }: ApiResponse) => object(json);
const fieldsOf = ({ status, json }: ApiResponse) => [
  status,
  ...list(object(json).fields).map(({ path, code }) => `${path}: ${code}`),
];
const forgetAttempts = () => product.db.signInRate.deleteMany();

/** Adds a passkey. */
async function withPasskey(who: Person, name = 'Laptop'): Promise<TestAuthenticator> {
  const authenticator = testAuthenticator(origin);
  const options = optionsOf(await who.call('POST', '/v1/me/passkeys/challenge'));
  const added = await who.call('POST', '/v1/me/passkeys', { name, passkey: authenticator.make(options) });
  expect([added.status, added.json]).toMatchObject([200, { name, used_at: null }]);
  return authenticator;
}

const askForPasskey = async () => optionsOf(await product.anonymous().call('POST', '/v1/sign-in/passkey'));

/** Signs in as a browser does. @returns where next-auth sends it, and its Cookie header */
async function enter(proof: PasskeyProof | string): Promise<{ url: string; cookie: string }> {
  const browser = testBrowser();
  const { csrfToken } = object(await (await browser.ask(`${server.url}/api/auth/csrf`)).json());
  const passkey = typeof proof === 'string' ? proof : JSON.stringify(proof);
  const form = { csrfToken: text(csrfToken), callbackUrl: `${origin}/catalog`, json: 'true', passkey };
  const answer = await browser.ask(`${server.url}/api/auth/callback/passkey`, form);
  return { url: text(object(await answer.json()).url), cookie: browser.cookies(server.url) };
}

const refusedEntry = () => `${origin}/api/auth/error?error=wrong_passkey`;

describe('a passkey', () => {
  test('is made in the dashboard, kept by its public key, signs in without a name, and is removed', async () => {
    const paula = await person('paula');
    expect((await paula.call('GET', '/v1/me/passkeys')).json).toEqual({ available: true, passkeys: [] });
    const options = optionsOf(await paula.call('POST', '/v1/me/passkeys/challenge'));
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Vetro' },
      user: { name: 'paula', displayName: 'paula' },
      ...{ attestation: 'none', excludeCredentials: [] },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const authenticator = testAuthenticator(origin);
    const made = authenticator.make(options);
    const added = await paula.call('POST', '/v1/me/passkeys', { name: ' Laptop ', passkey: made });
    expect(added.json).toMatchObject({ name: 'Laptop', used_at: null });
    // what was signed once is signed no more
    expect(fieldsOf(await paula.call('POST', '/v1/me/passkeys', { name: 'Again', passkey: made }))).toEqual([
      ...[400, 'passkey: wrong_passkey'],
    ]);

    const entered = await enter(authenticator.sign(await askForPasskey()));
    expect(entered.url).toBe(`${origin}/catalog`);
    const me = await product.anonymous().call('GET', '/v1/me', { headers: { cookie: entered.cookie } });
    expect(me.json).toMatchObject({ user: { name: 'paula' }, tenant: { name: 'Contoso' }, role: 'member' });
    const mine = await paula.call('GET', '/v1/me/passkeys');
    const [passkey] = list(object(mine.json).passkeys);
    expect(passkey?.used_at).not.toBeNull();
    const again = optionsOf(await paula.call('POST', '/v1/me/passkeys/challenge'));
    expect(again.excludeCredentials).toMatchObject([{ id: made.id }]);

    const path = `/v1/me/passkeys/${text(passkey?.id)}`;
    const stranger = await person('quentin');
    expect(refusalOf(await stranger.call('DELETE', path))).toEqual([404, 'passkey_not_found']);
    expect((await paula.call('DELETE', path)).status).toBe(200);
    expect((await enter(authenticator.sign(await askForPasskey()))).url).toBe(refusedEntry());
    const audit = await product.db.auditEntry.findMany({
      where: { userId: paula.id, action: { contains: 'asskey' } },
      orderBy: { id: 'asc' },
    });
    expect(audit.map(({ action, details }) => [action, object(details as JsonObject).name])).toEqual([
      ['user.addPasskey', 'Laptop'],
      ['user.signInByPasskey', 'Laptop'],
      ['user.removePasskey', 'Laptop'],
    ]);
  });

  test('is removed by an administrator of the installation, with all others of its user, who lost what they are on', async () => {
    const brita = await person('brita');
    const authenticator = await withPasskey(brita);
    await withPasskey(brita, 'Phone');
    const path = `/v1/admin/users/${brita.id}/passkeys`;
    expect((await product.admin.call('DELETE', path)).status).toBe(403);
    const { users } = await root.ok('GET', '/v1/admin/users?search=brita');
    expect(list(users)).toMatchObject([{ name: 'brita', passkeys: 2 }]);
    await root.ok('DELETE', path);
    expect(refusalOf(await root.call('DELETE', path))).toEqual([404, 'passkey_not_found']);
    expect((await enter(authenticator.sign(await askForPasskey()))).url).toBe(refusedEntry());
    expect((await brita.call('GET', '/v1/me/passkeys')).json).toMatchObject({ passkeys: [] });
    const where = { targetId: brita.id, action: 'user.removePasskeys' };
    const audit = await product.db.auditEntry.findMany({ where });
    expect(audit).toMatchObject([{ details: { name: 'brita', passkeys: 2 } }]);
  });

  test('signs in whoever has a second factor without its code', async () => {
    const rosa = await person('rosa');
    const authenticator = await withPasskey(rosa);
    const data = { userId: rosa.id, secret: 'sealed', confirmedAt: new Date() };
    await product.db.secondFactor.create({ data });
    expect((await enter(authenticator.sign(await askForPasskey()))).url).toBe(`${origin}/catalog`);
  });

  test('opens nothing when anything of what it signed is not as it has to be', async () => {
    const simon = await person('simon');
    const authenticator = await withPasskey(simon);
    const other = await person('tina');
    const theirs = Buffer.from(other.id).toString('base64url');
    const signed = async (misdeed = {}) => authenticator.sign(await askForPasskey(), misdeed);
    const good = await signed();
    expect((await enter(good)).url).toBe(`${origin}/catalog`);
    const expired = await askForPasskey();
    await product.db.passkeyChallenge.updateMany({ data: { expiresAt: new Date(Date.now() - 1_000) } });
    const refused: [string, PasskeyProof | string][] = [
      ['the same a second time', good],
      ['too late', authenticator.sign(expired)],
      ['a challenge of its own', authenticator.sign({ challenge: 'x'.repeat(43) })],
      ['for another page', await signed({ origin: 'https://evil.example.com' })],
      ['for another host', await signed({ rpId: 'evil.example.com' })],
      ['without looking who it is', await signed({ isUnverified: true })],
      ['counting backwards', await signed({ counter: 1 })],
      ['in the name of somebody else', await signed({ userHandle: theirs })],
      ['what was asked to prove', authenticator.sign(optionsOf(await simon.call('POST', '/v1/me/proof/challenge')))],
      ['of nobody', testAuthenticator(origin).sign(await askForPasskey(), { userHandle: theirs })],
      ['no proof at all', '{"id":1}'],
      ['no JSON', 'x'],
    ];
    const forged = await signed();
    const { signature } = (await signed()).response;
    refused.push(['another text than was signed', { ...forged, response: { ...forged.response, signature } }]);
    for (const [what, proof] of refused) expect([what, (await enter(proof)).url]).toEqual([what, refusedEntry()]);
    // nobody is locked out by that
    expect((await enter(await signed({ counter: 100 }))).url).toBe(`${origin}/catalog`);
    expect(product.logLines.join('')).toContain('a passkey was refused');
    await product.db.user.update({ where: { id: simon.id }, data: { enabled: false } });
    expect((await enter(await signed())).url).toBe(refusedEntry());
  });

  test('is signed by one of two that come with the same answer at one moment', async () => {
    const authenticator = await withPasskey(await person('ulf'));
    const proof = authenticator.sign(await askForPasskey());
    const urls = (await Promise.all([enter(proof), enter(proof)])).map(({ url }) => url);
    expect(urls.sort()).toEqual([refusedEntry(), `${origin}/catalog`].sort());
  });

  test('goes when an administrator gives its owner another password', async () => {
    const vera = await person('vera');
    const authenticator = await withPasskey(vera);
    await root.ok('POST', `/v1/admin/users/${vera.id}/password`);
    expect((await enter(authenticator.sign(await askForPasskey()))).url).toBe(refusedEntry());
  });

  test('is nothing for tokens, and nothing where browsers make none', async () => {
    const { member } = product;
    const body = { name: 'x', passkey: testAuthenticator(origin).make({ challenge: 'x', user: { id: 'x' } }) };
    expect(refusalOf(await member.call('POST', '/v1/me/passkeys/challenge'))).toEqual([403, 'dashboard_only']);
    expect(refusalOf(await member.call('POST', '/v1/me/passkeys', { body }))).toEqual([403, 'dashboard_only']);
    const path = `/v1/me/passkeys/${member.userId}`;
    expect(refusalOf(await member.call('DELETE', path))).toEqual([403, 'dashboard_only']);
    try {
      for (const address of ['http://192.0.2.7:3000', 'https://[2001:db8::1]', 'http://vetro.example.com']) {
        product.container.config.baseUrl = address;
        expect((await member.call('GET', '/v1/me/passkeys')).json).toMatchObject({ available: false });
        expect(refusalOf(await product.anonymous().call('POST', '/v1/sign-in/passkey'))).toEqual([
          ...[409, 'passkeys_unavailable'],
        ]);
      }
    } finally {
      product.container.config.baseUrl = origin;
    }
  });

  test('is asked for at a bounded rate, and there are few of one person', async () => {
    const statuses = new Set<number>();
    for (let n = 0; n < 70; n += 1)
      statuses.add((await product.anonymous().call('POST', '/v1/sign-in/passkey')).status);
    expect([...statuses].sort()).toEqual([200, 429]);
    await forgetAttempts();
    const wanda = await person('wanda');
    for (let n = 0; n < 20; n += 1) await withPasskey(wanda, `Key ${n}`);
    const options = optionsOf(await wanda.call('POST', '/v1/me/passkeys/challenge'));
    const passkey = testAuthenticator(origin).make(options);
    expect(refusalOf(await wanda.call('POST', '/v1/me/passkeys', { name: 'One more', passkey }))).toEqual([
      ...[403, 'too_many_passkeys'],
    ]);
    expect(await product.db.passkeyChallenge.count({ where: { userId: wanda.id } })).toBeLessThanOrEqual(1);
  });
});

/** Something for each parameter of a path. */
const filledIn = (path: string) => path.replace(/\{\w+\*?\}/g, '0'.repeat(32));

describe('what destroys or reveals', () => {
  test('needs a new proof in the dashboard, before anything of the request is looked at', async () => {
    const guarded = endpoints.filter(({ stepUp }) => stepUp);
    expect(guarded.map(({ id }) => id).sort()).toEqual([
      ...['addMyPasskey', 'beginMyPasskey', 'changeTenant', 'changeUser', 'createEnrolmentCode', 'createUser'],
      ...[
        'deleteEnvironment',
        'removeMyPasskey',
        'removeServer',
        'removeServerPool',
        'removeUserPasskeys',
        'removeUserTotp',
      ],
      ...['renewServerIdentity', 'resetPassword', 'revealCredential', 'revokeEnrolmentCode'],
    ]);
    const xenia = await person('xenia', 'admin', true);
    await later(xenia);
    for (const { id, method, path } of guarded)
      expect([id, ...refusalOf(await xenia.call(method, filledIn(path)))]).toEqual([id, 403, 'step_up_required']);
    expect((await xenia.call('GET', '/v1/environments')).status).toBe(200);
    expect((await xenia.call('POST', '/v1/environments', { name: 'Made without a proof' })).status).toBe(200);
    // who may not is refused as ever: nobody is asked for nothing
    const reader = await person('yann', 'reader');
    await later(reader);
    const path = `/v1/environments/${'0'.repeat(32)}`;
    expect(refusalOf(await reader.call('DELETE', path))).toEqual([403, 'role_too_low']);
    expect(refusalOf(await product.member.call('DELETE', path))).toEqual([404, 'environment_not_found']);
  });

  test('is done once the password was given again, in that browser', async () => {
    const zoe = await person('zoe');
    const made = object((await zoe.call('POST', '/v1/environments', { name: 'To be deleted' })).json);
    const remove = () => zoe.call('DELETE', `/v1/environments/${text(made.id)}`);
    const elsewhere = await browserOf(zoe.id);
    await later(zoe);
    await later(elsewhere);
    expect((await zoe.call('GET', '/v1/me/proof')).json).toEqual({
      ...{ by: 'password', totp: false, passkey: false, provider: null },
    });
    expect(refusalOf(await remove())).toEqual([403, 'step_up_required']);
    expect(fieldsOf(await zoe.call('POST', '/v1/me/proof', {}))).toEqual([400, 'password: required']);
    expect(fieldsOf(await zoe.call('POST', '/v1/me/proof', { password: 'not it' }))).toEqual([
      ...[400, 'password: wrong_password'],
    ]);
    expect(refusalOf(await remove())).toEqual([403, 'step_up_required']);
    expect((await zoe.call('POST', '/v1/me/proof', { password: zoe.password })).status).toBe(200);
    const path = `/v1/environments/${text(made.id)}`;
    expect(refusalOf(await elsewhere.call('DELETE', path))).toEqual([403, 'step_up_required']);
    expect((await remove()).status).toBe(200);
    const audit = await product.db.auditEntry.findMany({ where: { userId: zoe.id, action: 'user.proveAgain' } });
    expect(audit).toMatchObject([{ targetId: zoe.id, details: { via: 'dashboard', by: 'password' } }]);
    expect(product.logLines.join('')).not.toContain(zoe.password);
  });

  test('needs the code of a second factor besides the password', async () => {
    const anke = await person('anke');
    const begun = object((await anke.call('POST', '/v1/me/totp', { password: anke.password })).json);
    await product.db.secondFactor.update({ where: { userId: anke.id }, data: { confirmedAt: new Date() } });
    const { Secret, TOTP } = await import('otpauth');
    const totp = new TOTP({ secret: Secret.fromBase32(text(begun.secret)) }).generate();
    const { password } = anke;
    expect((await anke.call('GET', '/v1/me/proof')).json).toMatchObject({ totp: true });
    expect(fieldsOf(await anke.call('POST', '/v1/me/proof', { password }))).toEqual([400, 'totp: wrong_totp']);
    expect((await anke.call('POST', '/v1/me/proof', { password, totp })).status).toBe(200);
    await forgetAttempts();
  });

  test('is done once one’s own passkey has signed, whatever else it could open', async () => {
    const bert = await person('bert');
    const authenticator = await withPasskey(bert);
    const carl = await person('carl');
    const ofCarl = await withPasskey(carl);
    await later(bert);
    expect((await bert.call('GET', '/v1/me/proof')).json).toMatchObject({ by: 'password', passkey: true });
    const ask = async () => optionsOf(await bert.call('POST', '/v1/me/proof/challenge'));
    const prove = (passkey: PasskeyProof) => bert.call('POST', '/v1/me/proof', { passkey });
    expect(fieldsOf(await prove(ofCarl.sign(await ask())))).toEqual([400, 'passkey: wrong_passkey']);
    expect(fieldsOf(await prove(authenticator.sign(await askForPasskey())))).toEqual([400, 'passkey: wrong_passkey']);
    const challenge = '/v1/me/passkeys/challenge';
    expect(refusalOf(await bert.call('POST', challenge))).toEqual([403, 'step_up_required']);
    expect((await prove(authenticator.sign(await ask()))).status).toBe(200);
    expect((await bert.call('POST', challenge)).status).toBe(200);
  });

  test('is guessed as slowly as at a sign-in; a token needs no proof and gives none', async () => {
    const dora = await person('dora');
    const statuses: number[] = [];
    for (let n = 0; n < 12; n += 1)
      statuses.push((await dora.call('POST', '/v1/me/proof', { password: `guess ${n}` })).status);
    expect([statuses[0], ...statuses.slice(-2)]).toEqual([400, 429, 429]);
    await forgetAttempts();
    const answer = await product.member.call('POST', '/v1/me/proof', { body: { password: 'any' } });
    expect(refusalOf(answer)).toEqual([409, 'no_sign_in']);
  });

  test('needs no proof where the installation wants none', async () => {
    const emil = await person('emil');
    await later(emil);
    const { config } = product.container;
    const path = `/v1/environments/${'0'.repeat(32)}`;
    try {
      config.stepUpSeconds = 0;
      expect(codeOf(await emil.call('DELETE', path))).toBe('environment_not_found');
      config.stepUpSeconds = 7_200;
      expect(codeOf(await emil.call('DELETE', path))).toBe('environment_not_found');
    } finally {
      config.stepUpSeconds = 15 * 60;
    }
  });
});
