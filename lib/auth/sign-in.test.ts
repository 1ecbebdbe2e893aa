import type { Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '@/lib/crypto';
import { createTestDatabase, type TestDatabase } from '@/lib/db/testing';
import { isVetroError, type VetroError } from '@/lib/errors';
import { clientAddress, notePeer, peerAddress } from './client-address';
import { demoSignIns, seedDemo } from './seed';
import { authenticatePassword, DECOY_HASH } from './sign-in';
import { MOST_FAILURES, WINDOW_SECONDS } from './sign-in-limit';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await seedDemo(database.db);
});
afterAll(() => database.drop());
afterEach(() => database.db.signInAttempt.deleteMany());

const PASSWORD = demoSignIns[0]?.password ?? '';

function signIn(name: string, password: string, address: string | null = '192.0.2.1') {
  return authenticatePassword(database.db, { user: { name }, password, address });
}

async function refusal(attempt: Promise<unknown>): Promise<VetroError> {
  try {
    await attempt;
  } catch (error) {
    if (isVetroError(error)) return error;
    throw error;
  }
  throw new Error('the sign-in was accepted');
}

describe('signing in with a password', () => {
  it('gives the user, by name or by id', async () => {
    const member = await signIn('member', PASSWORD);
    expect(member).toMatchObject({ name: 'member', displayName: 'Max Member' });
    const again = await authenticatePassword(database.db, {
      user: { id: member.id },
      password: PASSWORD,
      address: null,
    });
    expect(again).toEqual(member);
  });

  it('tells nobody whether a name exists: unknown, disabled and wrong password are one answer', async () => {
    await database.db.user.update({ where: { name: 'reader' }, data: { enabled: false } });
    const answers = await Promise.all([
      refusal(signIn('nobody', PASSWORD)),
      refusal(signIn('reader', PASSWORD)),
      refusal(signIn('member', 'wrong')),
      refusal(signIn('', '')),
      refusal(signIn('member', PASSWORD.padEnd(5000))),
    ]);
    await database.db.user.update({ where: { name: 'reader' }, data: { enabled: true } });
    expect(new Set(answers.map(({ kind, code, sentence }) => `${kind} ${code} ${sentence}`)).size).toBe(1);
    expect(answers[0]).toMatchObject({ kind: 'not_authenticated', code: 'wrong_credentials' });
  });

  it('works as hard for an unknown name as for a known one', async () => {
    const cost = (hash: string) => hash.split('$').slice(1, 4).join();
    expect(cost(DECOY_HASH)).toBe(cost(await hashPassword('any')));
  });

  it('refuses a name after too many failures, also with the right password, and says how long to wait', async () => {
    for (let n = 0; n < MOST_FAILURES.name; n++) await refusal(signIn('member', 'wrong', `192.0.2.${n}`));
    const refused = await refusal(signIn('MEMBER', PASSWORD, '198.51.100.9'));
    expect(refused).toMatchObject({ kind: 'limit_exceeded', code: 'too_many_sign_ins' });
    expect(refused.retryAfterSeconds).toBeGreaterThan(WINDOW_SECONDS - 60);
    expect(refused.retryAfterSeconds).toBeLessThanOrEqual(WINDOW_SECONDS);
    expect((await signIn('admin', PASSWORD)).name).toBe('admin');
  });

  it('counts attempts made at one instant', async () => {
    const burst = await Promise.all(
      Array.from({ length: MOST_FAILURES.name + 10 }, () => refusal(signIn('member', 'wrong'))),
    );
    expect(burst.filter(({ code }) => code === 'wrong_credentials')).toHaveLength(MOST_FAILURES.name);
    expect(burst.filter(({ code }) => code === 'too_many_sign_ins')).toHaveLength(10);
  });

  it('refuses an address that tries many names', async () => {
    await refusal(signIn('first', 'wrong', '203.0.113.7'));
    await database.db.signInAttempt.updateMany({
      where: { key: { startsWith: 'address:' } },
      data: { failures: MOST_FAILURES.address },
    });
    expect((await refusal(signIn('another', 'wrong', '203.0.113.7'))).code).toBe('too_many_sign_ins');
    expect((await refusal(signIn('another', 'wrong', '203.0.113.8'))).code).toBe('wrong_credentials');
  });

  it('starts afresh after a success, and after the window', async () => {
    for (let n = 0; n < MOST_FAILURES.name - 1; n++) await refusal(signIn('member', 'wrong'));
    await signIn('member', PASSWORD);
    for (let n = 0; n < MOST_FAILURES.name; n++)
      expect((await refusal(signIn('member', 'wrong'))).code).toBe('wrong_credentials');
    expect((await refusal(signIn('member', PASSWORD))).code).toBe('too_many_sign_ins');
    await database.db.signInAttempt.updateMany({
      data: { windowStart: new Date(Date.now() - (WINDOW_SECONDS + 1) * 1000) },
    });
    expect((await signIn('member', PASSWORD)).name).toBe('member');
  });

  it('does not hold successes against a busy address', async () => {
    for (let n = 0; n < 5; n++) await signIn('member', PASSWORD, '203.0.113.9');
    const rows = await database.db.signInAttempt.findMany();
    expect(rows.every(({ failures }) => failures === 0)).toBe(true);
  });

  it('keeps no names in the counts', async () => {
    await refusal(signIn('my-password-by-mistake', 'wrong'));
    expect(JSON.stringify(await database.db.signInAttempt.findMany())).not.toContain('mistake');
  });
});

