import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAuth } from '@/lib/auth/auth';
import { dashboardSignIn } from '@/lib/auth/testing';
import { watchAccess } from '@/lib/container/access-watch';
import { createStreams } from '@/lib/container/streams';
import { openDatabase } from '@/lib/db/client';
import { createEventHub, signal } from '@/lib/db/event-hub';
import type { UserAccess } from './endpoint';
import { eventStream } from './sse';
import type { Client } from './testing/product';
import { productForTests } from './testing/product-for-tests';
import { systemAdmin } from './testing/system-admin';

/** Rights are taken away in one process, over HTTP; they are used in another one on the same database. */

const product = productForTests();
let root: Client;
let replica: ReturnType<typeof startReplica>;
let number = 0;
/** whose rights are taken, anew for each test */
let person: Client;
let cookie: string;
let signInId: string;

/** @param everyMs by default it relies on what it hears alone */
function startReplica(everyMs = 3600_000) {
  const db = openDatabase(product.container.config.databaseUrl, 5);
  const { config, log } = product.container;
  const { sessionSecret, tokenLifetimeSeconds } = config;
  const auth = createAuth({ db, sessionSecret, tokenLifetimeSeconds, signIn: config.signIn });
  const hub = createEventHub(config.databaseUrl);
  const streams = createStreams();
  const send = (name: string, payload: string) => signal(db, name, payload);
  const endWatch = watchAccess({ events: hub, streams, signal: send, everyMs });
  return {
    auth,
    hub,
    streams,
    /** opens a stream there; its text once it has ended */
    async open(headers: Record<string, string>, access: UserAccess = 'reader') {
      const actor = headers.cookie
        ? await auth.actorOfCookies(headers.cookie)
        : await auth.actorOfToken(headers['x-auth-token'] ?? '');
      const leaving = new AbortController();
      const request = new Request('http://127.0.0.1/v1/events', { headers, signal: leaving.signal });
      const call = { request, actor, requestId: 'r1', container: { streams, log, auth, config } };
      const response = eventStream(call, (writer) => () => writer.close(), access);
      return { text: response.text(), leave: () => leaving.abort() };
    },
    async close() {
      endWatch();
      streams.closeAll();
      await hub.close();
      await db.$disconnect();
    },
  };
}

beforeAll(async () => {
  root = await systemAdmin(product);
  replica = startReplica();
  await replica.hub.start();
});
afterAll(() => replica.close());
beforeEach(async () => {
  number += 1;
  person = await product.clientOf(`person${number}`, `Tenant${number}`, 'member');
  const { sessionSecret } = product.container.config;
  ({ cookie, signInId } = await dashboardSignIn(product.container.auth, sessionSecret, person));
});

const reasonIn = (text: string) => {
  const data = /event: ended\ndata: (.*)\n/.exec(text)?.[1];
  return data === undefined ? null : (JSON.parse(data) as { status: number; code: string; detail: string });
};
const asToken = (token: string) => ({ 'x-auth-token': token });
const admin = (path: string, body: unknown) => root.call('PATCH', `/v1/admin/${path}`, { body });
const revoke = (token: string) =>
  person.call('DELETE', '/identity/v3/auth/tokens', { headers: { 'x-subject-token': token } });

async function derivedToken(): Promise<string> {
  const auth = { identity: { methods: ['token'], token: { id: person.token } } };
  const response = await product.anonymous().call('POST', '/identity/v3/auth/tokens', { body: { auth } });
  return response.headers.get('x-subject-token') ?? '';
}

/** Nobody gets in at the other process with any of these, from this moment on. */
async function expectRefused(tokens: string[], cookies: string[]) {
  for (const token of tokens)
    await expect(replica.auth.actorOfToken(token)).rejects.toMatchObject({ code: 'token_invalid' });
  for (const header of cookies) expect(await replica.auth.actorOfCookies(header)).toBeNull();
}

