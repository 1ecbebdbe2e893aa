import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newVisit, type SignInParts } from '@/lib/auth/next-auth';
import { newId } from '@/lib/crypto';
import type { OidcRoleRow } from '@/lib/model/oidc-roles';
import { startIdentityProvider } from '@/scripts/identity-provider.mjs';
import { createProductServer } from './server/product-server';
import { type TestBrowser, testBrowser } from './testing/browser';
import { listen, type TestHttpServer } from './testing/http-server';
import { productForTests } from './testing/product-for-tests';
import { codeOf, list, object, text } from './testing/responses';
import { signInPages } from './testing/sign-in-pages';
import { systemAdmin } from './testing/system-admin';

/**
 * Signing in by a real OpenID Connect provider, through all its redirects: next-auth, our settings and the API as the product
 * has them; Next alone is not there, whose place `signInPages` takes.
 */

const product = productForTests();
const TABLE: OidcRoleRow[] = [
  { claim: 'groups', value: 'shop-admins', tenant: 'Contoso', role: 'admin' },
  { claim: 'groups', value: 'staff', tenant: 'Contoso', role: 'reader' },
  { claim: 'groups', value: 'staff', tenant: 'No such tenant', role: 'admin' },
  { claim: 'groups', value: 'root', system_admin: true },
  { claim: 'preferred_username', value: 'eva', tenant: 'Fabrikam', role: 'member' },
];
const people: Record<string, Record<string, unknown>> = {};
let provider: Awaited<ReturnType<typeof startIdentityProvider>>;
let server: TestHttpServer;
let parts: SignInParts;
let visit = newVisit();

beforeAll(async () => {
  server = await listen(
    createProductServer(
      product.container,
      signInPages(
        () => parts,
        (one) => {
          visit = one;
        },
      ),
    ),
  );
  provider = await startIdentityProvider({ baseUrl: server.url, people });
  process.env.NEXTAUTH_URL = server.url;
  const { issuer, client } = provider;
  const oidc = {
    ...{ issuer, clientId: client.id, clientSecret: client.secret, name: 'Staff', roles: TABLE },
    scopes: 'openid profile email groups',
  };
  const { config } = product.container;
  parts = { ...product.container, config: { ...config, baseUrl: server.url, oidc } };
});
afterAll(async () => {
  await provider?.stop();
  await server?.close();
});
beforeEach(() => {
  for (const one of Object.keys(people)) delete people[one];
});

/** Presses the button of the sign-in page. @returns where the browser is then */
async function press(browser: TestBrowser, more = ''): Promise<string> {
  const { csrfToken } = object(await (await browser.ask(`${server.url}/api/auth/csrf`)).json());
  const form = { csrfToken: text(csrfToken), callbackUrl: `${server.url}/catalog`, json: 'true' };
  const answer = await browser.ask(`${server.url}/api/auth/signin/oidc${more}`, form);
  return text(object(await answer.json()).url);
}

/** Signs in, all the way. @returns where that ends */
async function enter(browser: TestBrowser, login: string, more = ''): Promise<string> {
  const arrived = await browser.follow(await press(browser, more));
  if (!arrived.url.includes('/login/')) return arrived.url;
  return (await browser.follow(arrived.url, { login })).url;
}

async function me(browser: TestBrowser) {
  const response = await fetch(`${server.url}/v1/me`, { headers: { cookie: browser.cookies(server.url) } });
  return { status: response.status, me: object(await response.json()) };
}

