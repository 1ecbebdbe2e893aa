import { describe, expect, test } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { codeOf, list, object, text } from '@/lib/api/testing/responses';
import { systemAdmin } from '@/lib/api/testing/system-admin';
import { dashboardSignIn } from '@/lib/auth/testing';

/** One's own password over HTTP. */

const product = productForTests();
const PATH = '/v1/me/password';

/** Signs in by the API. @returns the token; null when refused */
async function tokenOf(name: string, password: string): Promise<string | null> {
  const user = { name, domain: { id: 'default' }, password };
  const body = { auth: { identity: { methods: ['password'], password: { user } } } };
  const answer = await product.anonymous().call('POST', '/identity/v3/auth/tokens', { body });
  return answer.status === 201 ? answer.headers.get('x-subject-token') : null;
}

describe('one’s own password', () => {
  test('is changed by whoever knows the old one; every token ends, and the audit log tells it without either', async () => {
    const root = await systemAdmin(product);
    const roles = [{ tenant_id: product.member.tenantId, role: 'reader' }];
    const made = await root.ok('POST', '/v1/admin/users', { body: { name: 'olga', display_name: 'Olga', roles } });
    const [old, next] = [text(made.password), 'Quiet-Lantern-47!'];
    const token = (await tokenOf('olga', old)) ?? '';
    const headers = { 'X-Auth-Token': token };
    const change = (current_password: string, new_password: string) =>
      product.anonymous().call('PUT', PATH, { headers, body: { current_password, new_password } });
    const refusedAt = async (answer: ReturnType<typeof change>) => {
      const { status, json } = await answer;
      return [status, ...list(object(json).fields).map(({ path, code }) => `${path}: ${code}`)];
    };

    expect(await refusedAt(change('not it', next))).toEqual([400, 'current_password: wrong_password']);
    expect(await refusedAt(change(old, 'short'))).toEqual([
      400,
      'new_password: password_too_short',
      'new_password: password_too_simple',
    ]);
    expect(await refusedAt(change(old, 'Olga-is-here-47!'))).toEqual([400, 'new_password: password_holds_account']);
    expect(await refusedAt(change(old, old))).toEqual([400, 'new_password: same_password']);
    expect(await tokenOf('olga', old)).not.toBeNull();

    expect((await change(old, next)).status).toBeLessThan(300);
    expect((await product.anonymous().call('GET', '/v1/me', { headers })).status).toBe(401);
    expect(await tokenOf('olga', old)).toBeNull();
    expect(await tokenOf('olga', next)).not.toBeNull();
    const audit = await product.db.auditEntry.findFirst({ where: { action: 'user.changePassword' } });
    expect(audit).toMatchObject({ details: { name: 'olga' } });
    for (const secret of [old, next]) {
      expect(JSON.stringify(audit?.details)).not.toContain(secret);
      expect(product.logLines.join('')).not.toContain(secret);
    }
  });

  test('is guessed as slowly as at a sign-in', async () => {
    const { colleague } = product;
    const guess = (nth: number) =>
      colleague.call('PUT', PATH, { body: { current_password: `guess ${nth}`, new_password: 'Quiet-Lantern-47!' } });
    let last = await guess(0);
    for (let nth = 1; nth < 40 && last.status === 400; nth += 1) last = await guess(nth);
    expect([last.status, codeOf(last)]).toEqual([429, 'too_many_sign_ins']);
    expect((await product.anonymous().call('PUT', PATH, { body: {} })).status).toBe(401);
  });
});

