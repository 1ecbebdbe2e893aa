import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Prisma } from './generated/client';
import { sqlStateOf } from './sql-state';
import { quickRowsOf } from './statement';
import { createTestDatabase, type TestDatabase } from './testing';
import { transaction } from './transaction';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const demand = Prisma.sql`select vetro_demand(false, '23505 duplicate key')`;
const twice = Prisma.sql`insert into tenants (id, name, description) values (${'0'.repeat(32)}, 'one', ''), (${'0'.repeat(32)}, 'two', '')`;
const caught = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

describe('what the database refused is known by its code', () => {
  it('from a statement of its own', async () => {
    expect(sqlStateOf(await caught(quickRowsOf(database.db, demand)))).toBe('VT001');
    expect(sqlStateOf(await caught(quickRowsOf(database.db, twice)))).toBe('23505');
  });

  it('and from one within a transaction', async () => {
    const within = (statement: Prisma.Sql) => caught(transaction(database.db, (tx) => quickRowsOf(tx, statement)));
    expect(sqlStateOf(await within(demand))).toBe('VT001');
    expect(sqlStateOf(await within(twice))).toBe('23505');
  });

  it('and from the typed client', async () => {
    const tenant = { id: '1'.repeat(32), name: 'three', description: '' };
    await database.db.tenant.create({ data: tenant });
    expect(sqlStateOf(await caught(database.db.tenant.create({ data: tenant })))).toBe('23505');
  });

  it('while anything else has none', () => {
    expect(sqlStateOf(new Error('23505 duplicate key'))).toBeNull();
    expect(sqlStateOf(Object.assign(new Error('gone'), { code: 'EPIPE' }))).toBeNull();
    expect(sqlStateOf(Object.assign(new Error('no such row'), { code: 'P2025' }))).toBeNull();
    expect(sqlStateOf(null)).toBeNull();
  });
});