describe('a sign-in by an OpenID Connect provider', () => {
  test('goes there with PKCE, state and nonce, and comes back with the roles of the table', async () => {
    people['s-1'] = {
      name: 'Anna Staff',
      preferred_username: 'anna',
      email: 'anna@example.com',
      groups: ['staff', 'x'],
    };
    const browser = testBrowser();
    const asked = new URL(await press(browser));
    expect(asked.origin).toBe(provider.issuer);
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      ...{ client_id: 'vetro', response_type: 'code', code_challenge_method: 'S256' },
      ...{ state: expect.any(String), nonce: expect.any(String), code_challenge: expect.any(String) },
      redirect_uri: `${server.url}/api/auth/callback/oidc`,
    });
    expect(await enter(browser, 's-1')).toBe(`${server.url}/catalog`);
    const { me: anna } = await me(browser);
    expect(anna).toMatchObject({
      user: { name: 'anna', display_name: 'Anna Staff', email: 'anna@example.com' },
      ...{ tenant: { name: 'Contoso' }, role: 'reader', system_admin: false, proves_by: 'provider' },
    });
    expect(list(anna.tenants)).toHaveLength(1);
    expect(product.logLines.join('')).toContain('No such tenant');
    const audit = await product.db.auditEntry.findMany({ where: { action: 'user.signInByProvider' } });
    expect(audit).toMatchObject([
      { userId: text(object(anna.user).id), details: { issuer: provider.issuer, subject: 's-1', created: true } },
    ]);
    const cookie = { cookie: browser.cookies(server.url) };
    const factor = await fetch(`${server.url}/v1/me/totp`, { headers: cookie });
    expect(await factor.json()).toMatchObject({ available: false });
  });

  test('takes the highest role, each time anew; whom the table gives nothing is refused and has nothing left', async () => {
    people['s-2'] = { name: 'Ben', preferred_username: 'ben', groups: ['staff', 'shop-admins'] };
    const browser = testBrowser();
    await enter(browser, 's-2');
    expect((await me(browser)).me).toMatchObject({ role: 'admin', system_admin: false });
    people['s-2'].groups = ['root'];
    const again = testBrowser();
    await enter(again, 's-2');
    expect((await me(again)).me).toMatchObject({ system_admin: true });
    expect((await me(browser)).me).toMatchObject({ system_admin: true });

    people['s-2'].groups = 'nothing';
    const refused = testBrowser();
    expect(await enter(refused, 's-2')).toBe(`${server.url}/sign-in?error=no_role`);
    expect((await me(refused)).status).toBe(401);
    expect((await me(browser)).status).toBe(401);
    people['s-2'].groups = 'shop-admins';
    expect(await enter(testBrowser(), 's-2')).toBe(`${server.url}/catalog`);
  });

  test('opens nobody else’s account for an equal name or address', async () => {
    const own = await product.db.user.create({
      data: {
        id: newId(),
        name: 'eva',
        displayName: 'Eva',
        email: 'eva@example.com',
        passwordHash: '',
        systemAdmin: true,
      },
    });
    people['s-3'] = { name: 'Eva', preferred_username: 'eva', email: 'eva@example.com', email_verified: true };
    const browser = testBrowser();
    await enter(browser, 's-3');
    const { me: eva } = await me(browser);
    expect(eva).toMatchObject({ system_admin: false, tenant: { name: 'Fabrikam' }, role: 'member' });
    expect(text(object(eva.user).id)).not.toBe(own.id);
    expect(text(object(eva.user).name)).toMatch(/^eva \([0-9a-f]{8}\)$/);
    // the same subject is the same user, whatever it is called; another one is not
    people['s-3'] = { preferred_username: 'other', groups: ['staff'] };
    const renamed = testBrowser();
    await enter(renamed, 's-3');
    expect(object((await me(renamed)).me.user)).toMatchObject({ id: object(eva.user).id, display_name: 'other' });
    people['s-4'] = { preferred_username: 'other', groups: ['staff'] };
    const second = testBrowser();
    await enter(second, 's-4');
    expect(object((await me(second)).me.user).id).not.toBe(object(eva.user).id);
  });

  test('is not taken by another browser, nor twice, nor with a state or proof that is not its own', async () => {
    people['s-5'] = { preferred_username: 'eda', groups: ['staff'] };
    const browser = testBrowser();
    expect(await enter(browser, 's-5')).toBe(`${server.url}/catalog`);
    const callback = browser.visited.findLast((url) => url.includes('/api/auth/callback/oidc?')) ?? '';
    const failed = { path: '/sign-in', error: 'OAuthCallback' };
    const endOf = async (visitor: TestBrowser, url: string) => {
      const { pathname: path, searchParams } = new URL((await visitor.follow(url)).url);
      return { path, error: searchParams.get('error') };
    };
    expect(await endOf(testBrowser(), callback)).toEqual(failed);
    expect(await endOf(browser, callback)).toEqual(failed);

    for (const name of ['next-auth.state', 'next-auth.pkce.code_verifier', 'next-auth.nonce']) {
      const victim = testBrowser();
      const thief = testBrowser();
      const [there, own] = [await press(victim), await press(thief)];
      const login = await victim.follow(there);
      const back = await victim.ask(login.url, { login: 's-5' });
      let at = new URL(back.headers.get('location') ?? '', login.url).href;
      while (!at.startsWith(server.url)) at = (await victim.ask(at)).headers.get('location') ?? '';
      // the answer is for the victim; one of what it is checked by is the thief's
      expect(own).toContain(provider.issuer);
      const foreign = thief
        .cookies(server.url)
        .split('; ')
        .find((one) => one.startsWith(`${name}=`));
      victim.setCookie(server.url, name, foreign?.slice(name.length + 1) ?? null);
      expect(await endOf(victim, at), name).toEqual(failed);
      expect((await me(victim)).status).toBe(401);
    }
    const denied = `${server.url}/api/auth/callback/oidc?error=access_denied`;
    expect(await endOf(testBrowser(), denied)).toEqual({ path: '/sign-in', error: 'Callback' });
  });

  test('is refused to whoever is disabled here, and gives nobody a password', async () => {
    people['s-6'] = { preferred_username: 'emil', groups: ['staff'] };
    const browser = testBrowser();
    await enter(browser, 's-6');
    const id = text(object((await me(browser)).me.user).id);
    const root = await systemAdmin(product);
    const reset = await root.call('POST', `/v1/admin/users/${id}/password`);
    expect([reset.status, codeOf(reset)]).toEqual([409, 'provider_user']);
    await product.db.user.update({ where: { id }, data: { enabled: false } });
    expect((await me(browser)).status).toBe(401);
    expect(await enter(testBrowser(), 's-6')).toBe(`${server.url}/sign-in?error=user_disabled`);
  });

  test('anew takes the place of the one before', async () => {
    people['s-7'] = { preferred_username: 'enno', groups: ['staff'] };
    const browser = testBrowser();
    await enter(browser, 's-7');
    const userId = text(object((await me(browser)).me.user).id);
    const before = browser.cookies(server.url);
    expect(await press(browser, '?prompt=login')).toContain('prompt=login');
    await enter(browser, 's-7', '?prompt=login');
    const rows = await product.db.signIn.findMany({ where: { userId }, orderBy: { createdAt: 'asc' } });
    expect(rows.map(({ endedAt }) => endedAt === null)).toEqual([false, true]);
    expect((await fetch(`${server.url}/v1/me`, { headers: { cookie: before } })).status).toBe(401);
    expect((await me(browser)).status).toBe(200);
  });

  test('proves who somebody is when they did so there, and once more where they are asked to', async () => {
    people['s-7'] = { name: 'Gina', preferred_username: 'gina', groups: ['shop-admins'] };
    const browser = testBrowser();
    const started = Date.now();
    await enter(browser, 's-7');
    const { me: gina } = await me(browser);
    const userId = text(object(gina.user).id);
    const newest = () => product.db.signIn.findFirstOrThrow({ where: { userId }, orderBy: { createdAt: 'desc' } });
    const first = await newest();
    // told in whole seconds
    expect(first.provenAt.getTime()).toBeGreaterThan(started - 2_000);

    // the session there opens another sign-in without a question, which proves nothing new
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect(await enter(browser, 'nobody')).toBe(`${server.url}/catalog`);
    const second = await newest();
    expect(second.id).not.toBe(first.id);
    expect(second.provenAt).toEqual(first.provenAt);

    const headers = { cookie: browser.cookies(server.url), origin: server.url };
    expect(await (await fetch(`${server.url}/v1/me/proof`, { headers })).json()).toMatchObject({ by: 'provider' });
    const byPassword = await fetch(`${server.url}/v1/me/proof`, {
      ...{ method: 'POST', headers: { ...headers, 'content-type': 'application/json' } },
      body: JSON.stringify({ password: 'any' }),
    });
    expect(codeOf({ json: object(await byPassword.json()) })).toBe('provider_proves');

    expect(await enter(browser, 's-7', '?prompt=login')).toBe(`${server.url}/catalog`);
    expect((await newest()).provenAt.getTime()).toBeGreaterThan(first.provenAt.getTime());
  });

  test('ends here and at the provider when they sign out', async () => {
    people['s-8'] = { preferred_username: 'ella', groups: ['staff'] };
    const browser = testBrowser();
    await enter(browser, 's-8');
    const cookie = browser.cookies(server.url);
    const { csrfToken } = object(await (await browser.ask(`${server.url}/api/auth/csrf`)).json());
    await browser.ask(`${server.url}/api/auth/signout`, { csrfToken: text(csrfToken), json: 'true' });
    expect((await fetch(`${server.url}/v1/me`, { headers: { cookie } })).status).toBe(401);
    const onward = new URL(visit.onward ?? '');
    expect(onward.origin).toBe(provider.issuer);
    expect(onward.searchParams.get('post_logout_redirect_uri')).toBe(`${server.url}/sign-in`);
    expect((await browser.ask(onward.href)).status).toBe(200);
  });

  test('says so when the provider does not answer', async () => {
    await provider.stop();
    const { csrfToken } = object(await (await fetch(`${server.url}/api/auth/csrf`)).json());
    expect(csrfToken).toEqual(expect.any(String));
    const browser = testBrowser();
    expect(await press(browser)).toBe(`${server.url}/api/auth/error?error=OAuthSignin`);
  });
});