describe('where one is signed in', () => {
  const PATH_OF_SIGN_INS = '/v1/me/sign-ins';
  const at = async (client: { userId: string; tenantId: string }, browser: string, address = '') => {
    const { auth, config } = product.container;
    const { cookie } = await dashboardSignIn(auth, config.sessionSecret, { ...client, browser, address });
    const headers = { cookie, origin: new URL(product.url).origin };
    return (method: string, path: string) => product.anonymous().call(method, path, { headers });
  };
  type Browser = Awaited<ReturnType<typeof at>>;
  const listed = async (browser: Browser) => list(object((await browser('GET', PATH_OF_SIGN_INS)).json).sign_ins);

  test('is listed with the browser, and one of them is ended, never another person’s', async () => {
    const client = await product.clientOf('ines', 'Contoso', 'reader');
    const office = await at(client, 'Edge, Windows', '203.0.113.7');
    const phone = await at(client, 'Safari, iOS');
    const stranger = await at(product.stranger, 'Firefox, Linux');
    const seen = await listed(office);
    expect(seen.map(({ browser, address, current }) => [browser, address, current])).toEqual(
      expect.arrayContaining([
        ['Edge, Windows', '203.0.113.7', true],
        ['Safari, iOS', '', false],
      ]),
    );
    const ofPhone = text(seen.find(({ current }) => current === false)?.id);
    expect((await stranger('DELETE', `${PATH_OF_SIGN_INS}/${ofPhone}`)).status).toBe(404);
    expect((await phone('GET', '/v1/me')).status).toBe(200);
    expect((await office('DELETE', `${PATH_OF_SIGN_INS}/${ofPhone}`)).status).toBeLessThan(300);
    expect((await phone('GET', '/v1/me')).status).toBe(401);
    expect(await listed(office)).toHaveLength(1);
    const again = await office('DELETE', `${PATH_OF_SIGN_INS}/${ofPhone}`);
    expect([again.status, codeOf(again)]).toEqual([404, 'sign_in_not_found']);
  });

  test('ends everywhere else at once, tokens too; the audit log says so', async () => {
    const client = await product.clientOf('ingo', 'Contoso', 'member');
    const [office, phone] = [await at(client, 'Edge, Windows'), await at(client, 'Safari, iOS')];
    expect((await office('DELETE', PATH_OF_SIGN_INS)).status).toBeLessThan(300);
    expect((await office('GET', '/v1/me')).status).toBe(200);
    expect((await phone('GET', '/v1/me')).status).toBe(401);
    expect((await client.call('GET', '/v1/me')).status).toBe(401);
    const audit = await product.db.auditEntry.findFirst({ where: { action: 'user.signOutEverywhere' } });
    expect(audit).toMatchObject({ userId: client.userId, details: { via: 'dashboard', ended: 1 } });
  });

  test('is seen and ended by administrators of the installation, not by those of a tenant', async () => {
    const root = await systemAdmin(product);
    const client = await product.clientOf('irma', 'Contoso', 'member');
    const [office, phone] = [await at(client, 'Edge, Windows', '203.0.113.7'), await at(client, 'Safari, iOS')];
    const path = `/v1/admin/users/${client.userId}/sign-ins`;
    const { sign_ins } = await root.ok('GET', path);
    expect(list(sign_ins).map(({ browser, address, current }) => [browser, address, current])).toEqual(
      expect.arrayContaining([
        ['Edge, Windows', '203.0.113.7', false],
        ['Safari, iOS', '', false],
      ]),
    );
    for (const method of ['GET', 'DELETE']) expect((await product.admin.call(method, path)).status).toBe(403);

    const ofPhone = text(list(sign_ins).find(({ browser }) => browser === 'Safari, iOS')?.id);
    expect((await root.call('DELETE', `/v1/admin/users/${product.stranger.userId}/sign-ins/${ofPhone}`)).status).toBe(
      404,
    );
    expect((await phone('GET', '/v1/me')).status).toBe(200);
    await root.ok('DELETE', `${path}/${ofPhone}`);
    expect((await phone('GET', '/v1/me')).status).toBe(401);
    expect((await office('GET', '/v1/me')).status).toBe(200);
    await root.ok('DELETE', path);
    expect((await office('GET', '/v1/me')).status).toBe(401);
    expect((await client.call('GET', '/v1/me')).status).toBe(401);
    expect(await root.ok('GET', path)).toEqual({ sign_ins: [] });

    const audit = await product.db.auditEntry.findMany({
      where: { action: { in: ['user.endSignInOf', 'user.signOut'] } },
      orderBy: { id: 'asc' },
    });
    expect(audit).toMatchObject([
      { action: 'user.endSignInOf', userId: root.userId, targetId: client.userId, details: { name: 'irma' } },
      { action: 'user.signOut', userId: root.userId, targetId: client.userId, details: { name: 'irma', ended: 1 } },
    ]);
    expect((await root.call('GET', `/v1/admin/users/${'0'.repeat(32)}/sign-ins`)).status).toBe(404);
  });
});
