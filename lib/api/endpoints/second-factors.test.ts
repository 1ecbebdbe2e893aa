import { Secret, TOTP } from 'otpauth';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { Client } from '@/lib/api/testing/product';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { codeOf, list, object, text } from '@/lib/api/testing/responses';
import { systemAdmin } from '@/lib/api/testing/system-admin';
import { nextAuthOptions } from '@/lib/auth/next-auth';
import { holdsSealed } from '@/lib/model/secret';

/** One-time codes besides the password, over HTTP. */

const product = productForTests();
const PATH = '/v1/me/totp';
let root: Client;
beforeAll(async () => {
  root = await systemAdmin(product);
});

interface Person {
  id: string;
  name: string;
  password: string;
  token: string;
}

/** Asks for a token as Keystone does. */
function ask({ name, password }: Pick<Person, 'name' | 'password'>, passcode?: string) {
  const user = { name, domain: { id: 'default' } };
  const totp = passcode === undefined ? {} : { totp: { user: { ...user, passcode } } };
  const methods = ['password', ...Object.keys(totp)];
  const body = { auth: { identity: { methods, password: { user: { ...user, password } }, ...totp } } };
  return product.anonymous().call('POST', '/identity/v3/auth/tokens', { body });
}

async function person(name: string): Promise<Person> {
  const roles = [{ tenant_id: product.member.tenantId, role: 'member' }];
  const made = await root.ok('POST', '/v1/admin/users', { body: { name, display_name: name, roles } });
  const given = { id: text(object(made.user).id), name, password: text(made.password) };
  return { ...given, token: (await ask(given)).headers.get('x-subject-token') ?? '' };
}

const as = ({ token }: Person, method: string, path: string, body?: object) =>
  product.anonymous().call(method, path, { headers: { 'X-Auth-Token': token }, ...(body && { body }) });

/** A code as the app shows it so many intervals from now. */
const codeIn = (secret: string, intervals = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + intervals * 30_000 });

/** The recovery codes that a confirmation answers. */
const codesIn = ({ json }: { json: unknown }) =>
  z.object({ recovery_codes: z.array(z.string()) }).parse(json).recovery_codes;

/** Sets one up. @returns its secret and the recovery codes */
async function enrolled(who: Person) {
  const begun = object((await as(who, 'POST', PATH, { password: who.password })).json);
  const secret = text(begun.secret);
  // the interval before this one, so that the code of this one is still to be used
  const confirmed = await as(who, 'POST', `${PATH}/confirm`, { totp: codeIn(secret, -1) });
  return { secret, uri: text(begun.uri), codes: codesIn(confirmed) };
}

/** Not in the last seconds of an interval, in which a code of before would no longer be good. */
async function earlyInInterval() {
  await vi.waitFor(() => expect(Date.now() % 30_000).toBeLessThan(20_000), { timeout: 15_000, interval: 200 });
}

/** Forgets how often somebody tried, which tests of their own are about. */
const forgetAttempts = () => product.db.signInRate.deleteMany();

