import { describe, expect, it } from 'vitest';
import { SIGN_IN_RATES } from '@/lib/auth/sign-in-limit';
import { endpoints } from './endpoints';
import { fetchHandler } from './fetch-handler';
import { demoPeople } from './testing/demo-people';

const { db, ids } = demoPeople();
const api = fetchHandler(endpoints);
const VERSIONS = '/identity';
const V3 = '/identity/v3';
const PROJECTS = '/identity/v3/auth/projects';
const TOKENS = '/identity/v3/auth/tokens';

async function send(path: string, method: string, headers: Record<string, string> = {}, body?: unknown, query = '') {
  const response = await api(
    new Request(`https://vetro.test${path}${query}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    token: response.headers.get('x-subject-token') ?? '',
    json: text === '' ? undefined : JSON.parse(text),
  };
}

const inDefault = { domain: { name: 'Default' } };
function byPassword(name: string, scope?: unknown, password = 'Vetro-demo-1') {
  return {
    auth: {
      identity: { methods: ['password'], password: { user: { name, ...inDefault, password } } },
      ...(scope === undefined ? {} : { scope }),
    },
  };
}
const project = (name: string) => ({ project: { name, ...inDefault } });
const signIn = (name: string, scope?: unknown) => send(TOKENS, 'POST', {}, byPassword(name, scope));

describe('asking for a token by password', () => {
  it('gives one for the tenant, described as Keystone does', async () => {
    const response = await signIn('member', project('Fabrikam'));
    expect(response.status).toBe(201);
    expect(response.token).toMatch(/^vetro_/);
    const { token } = response.json;
    expect(token).toMatchObject({
      methods: ['password'],
      user: { id: ids.member, name: 'member', domain: { id: 'default', name: 'Default' } },
      project: { id: ids.Fabrikam, name: 'Fabrikam', domain: { id: 'default', name: 'Default' } },
      is_domain: false,
    });
    expect(token.roles.map(({ name }: { name: string }) => name)).toEqual(['member', 'reader']);
    expect(token.audit_ids).toHaveLength(1);
    const hours = (Date.parse(token.expires_at) - Date.parse(token.issued_at)) / 3_600_000;
    expect(hours).toBeCloseTo(12, 3);
    expect(token.expires_at).toMatch(/\.\d{6}Z$/);
    const endpoint = token.catalog.find(({ type }: { type: string }) => type === 'application-catalog').endpoints[0];
    expect(endpoint).toMatchObject({ interface: 'public', region: 'RegionOne', url: 'https://vetro.test' });
  });

  it('takes ids in place of names', async () => {
    const body = byPassword('x', { project: { id: ids.Contoso } });
    body.auth.identity.password.user = { id: ids.admin, password: 'Vetro-demo-1' } as never;
    expect((await send(TOKENS, 'POST', {}, body)).json.token.project.name).toBe('Contoso');
  });

  it('without a scope gives the only tenant of a user, and no tenant where there are several', async () => {
    expect((await signIn('reader')).json.token.project.name).toBe('Contoso');
    const several = (await signIn('member')).json.token;
    expect(several).not.toHaveProperty('project');
    expect(several).not.toHaveProperty('catalog');
    expect((await signIn('reader', 'unscoped')).json.token).not.toHaveProperty('project');
    expect((await signIn('reader', { unscoped: {} })).json.token).not.toHaveProperty('project');
  });

  it('leaves the catalog out when asked to', async () => {
    const response = await send(TOKENS, 'POST', {}, byPassword('reader'), '?nocatalog');
    expect(response.json.token).not.toHaveProperty('catalog');
    expect(response.json.token).toHaveProperty('roles');
  });

  it.each([
    ['a wrong password', byPassword('member', project('Contoso'), 'wrong')],
    ['an unknown user', byPassword('nobody', project('Contoso'))],
    ['a tenant without a role', byPassword('reader', project('Fabrikam'))],
    ['an unknown tenant', byPassword('reader', project('Nowhere'))],
    [
      'an unknown domain of the tenant',
      byPassword('reader', { project: { name: 'Contoso', domain: { name: 'Else' } } }),
    ],
    ['a domain as scope', byPassword('admin', { domain: { id: 'default' } })],
    ['a method we do not have', { auth: { identity: { methods: ['totp'] } } }],
    ['an invalid token', { auth: { identity: { methods: ['token'], token: { id: 'made-up' } } } }],
    [
      'an unknown domain of the user',
      {
        auth: {
          identity: {
            methods: ['password'],
            password: { user: { name: 'admin', domain: { id: 'x' }, password: 'Vetro-demo-1' } },
          },
        },
      },
    ],
  ])('refuses %s with 401 in the shape Keystone clients read', async (_what, body) => {
    const response = await send(TOKENS, 'POST', {}, body);
    expect(response.status).toBe(401);
    expect(response.token).toBe('');
    expect(response.json).toMatchObject({ error: { code: 401, title: 'Unauthorized', message: expect.any(String) } });
  });

  it.each([
    ['no body at all', undefined, 400],
    ['an empty object', {}, 400],
    ['no methods', { auth: { identity: { methods: [] } } }, 400],
    ['a method without its data', { auth: { identity: { methods: ['password'] } } }, 400],
  ])('refuses %s and says what is missing', async (_what, body, status) => {
    const response = await send(TOKENS, 'POST', {}, body);
    expect(response.status).toBe(status);
    expect(response.json.error.code).toBe(status);
  });

  it('refuses too many attempts with 429 and when to come back', async () => {
    const wrong = byPassword('busy', undefined, 'wrong');
    for (let n = 0; n < SIGN_IN_RATES.place.burst; n++)
      expect((await send(TOKENS, 'POST', {}, wrong)).status).toBe(401);
    const response = await send(TOKENS, 'POST', {}, wrong);
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  });
});

describe('asking for a token by token', () => {
  it('gives one for another tenant that ends with the first', async () => {
    const first = await signIn('member');
    const body = { auth: { identity: { methods: ['token'], token: { id: first.token } }, scope: project('Contoso') } };
    const second = await send(TOKENS, 'POST', {}, body);
    expect(second.status).toBe(201);
    expect(second.json.token.project.name).toBe('Contoso');
    expect(second.json.token.methods.sort()).toEqual(['password', 'token']);
    expect(second.json.token.expires_at).toBe(first.json.token.expires_at);
    expect(second.token).not.toBe(first.token);
  });
});

describe('asking about a token', () => {
  it('shows one its own user asks about', async () => {
    const mine = await signIn('member', project('Contoso'));
    const response = await send(TOKENS, 'GET', { 'x-auth-token': mine.token, 'x-subject-token': mine.token });
    expect(response.status).toBe(200);
    expect(response.token).toBe(mine.token);
    expect(response.json).toEqual(mine.json);
  });

  it('shows an administrator the tokens of their tenant, and nobody else those of others', async () => {
    const subject = (await signIn('reader')).token;
    const ask = async (name: string, tenant: string) =>
      (
        await send(TOKENS, 'GET', {
          'x-auth-token': (await signIn(name, project(tenant))).token,
          'x-subject-token': subject,
        })
      ).status;
    expect(await ask('admin', 'Contoso')).toBe(200);
    expect(await ask('admin', 'Fabrikam')).toBe(403);
    expect(await ask('member', 'Contoso')).toBe(403);
  });

  it('needs a valid token of the asker, the subject, and that it exists', async () => {
    const mine = (await signIn('member', project('Contoso'))).token;
    expect((await send(TOKENS, 'GET', { 'x-subject-token': mine })).status).toBe(401);
    expect((await send(TOKENS, 'GET', { 'x-auth-token': 'bad', 'x-subject-token': mine })).status).toBe(401);
    expect((await send(TOKENS, 'GET', { 'x-auth-token': mine })).status).toBe(400);
    const unknown = await send(TOKENS, 'GET', { 'x-auth-token': mine, 'x-subject-token': 'made-up' });
    expect(unknown.json).toEqual({ error: { code: 404, title: 'Not Found', message: 'Could not find the token.' } });
  });

  it('is over once it is revoked', async () => {
    const mine = (await signIn('member', project('Contoso'))).token;
    const headers = { 'x-auth-token': mine, 'x-subject-token': mine };
    const gone = await send(TOKENS, 'DELETE', headers);
    expect([gone.status, gone.json]).toEqual([204, undefined]);
    expect((await send(TOKENS, 'GET', headers)).status).toBe(401);
  });

  it('is over with the one it was made from', async () => {
    const first = (await signIn('member', project('Contoso'))).token;
    const body = { auth: { identity: { methods: ['token'], token: { id: first } }, scope: project('Fabrikam') } };
    const second = await send(TOKENS, 'POST', {}, body);
    expect(second.json.token.audit_ids).toHaveLength(2);
    await send(TOKENS, 'DELETE', { 'x-auth-token': first, 'x-subject-token': first });
    expect((await send(PROJECTS, 'GET', { 'x-auth-token': second.token })).status).toBe(401);
    const third = { auth: { identity: { methods: ['token'], token: { id: second.token } } } };
    expect((await send(TOKENS, 'POST', {}, third)).status).toBe(401);
  });

  it('of a disabled user opens nothing here, scoped or not', async () => {
    const tokens = [(await signIn('reader', 'unscoped')).token, (await signIn('reader', project('Contoso'))).token];
    await db().user.update({ where: { name: 'reader' }, data: { enabled: false } });
    for (const mine of tokens) {
      const headers = { 'x-auth-token': mine, 'x-subject-token': mine };
      expect((await send(PROJECTS, 'GET', headers)).status).toBe(401);
      expect((await send(TOKENS, 'GET', headers)).status).toBe(401);
      expect((await send(TOKENS, 'DELETE', headers)).status).toBe(401);
      const body = { auth: { identity: { methods: ['token'], token: { id: mine } } } };
      expect((await send(TOKENS, 'POST', {}, body)).status).toBe(401);
    }
    await db().user.update({ where: { name: 'reader' }, data: { enabled: true } });
  });

  it('is over once its user is disabled', async () => {
    const mine = (await signIn('reader')).token;
    const admin = (await signIn('admin', project('Contoso'))).token;
    await db().user.update({ where: { name: 'reader' }, data: { enabled: false } });
    const response = await send(TOKENS, 'GET', { 'x-auth-token': admin, 'x-subject-token': mine });
    await db().user.update({ where: { name: 'reader' }, data: { enabled: true } });
    expect(response.status).toBe(404);
  });
});

describe('the rest of the identity API', () => {
  it('lists the tenants of whoever asks, also with a token for none', async () => {
    const { token } = await signIn('member', 'unscoped');
    const response = await send(PROJECTS, 'GET', { 'x-auth-token': token });
    expect(response.json.projects.map(({ name }: { name: string }) => name)).toEqual(['Contoso', 'Fabrikam']);
    expect((await send(PROJECTS, 'GET')).status).toBe(401);
  });

  it('tells its versions to discovery', async () => {
    const all = await send(VERSIONS, 'GET');
    expect(all.status).toBe(300);
    const v3 = await send(V3, 'GET');
    expect(v3.json.version).toMatchObject({ id: 'v3.14', status: 'stable' });
    expect(v3.json.version.links[0].href).toBe('https://vetro.test/identity/v3/');
  });

  it('refuses a method it does not take and says which it does', async () => {
    const response = await send(TOKENS, 'PUT');
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST, GET, DELETE, HEAD, OPTIONS');
    const options = await send(TOKENS, 'OPTIONS');
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'POST, GET, DELETE, HEAD, OPTIONS']);
  });
});