describe('what is revoked in one process', () => {
  test.each([
    ['a new password', () => root.call('POST', `/v1/admin/users/${person.userId}/password`)],
    ['being disabled', () => admin(`users/${person.userId}`, { enabled: false })],
    ['a role that is removed', () => admin(`users/${person.userId}`, { roles: [] })],
    ['a tenant that is disabled', () => admin(`tenants/${person.tenantId}`, { enabled: false })],
  ])('by %s is refused in the other, and streams there end with the reason', async (_what, take) => {
    const derived = await derivedToken();
    const open = await Promise.all(
      [asToken(person.token), asToken(derived), { cookie }].map((one) => replica.open(one)),
    );
    const here = await fetch(`${product.url}/v1/events`, { headers: asToken(person.token) });
    const bystander = await replica.open(asToken(root.token));
    const response = await take();
    expect([200, 204]).toContain(response.status);
    await expectRefused([person.token, derived], [cookie]);
    const reasons = (await Promise.all([...open.map(({ text }) => text), here.text()])).map(reasonIn);
    expect(reasons.map((reason) => reason?.code)).toEqual([
      'token_invalid',
      'token_invalid',
      'sign_in_over',
      'token_invalid',
    ]);
    expect(reasons.every((reason) => reason?.status === 401)).toBe(true);
    expect(replica.streams.count()).toBe(1);
    bystander.leave();
    expect(reasonIn(await bystander.text)).toBeNull();
  });

  test('by revoking a token is refused with what was made from it; the cookie of the same user stays', async () => {
    const derived = await derivedToken();
    const open = await Promise.all([asToken(person.token), asToken(derived)].map((one) => replica.open(one)));
    const stays = await replica.open({ cookie });
    expect((await revoke(person.token)).status).toBe(204);
    await expectRefused([person.token, derived], []);
    for (const { text } of open) expect(reasonIn(await text)).toMatchObject({ status: 401, code: 'token_invalid' });
    expect(await replica.auth.actorOfCookies(cookie)).toMatchObject({ userId: person.userId });
    expect(replica.streams.count()).toBe(1);
    await product.container.auth.signIns.end(signInId);
    expect(reasonIn(await stays.text)).toMatchObject({ status: 401, code: 'sign_in_over' });
    await expectRefused([], [cookie]);
  });

  test('by no longer administering the installation ends its stream, and no other', async () => {
    const second = await systemAdmin(product, `second${number}`);
    await product.clientOf(`second${number}`, 'Contoso', 'reader');
    const installation = await replica.open(asToken(second.token), 'system');
    const tenant = await replica.open(asToken(second.token));
    expect((await admin(`users/${second.userId}`, { system_admin: false })).status).toBe(200);
    expect(reasonIn(await installation.text)).toMatchObject({ status: 403, code: 'not_a_system_admin' });
    expect(replica.streams.count()).toBe(1);
    tenant.leave();
    await tenant.text;
  });
});

describe('a process that does not hear', () => {
  test('since its connection was cut looks for itself when it is back', async () => {
    const { text } = await replica.open(asToken(person.token));
    await product.db.$queryRaw`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name like 'vetro % event hub' and datname = current_database()`;
    expect((await revoke(person.token)).status).toBe(204);
    await expectRefused([person.token], []);
    expect(reasonIn(await text)).toMatchObject({ code: 'token_invalid' });
  });

  test('and does not come back does not trust that nothing happened', async () => {
    const deaf = startReplica(20);
    await deaf.hub.start();
    const { text } = await deaf.open(asToken(person.token));
    await deaf.hub.close();
    expect((await revoke(person.token)).status).toBe(204);
    await expect(deaf.auth.actorOfToken(person.token)).rejects.toMatchObject({ code: 'token_invalid' });
    expect(reasonIn(await text)).toMatchObject({ code: 'token_invalid' });
    await deaf.close();
  });
});