describe('a second factor', () => {
  test('is begun with the password, confirmed by a code, kept sealed, and asked for from then on', async () => {
    await earlyInInterval();
    const ulla = await person('ulla');
    expect((await as(ulla, 'GET', PATH)).json).toEqual({
      available: true,
      on: false,
      since: null,
      recovery_codes_left: 0,
    });
    const refused = await as(ulla, 'POST', PATH, { password: 'not it' });
    expect([refused.status, object(list(object(refused.json).fields)[0])]).toMatchObject([
      400,
      { code: 'wrong_password' },
    ]);
    expect(codeOf(await as(ulla, 'POST', `${PATH}/confirm`, { totp: '000000' }))).toBe('totp_not_begun');

    const begun = object((await as(ulla, 'POST', PATH, { password: ulla.password })).json);
    const secret = text(begun.secret);
    expect(text(begun.uri)).toBe(
      `otpauth://totp/Vetro:ulla?issuer=Vetro&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    );
    expect((await ask(ulla)).status).toBe(201);
    const wrong = await as(ulla, 'POST', `${PATH}/confirm`, { totp: codeIn(secret, 10) });
    expect([wrong.status, object(list(object(wrong.json).fields)[0])]).toMatchObject([400, { code: 'wrong_totp' }]);
    const confirmed = await as(ulla, 'POST', `${PATH}/confirm`, { totp: codeIn(secret, -1) });
    const codes = codesIn(confirmed);
    expect(new Set(codes).size).toBe(10);
    expect((await as(ulla, 'GET', PATH)).json).toMatchObject({ on: true, recovery_codes_left: 10 });
    expect(codeOf(await as(ulla, 'POST', PATH, { password: ulla.password }))).toBe('totp_on');

    const row = await product.db.secondFactor.findUniqueOrThrow({ where: { userId: ulla.id } });
    expect(holdsSealed(row.secret)).toBe(true);
    const kept = JSON.stringify(row, (_key, value) => (typeof value === 'bigint' ? String(value) : value));
    for (const plain of [secret, ...codes]) {
      expect(kept).not.toContain(plain);
      expect(product.logLines.join('')).not.toContain(plain);
    }

    const without = await ask(ulla);
    expect([without.status, codeOf(without)]).toEqual([401, undefined]);
    expect(JSON.stringify(without.json)).toContain('has a second factor');
    for (const odd of ['ßäö€12', '１２３４５６', ' ', '0'.repeat(64)]) expect((await ask(ulla, odd)).status).toBe(401);
    expect((await ask({ ...ulla, password: 'not it' })).json).not.toEqual(without.json);
    const answer = await ask(ulla, codeIn(secret));
    expect([answer.status, object(object(answer.json).token).methods]).toEqual([201, ['password', 'totp']]);
    const audit = await product.db.auditEntry.findFirst({ where: { action: 'user.enableTotp', userId: ulla.id } });
    expect(audit).toMatchObject({ targetId: ulla.id, details: { via: 'token' } });
  });

  test('takes a code once, neither an older one nor two at one moment; recovery codes once each', async () => {
    await earlyInInterval();
    const uwe = await person('uwe');
    const { secret, codes } = await enrolled(uwe);
    const now = codeIn(secret);
    const both = await Promise.all([ask(uwe, now), ask(uwe, now)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 401]);
    expect((await ask(uwe, now)).status).toBe(401);
    expect((await ask(uwe, codeIn(secret, -1))).status).toBe(401);
    await forgetAttempts();

    const [first = '', second = ''] = codes;
    expect((await ask(uwe, first.toUpperCase().replace('-', ' '))).status).toBe(201);
    expect((await ask(uwe, first)).status).toBe(401);
    const twice = await Promise.all([ask(uwe, second), ask(uwe, second)]);
    expect(twice.map(({ status }) => status).sort()).toEqual([201, 401]);
    expect((await as(uwe, 'GET', PATH)).json).toMatchObject({ recovery_codes_left: 8 });
    const audited = await product.db.auditEntry.count({ where: { action: 'user.useRecoveryCode', userId: uwe.id } });
    expect(audited).toBe(2);
  });

  test('is guessed as slowly as a password, whoever knows the password included', async () => {
    const udo = await person('udo');
    await enrolled(udo);
    await forgetAttempts();
    const statuses: number[] = [];
    // without a code in between: that must not begin the count anew
    for (let n = 0; n < 12; n += 1) statuses.push((await ask(udo, n % 2 === 0 ? '000000' : undefined)).status);
    expect(statuses.slice(-2)).toEqual([429, 429]);
    await forgetAttempts();
  });

  test('is asked for by the dashboard, too', async () => {
    await earlyInInterval();
    const urs = await person('urs');
    const { secret } = await enrolled(urs);
    const { providers } = nextAuthOptions(product.container);
    const { options } = providers[0] as unknown as {
      options: { authorize: (given: Record<string, string>, request: object) => Promise<{ name: string } | null> };
    };
    const enter = (more: Record<string, string>) =>
      options.authorize({ name: 'urs', password: urs.password, ...more }, { headers: {} });
    await expect(enter({})).rejects.toThrow(/^totp_required$/);
    await expect(enter({ totp: 'aaaaaa' })).rejects.toThrow(/^wrong_totp$/);
    await expect(enter({ totp: codeIn(secret), password: 'not it' })).rejects.toThrow(/^wrong_credentials$/);
    expect(await enter({ totp: codeIn(secret) })).toMatchObject({ name: 'urs' });
  });

  test('is removed by the password and a code, or by an administrator of the installation', async () => {
    const ute = await person('ute');
    const { codes } = await enrolled(ute);
    const remove = (password: string, totp: string) => as(ute, 'POST', `${PATH}/remove`, { password, totp });
    const problem = async (answer: ReturnType<typeof remove>) =>
      list(object((await answer).json).fields).map(({ path, code }) => `${path}: ${code}`);
    expect(await problem(remove('not it', codes[0] ?? ''))).toEqual(['password: wrong_password']);
    expect(await problem(remove(ute.password, '12345'))).toEqual(['totp: wrong_totp']);
    expect((await remove(ute.password, codes[0] ?? '')).status).toBeLessThan(300);
    expect(codeOf(await remove(ute.password, codes[1] ?? ''))).toBe('totp_off');
    expect((await ask(ute)).status).toBe(201);

    await enrolled(ute);
    expect((await ask(ute)).status).toBe(401);
    const path = `/v1/admin/users/${ute.id}/totp`;
    expect((await product.admin.call('DELETE', path)).status).toBe(403);
    const found = await root.ok('GET', '/v1/admin/users?search=ute');
    expect(list(found.users)).toMatchObject([{ name: 'ute', second_factor: true }]);
    await root.ok('DELETE', path);
    expect((await root.call('DELETE', path)).status).toBe(404);
    expect((await ask(ute)).status).toBe(201);
    const audit = await product.db.auditEntry.findMany({
      where: { targetId: ute.id, action: { in: ['user.disableTotp', 'user.removeTotp'] } },
      orderBy: { id: 'asc' },
    });
    expect(audit).toMatchObject([
      { action: 'user.disableTotp', userId: ute.id },
      { action: 'user.removeTotp', userId: root.userId, details: { name: 'ute' } },
    ]);
  });

  test('proves nothing without the password', async () => {
    const user = { name: 'member', domain: { id: 'default' } };
    const body = { auth: { identity: { methods: ['totp'], totp: { user: { ...user, passcode: '123456' } } } } };
    const answer = await product.anonymous().call('POST', '/identity/v3/auth/tokens', { body });
    expect(answer.status).toBe(401);
  });
});