describe('the address of a client', () => {
  const forwarded = (hops: string | null) => new Headers(hops === null ? {} : { 'x-forwarded-for': hops });

  it('is the one our own proxies noted, not what the caller wrote before it', () => {
    expect(clientAddress(forwarded('192.0.2.1'), 1)).toBe('192.0.2.1');
    expect(clientAddress(forwarded('6.6.6.6, 192.0.2.1'), 1)).toBe('192.0.2.1');
    expect(clientAddress(forwarded('6.6.6.6, 192.0.2.1, 10.0.0.1'), 2)).toBe('192.0.2.1');
    expect(clientAddress(forwarded('192.0.2.1'), 2)).toBeNull();
    expect(clientAddress(forwarded(null), 1)).toBeNull();
  });

  it('is the other end of the connection where there is no proxy, whatever X-Forwarded-For says', () => {
    const headers: Record<string, string> = { 'x-forwarded-for': '6.6.6.6' };
    expect(clientAddress(new Headers(headers), 0)).toBeNull();
    notePeer({ headers, socket: { remoteAddress: '::ffff:192.0.2.7' } as Socket });
    expect(clientAddress(new Headers(headers), 0)).toBe('192.0.2.7');
    expect(peerAddress(new Headers(headers))).toBe('192.0.2.7');
    expect(clientAddress(new Headers(headers), 1)).toBe('6.6.6.6');
  });
});

describe('the demo seed', () => {
  it('makes two tenants and an admin, a member and a reader', async () => {
    const users = await database.db.user.findMany({
      orderBy: { name: 'asc' },
      include: { roles: { include: { tenant: true }, orderBy: { tenant: { name: 'asc' } } } },
    });
    expect(users.map(({ name, roles }) => [name, roles.map(({ role, tenant }) => `${role}@${tenant.name}`)])).toEqual([
      ['admin', ['admin@Contoso', 'admin@Fabrikam']],
      ['member', ['member@Contoso', 'member@Fabrikam']],
      ['reader', ['reader@Contoso']],
    ]);
  });

  it('changes nothing when it runs again, nor when two run at once', async () => {
    const before = await database.db.user.findMany({ orderBy: { name: 'asc' }, include: { roles: true } });
    await Promise.all([seedDemo(database.db), seedDemo(database.db)]);
    expect(await database.db.user.findMany({ orderBy: { name: 'asc' }, include: { roles: true } })).toEqual(before);
    expect(await database.db.tenant.count()).toBe(2);
  });
});
