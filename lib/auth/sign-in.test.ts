import type { Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '@/lib/crypto';
import { createTestDatabase, type TestDatabase } from '@/lib/db/testing';
import { isVetroError, type VetroError } from '@/lib/errors';
import { clientAddress, networkOf, notePeer, peerAddress } from './client-address';
import { DECOY_HASH } from './decoy-hash';
import { demoSignIns, seedDemo } from './seed';
import { authenticatePassword } from './sign-in';
import { SIGN_IN_RATES } from './sign-in-limit';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await seedDemo(database.db);
});
afterAll(() => database.drop());
afterEach(async () => {
  await database.db.signInRate.deleteMany();
  await database.db.signInPlace.deleteMany();
});

const PASSWORD = demoSignIns[0]?.password ?? '';

const HOME = '192.0.2.1';
const { place, strangers } = SIGN_IN_RATES;

function signIn(name: string, password: string, address: string | null = HOME, device?: string | null) {
  return authenticatePassword(database.db, { user: { name }, password, address, device });
}

/** Guesses until there is no room; how many guesses were looked at. */
async function guess(name: string, addresses: (n: number) => string, device?: string | null): Promise<number> {
  for (let n = 0; n < 1000; n++) {
    if ((await refusal(signIn(name, 'wrong', addresses(n), device))).code === 'too_many_sign_ins') return n;
  }
  throw new Error('nobody was slowed down');
}

/** As if everything that an address may try had been tried. */
const addressIsSpent = () =>
  database.db.$executeRaw`update sign_in_rates set arrival_at = now() + interval '1 hour' where key like 'address:%'`;

/** As if so many seconds went by. */
const secondsPass = (seconds: number) =>
  database.db.$executeRaw`update sign_in_rates set arrival_at = arrival_at - make_interval(secs => ${seconds})`;
const world = (n: number) => `198.51.${Math.floor(n / 250)}.${(n % 250) + 1}`;

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

  it('takes no name that cannot be stored for a fault', async () => {
    expect((await refusal(signIn('mem\0ber', PASSWORD))).code).toBe('wrong_credentials');
    const byId = authenticatePassword(database.db, { user: { id: '\0' }, password: PASSWORD, address: HOME });
    expect((await refusal(byId)).code).toBe('wrong_credentials');
  });
});

