import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Prisma } from './generated/client';
import { rowsOf } from './statement';
import { createTestDatabase, type TestDatabase } from './testing';
import { transaction } from './transaction';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const ID = 'a'.repeat(32);
const insert = Prisma.sql`insert into tenants (id, name) values (${ID}, 'Contoso') returning id`;
const count = Prisma.sql`select count(*)::int as n from tenants`;

describe('a statement', () => {
  it('within a transaction sees what the transaction wrote and is undone with it', async () => {
    const work = transaction(database.db, async (tx) => {
      await rowsOf(tx, insert);
      expect(await rowsOf(tx, count)).toEqual([{ n: 1 }]);
      expect(await rowsOf(database.db, count)).toEqual([{ n: 0 }]);
      throw new Error('undo');
    });
    await expect(work).rejects.toThrow('undo');
    expect(await rowsOf(database.db, count)).toEqual([{ n: 0 }]);
  });

  it('outside of one is stored at once', async () => {
    expect(await rowsOf(database.db, insert)).toEqual([{ id: ID }]);
    expect(await rowsOf(database.db, count)).toEqual([{ n: 1 }]);
  });
});
