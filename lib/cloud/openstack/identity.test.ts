import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { createHttpClient } from './http-client';
import { createKeystoneIdentity } from './identity';
import type { IdentitySettings } from './settings';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const DEFAULT = { id: 'default', name: 'Default' };
const SHOP = { id: '1'.repeat(32), name: 'shop', domain: DEFAULT, enabled: true };
const LAB = { id: '2'.repeat(32), name: 'lab', domain: DEFAULT, enabled: true };
const settings: IdentitySettings = {
  domain: 'Default',
  roles: { admin: 'admin', member: 'member', _member_: 'member', reader: 'reader' },
  adminRoles: ['cloud_admin'],
};

/** A Keystone with one user, whose roles a test changes as it goes. */
async function startKeystone(roles: Record<string, string[]>, user: { id: string; domain?: typeof DEFAULT }) {
  const said: string[] = [];
  const valid = new Map<string, string | null>();
  let isAway = false;
  const server = http.createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const sent = await text(request);
    const answer = (status: number, body: object = {}, token?: string) => {
      response.writeHead(status, token ? { 'x-subject-token': token } : {});
      response.end(JSON.stringify(body));
    };
    if (isAway) return answer(503);
    said.push(`${method} ${url}`);
    const own = { id: user.id, name: 'alice', domain: user.domain ?? DEFAULT };
    const describeToken = (projectId: string | null) => ({
      token: {
        user: own,
        expires_at: '2999-01-01T00:00:00Z',
        ...(projectId === null
          ? {}
          : {
              project: [SHOP, LAB].find(({ id }) => id === projectId),
              roles: (roles[projectId] ?? []).map((name) => ({ name })),
            }),
      },
    });
    const asker = String(headers['x-auth-token'] ?? '');
    if (url.startsWith('/v3/auth/projects')) {
      if (!valid.has(asker)) return answer(401);
      return answer(200, { projects: [SHOP, LAB].filter(({ id }) => roles[id]) });
    }
    if (method === 'GET') return valid.has(asker) ? answer(200, describeToken(valid.get(asker) ?? null)) : answer(404);
    if (method === 'DELETE') {
      valid.delete(asker);
      return answer(204);
    }
    const { identity, scope } = JSON.parse(sent).auth;
    const given = identity.password?.user ?? {};
    const isRight = given.password === 'right' && (given.name === 'alice' || given.id === user.id);
    if (!isRight && !valid.has(identity.token?.id)) return answer(401, { error: { message: 'no' } });
    const projectId = scope?.project?.id ?? null;
    if (projectId !== null && !roles[projectId]) return answer(401);
    const token = `gAAAA-${valid.size}`;
    valid.set(token, projectId);
    return answer(201, describeToken(projectId), token);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const client = createHttpClient({ ca: null, insecure: false, log: { debug: () => undefined }, firstPauseMs: 2_000 });
  closing.push(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
    () => client.close(),
  );
  const authUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v3`;
  return {
    identity: createKeystoneIdentity(client, { authUrl }, settings),
    said,
    roles,
    goAway: () => {
      isAway = true;
    },
    /** a token for one project, as a program gets it */
    scopedToken: (projectId: string) => {
      valid.set('gAAAA-scoped', projectId);
      return 'gAAAA-scoped';
    },
  };
}

const ID = 'a'.repeat(32);
const alice = { name: 'alice', domain: '', password: 'right' };

describe('signing in through Keystone', () => {
  it('opens the projects in which somebody has a role of the table, with the strongest of them', async () => {
    const { identity } = await startKeystone({ [SHOP.id]: ['reader', 'member'], [LAB.id]: ['auditor'] }, { id: ID });
    const token = await identity.signIn(alice);
    expect(await identity.identityOf(token)).toEqual({
      user: { id: ID, name: 'alice' },
      systemAdmin: false,
      tenants: [{ id: SHOP.id, name: 'shop', description: '', role: 'member' }],
      tenantId: null,
      expiresAt: new Date('2999-01-01T00:00:00Z'),
    });
  });

  it('is refused with one sentence, whatever was wrong', async () => {
    const { identity } = await startKeystone({ [SHOP.id]: ['member'] }, { id: ID });
    for (const wrong of [
      { ...alice, password: 'wrong' },
      { ...alice, name: 'nobody' },
    ])
      await expect(identity.signIn(wrong)).rejects.toMatchObject({ code: 'wrong_credentials' });
  });

  it('says whether a password is of whoever a token belongs to, and keeps nothing of that', async () => {
    const { identity, said } = await startKeystone({ [SHOP.id]: ['member'] }, { id: ID });
    const token = await identity.signIn(alice);
    said.length = 0;
    expect(await identity.isPasswordOf(token, 'right')).toBe(true);
    expect(said.map((call) => call.split(' ')[0])).toEqual(['GET', 'POST', 'DELETE']);
    expect(await identity.identityOf(token)).toMatchObject({ user: { id: ID } });
    expect(await identity.isPasswordOf(token, 'wrong')).toBe(false);
    expect(await identity.isPasswordOf('over', 'right')).toBe(false);
  });

  it('makes an administrator of the installation of who has a role for it', async () => {
    const { identity } = await startKeystone({ [SHOP.id]: ['member'], [LAB.id]: ['cloud_admin'] }, { id: ID });
    expect(await identity.identityOf(await identity.signIn(alice))).toMatchObject({ systemAdmin: true });
  });

  it('tells users of another domain apart, and gives long ids a short one', async () => {
    const other = { id: 'x', name: 'partners' };
    const { identity } = await startKeystone({ [SHOP.id]: ['member'] }, { id: 'b'.repeat(64), domain: other });
    const known = await identity.identityOf(await identity.signIn(alice));
    expect(known?.user).toEqual({ id: expect.stringMatching(/^[0-9a-f]{32}$/), name: 'alice@partners' });
  });

  it('knows a token for one project by that project alone', async () => {
    const { identity, scopedToken, said } = await startKeystone(
      { [SHOP.id]: ['reader'], [LAB.id]: ['admin'] },
      { id: ID },
    );
    const known = await identity.identityOf(scopedToken(SHOP.id));
    expect(known).toMatchObject({ tenantId: SHOP.id, tenants: [{ id: SHOP.id, role: 'reader' }] });
    expect(said).toEqual(['GET /v3/auth/tokens?nocatalog']);
  });

  it('is over once the token is revoked, and a role that was taken away is gone', async () => {
    const { identity, roles } = await startKeystone({ [SHOP.id]: ['member'], [LAB.id]: ['member'] }, { id: ID });
    const token = await identity.signIn(alice);
    delete roles[LAB.id];
    expect((await identity.identityOf(token))?.tenants.map(({ name }) => name)).toEqual(['shop']);
    await identity.revoke(token);
    expect(await identity.identityOf(token)).toBeNull();
    await identity.revoke(token);
  });

  it('says so when Keystone is away', async () => {
    const { identity, goAway } = await startKeystone({}, { id: ID });
    goAway();
    await expect(identity.identityOf('gAAAA-any')).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'identity_away',
    });
  });
});
