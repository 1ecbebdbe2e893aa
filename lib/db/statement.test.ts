import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tx } from './client';
import { Prisma } from './generated/client';
import { isLostConnection } from './lost-connection';
import { rowsOf, sharedRowsOf } from './statement';
import { createTestDatabase, type TestDatabase } from './testing';
import { runLast, transaction } from './transaction';

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

describe('a statement that is shared through the pool', () => {
  const shared = (n: number) =>
    sharedRowsOf<{ it: number; at: string }>(
      database.db,
      Prisma.sql`select ${n}::int as it, txid_current()::text as at`,
    );

  it('is answered once to all who ask before it has left', async () => {
    const [first, second, other] = await Promise.all([shared(1), shared(1), shared(2)]);
    expect(second).toBe(first);
    expect(other[0]?.it).toBe(2);
    expect(other[0]?.at).not.toBe(first[0]?.at);
  });

  it('is asked again by whoever comes once it has left, answered or not', async () => {
    const first = shared(1);
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    const later = shared(1);
    expect((await later)[0]?.at).not.toBe((await first)[0]?.at);
  });

  it('reads what was committed before the last of them asked', async () => {
    const counted = Prisma.sql`select count(*)::int as n from rows_so_far`;
    await rowsOf(database.db, Prisma.sql`create table rows_so_far (n int)`);
    await rowsOf(database.db, Prisma.sql`insert into rows_so_far values (1)`);
    expect(await sharedRowsOf(database.db, counted)).toEqual([{ n: 1 }]);
    await rowsOf(database.db, Prisma.sql`insert into rows_so_far values (2)`);
    expect(await sharedRowsOf(database.db, counted)).toEqual([{ n: 2 }]);
  });

  it('fails for all who ask for it, and not for those who ask afterwards', async () => {
    const asked = Prisma.sql`select 1 / n as it from (select count(*) as n from asked_rows) counted`;
    await rowsOf(database.db, Prisma.sql`create table asked_rows (n int)`);
    const failing = await Promise.allSettled([0, 1].map(() => sharedRowsOf(database.db, asked)));
    expect(failing.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await rowsOf(database.db, Prisma.sql`insert into asked_rows values (1)`);
    expect(await sharedRowsOf(database.db, asked)).toEqual([{ it: '1' }]);
  });
});

describe('a connection', () => {
  const state = Prisma.sql`select pg_current_xact_id_if_assigned() is not null as writes, pg_backend_pid() as pid`;

  it('begins a transaction with its first statement, which is undone with the others', async () => {
    const other = Prisma.sql`insert into tenants (id, name) values (${'b'.repeat(32)}, 'Fabrikam')`;
    const work = transaction(database.db, async (tx) => {
      await rowsOf(tx, other);
      const [now] = await rowsOf<{ writes: boolean }>(tx, state);
      expect(now?.writes).toBe(true);
      throw new Error('undo');
    });
    await expect(work).rejects.toThrow('undo');
    expect(await rowsOf(database.db, count)).toEqual([{ n: 1 }]);
  });

  it('sends the last statement of a transaction with its commit', async () => {
    const own = Prisma.sql`insert into tenants (id, name) values (${'e'.repeat(32)}, 'Wingtip')`;
    const gone = Prisma.sql`delete from tenants where id = ${'e'.repeat(32)}`;
    await transaction(database.db, async (tx) => {
      await rowsOf(tx, own);
      runLast(tx, gone);
      expect(await rowsOf(tx, count)).toEqual([{ n: 2 }]);
    });
    expect(await rowsOf(database.db, count)).toEqual([{ n: 1 }]);
    await transaction(database.db, async (tx) => runLast(tx, own));
    expect(await rowsOf(database.db, count)).toEqual([{ n: 2 }]);
    await rowsOf(database.db, gone);
  });

  it('undoes a transaction whose last statement fails, and says why', async () => {
    const work = transaction(database.db, async (tx) => {
      await rowsOf(tx, Prisma.sql`insert into tenants (id, name) values (${'e'.repeat(32)}, 'Wingtip')`);
      runLast(tx, Prisma.sql`insert into tenants (id, name) values (${ID}, 'Contoso once more')`);
    });
    await expect(work).rejects.toMatchObject({ code: '23505' });
    expect(await rowsOf(database.db, count)).toEqual([{ n: 1 }]);
  });

  it('is one for the statements and the typed client of a transaction', async () => {
    await transaction(database.db, async (tx) => {
      await tx.tenant.create({ data: { id: 'c'.repeat(32), name: 'Tailspin' } });
      expect(await rowsOf(tx, count)).toEqual([{ n: 2 }]);
      await rowsOf(tx, Prisma.sql`delete from tenants where id = ${'c'.repeat(32)}`);
      expect(await tx.tenant.count()).toBe(1);
    });
  });

  it('serves no transaction that is over: it may be another’s by then', async () => {
    let left: Tx | null = null;
    await transaction(database.db, async (tx) => {
      left = tx;
      await rowsOf(tx, count);
    });
    await expect(rowsOf(left as unknown as Tx, count)).rejects.toMatchObject({ code: 'transaction_too_slow' });
  });

  it('undoes a transaction that takes longer than it may, and says that this is why', async () => {
    const slow = transaction(
      database.db,
      async (tx) => {
        await tx.tenant.create({ data: { id: 'd'.repeat(32), name: 'Slow' } });
        await rowsOf(tx, Prisma.sql`select pg_sleep(0.5)`);
        await rowsOf(tx, count);
      },
      100,
    );
    await expect(slow).rejects.toMatchObject({ kind: 'unavailable', code: 'transaction_too_slow', retryable: true });
    await expect(slow.catch(isLostConnection)).resolves.toBe(true);
    expect(await database.db.tenant.count()).toBe(1);
  });

  it('needs no database for a transaction without statements', async () => {
    expect(await transaction(database.db, async () => 'nothing to do')).toBe('nothing to do');
  });
});
