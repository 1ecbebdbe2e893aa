import { afterAll, beforeAll } from 'vitest';
import { seedDemo } from '@/lib/auth/seed';
import { setContainer } from '@/lib/container';
import type { Db } from '@/lib/db/client';
import { createTestDatabase, type TestDatabase } from '@/lib/db/testing';
import { useWrapperParts, type WrapperParts } from './container';

/** The demo's users and tenants, with the parts of the product that the wrapper and sign-in need. */
export interface DemoPeople {
  db: () => Db;
  parts: () => WrapperParts;
  /** of users and tenants, by name */
  ids: Readonly<Record<string, string>>;
}

/** Makes them, in a database of their own, for the tests of one file; they are there once those run. */
export function demoPeople(): DemoPeople {
  let database: TestDatabase;
  let parts: WrapperParts;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    database = await createTestDatabase();
    const { db } = database;
    await seedDemo(db);
    parts = useWrapperParts(database);
    for (const { id, name } of [...(await db.user.findMany()), ...(await db.tenant.findMany())]) ids[name] = id;
  });
  afterAll(async () => {
    setContainer(null);
    await database.drop();
  });
  return { db: () => database.db, parts: () => parts, ids };
}
