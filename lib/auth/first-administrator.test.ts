import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@/lib/db/testing';
import { createAuth } from './auth';
import { ensureAdministrator } from './first-administrator';
import { authenticatePassword } from './sign-in';
import { SIGN_IN_LIFETIME } from './testing';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const signIn = (password: string) =>
  authenticatePassword(database.db, { user: { name: 'admin' }, password, address: null });

describe('the first administrator', () => {
  it('is made once by processes that start together, with a tenant to work in', async () => {
    const made = await Promise.all([1, 2, 3].map(() => ensureAdministrator(database.db, 'first-password')));
    expect(made.filter(Boolean)).toHaveLength(1);
    const { id } = await signIn('first-password');
    const auth = createAuth({
      db: database.db,
      sessionSecret: 'x'.repeat(32),
      tokenLifetimeSeconds: 60,
      signIn: SIGN_IN_LIFETIME,
    });
    expect(await auth.membershipsOf(id)).toMatchObject([{ role: 'admin', tenant: { name: 'Default' } }]);
  });

  it('keeps the password while there is an administrator', async () => {
    expect(await ensureAdministrator(database.db, 'other-password')).toBe(false);
    await expect(signIn('other-password')).rejects.toMatchObject({ code: 'wrong_credentials' });
  });

  it('comes back when the last one was disabled in the database', async () => {
    await database.db.user.updateMany({ data: { enabled: false } });
    expect(await ensureAdministrator(database.db, 'rescue-password')).toBe(true);
    expect((await signIn('rescue-password')).name).toBe('admin');
  });
});