describe('guessing passwords', () => {
  it('is slowed down from one place, also with the right password, and told how long to wait', async () => {
    expect(await guess('member', () => HOME)).toBeGreaterThanOrEqual(place.burst);
    const refused = await refusal(signIn('member', PASSWORD));
    expect(refused).toMatchObject({ kind: 'limit_exceeded', code: 'too_many_sign_ins' });
    expect(refused.retryAfterSeconds).toBeGreaterThanOrEqual(1);
    expect(refused.retryAfterSeconds).toBeLessThanOrEqual(place.secondsEach);
    expect((await signIn('admin', PASSWORD)).name).toBe('admin');
    await secondsPass(place.secondsEach);
    expect((await refusal(signIn('member', 'wrong'))).code).toBe('wrong_credentials');
    expect((await refusal(signIn('member', 'wrong'))).code).toBe('too_many_sign_ins');
  });

  it('is one count by id and by name, in whatever case and writing', async () => {
    const { id } = await database.db.user.findUniqueOrThrow({ where: { name: 'member' } });
    const spellings = [{ name: 'member' }, { id }, { name: 'MEMBER' }, { name: 'ｍｅｍｂｅｒ' }, { name: 'Member' }];
    for (let n = 0; n < place.burst; n++) {
      const user = spellings[n % spellings.length] ?? { id };
      const answer = await refusal(authenticatePassword(database.db, { user, password: 'wrong', address: HOME }));
      expect(answer.code).toBe('wrong_credentials');
    }
    for (const user of spellings) {
      const answer = await refusal(authenticatePassword(database.db, { user, password: PASSWORD, address: HOME }));
      expect(answer.code).toBe('too_many_sign_ins');
    }
  });

  it('from everywhere is slowed down for the account, and does not lock its owner out', async () => {
    const { device } = await signIn('member', PASSWORD, HOME, null);
    expect(await guess('member', world)).toBeGreaterThanOrEqual(strangers.burst);
    expect((await refusal(signIn('member', PASSWORD, '203.0.113.1'))).code).toBe('too_many_sign_ins');
    // from where the owner signed in before, and with the browser wherever it is
    expect((await signIn('member', PASSWORD, HOME)).name).toBe('member');
    expect((await signIn('member', PASSWORD, '203.0.113.2', device)).name).toBe('member');
    await secondsPass(strangers.secondsEach);
    expect((await refusal(signIn('member', 'wrong', '203.0.113.3'))).code).toBe('wrong_credentials');
  });

  it('from the address of the owner does not lock the browser of the owner out', async () => {
    const { device } = await signIn('member', PASSWORD, HOME, null);
    expect(await guess('member', () => HOME)).toBeGreaterThanOrEqual(place.burst);
    await addressIsSpent();
    expect((await refusal(signIn('reader', PASSWORD))).code).toBe('too_many_sign_ins');
    expect((await signIn('member', PASSWORD, HOME, device)).device).toBe(device);
  });

  it('with a browser that is known is bounded, too, and the browser is known for its own users alone', async () => {
    const { device } = await signIn('member', PASSWORD, HOME, null);
    expect(await guess('member', world, device)).toBeGreaterThanOrEqual(place.burst);
    expect((await refusal(signIn('member', PASSWORD, HOME, device))).code).toBe('too_many_sign_ins');
    expect(await guess('admin', world, device)).toBeGreaterThanOrEqual(strangers.burst);
  });

  it('gets a browser what nobody else can have put there', async () => {
    const planted = 'vetro_planted';
    const { device } = await signIn('member', PASSWORD, HOME, planted);
    expect(device).toMatch(/^vetro_/);
    expect(device).not.toBe(planted);
    expect((await signIn('member', PASSWORD, HOME)).device).toBeNull();
  });

  it('counts attempts made at one instant, all of them', async () => {
    const lookedAt = async (attempts: Promise<VetroError>[]) =>
      (await Promise.all(attempts)).filter(({ code }) => code === 'wrong_credentials').length;
    const times = Array.from({ length: 3 * strangers.burst }, (_, n) => n);
    const fromOne = await lookedAt(times.map(() => refusal(signIn('member', 'wrong'))));
    expect(fromOne).toBeGreaterThanOrEqual(place.burst);
    // One more each minute, should they take so long.
    expect(fromOne).toBeLessThan(2 * place.burst);
    await database.db.signInRate.deleteMany();
    const fromMany = await lookedAt(times.map((n) => refusal(signIn('member', 'wrong', world(n)))));
    expect(fromMany).toBeGreaterThanOrEqual(strangers.burst);
    expect(fromMany).toBeLessThan(2 * strangers.burst);
  });

  it('of many names from one address is refused, and elsewhere they may be tried', async () => {
    await refusal(signIn('first', 'wrong', '203.0.113.7'));
    await addressIsSpent();
    expect((await refusal(signIn('another', 'wrong', '203.0.113.7'))).code).toBe('too_many_sign_ins');
    expect((await refusal(signIn('another', 'wrong', '203.0.113.8'))).code).toBe('wrong_credentials');
  });

  it('costs a place nothing that was refused before the password was looked at', async () => {
    await guess('member', world);
    for (let n = 0; n < place.burst; n++) await refusal(signIn('member', PASSWORD, '203.0.113.9'));
    await secondsPass(strangers.secondsEach);
    expect((await signIn('member', PASSWORD, '203.0.113.9')).name).toBe('member');
  });

  it('is forgotten by a success', async () => {
    for (let n = 0; n < place.burst - 1; n++) await refusal(signIn('member', 'wrong'));
    await signIn('member', PASSWORD);
    expect(await guess('member', () => HOME)).toBeGreaterThanOrEqual(place.burst);
  });

  it('does not hold successes against a busy address', async () => {
    for (let n = 0; n < 5; n++) await signIn('member', PASSWORD, '203.0.113.9');
    const [row] = await database.db.$queryRaw<{ ahead: boolean }[]>`
      select coalesce(bool_or(arrival_at > now()), false) as ahead from sign_in_rates`;
    expect(row?.ahead).toBe(false);
  });

  it('is forgotten once it limits nobody any more', async () => {
    await refusal(signIn('somebody', 'wrong'));
    await secondsPass(24 * 3600);
    await refusal(signIn('another', 'wrong', '203.0.113.9'));
    // place, strangers and address of the newer one
    expect(await database.db.signInRate.count()).toBe(3);
  });

  it('remembers the places of a user for a while, and not without bound', async () => {
    await signIn('member', PASSWORD, '203.0.113.10');
    await database.db.$executeRaw`update sign_in_places set used_at = now() - interval '91 days'`;
    await signIn('reader', PASSWORD, '203.0.113.11');
    expect(await database.db.signInPlace.count()).toBe(1);
    const { id: userId } = await database.db.user.findUniqueOrThrow({ where: { name: 'member' } });
    const many = Array.from({ length: 80 }, (_, n) => ({
      userId,
      place: `place ${n}`,
      usedAt: new Date(Date.now() - n * 1000),
    }));
    await database.db.signInPlace.createMany({ data: many });
    await signIn('member', PASSWORD, '203.0.113.12');
    expect(await database.db.signInPlace.count({ where: { userId } })).toBe(50);
  });

  it('keeps no names in the counts', async () => {
    await refusal(signIn('my-password-by-mistake', 'wrong'));
    expect(JSON.stringify(await database.db.signInRate.findMany())).not.toContain('mistake');
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

describe('the network of an address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:ffff::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['unknown', 'unknown'],
  ])('%s is %s', (address, network) => expect(networkOf(address)).toBe(network));
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
