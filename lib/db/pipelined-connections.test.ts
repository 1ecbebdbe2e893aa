import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPipelinedConnections, type PipelinedConnections } from './pipelined-connections';
import { createTestDatabase, type TestDatabase } from './testing';

let database: TestDatabase;
let connections: PipelinedConnections;
beforeAll(async () => {
  database = await createTestDatabase();
  connections = createPipelinedConnections({ connectionString: database.url, application_name: 'pipelined' });
});
afterAll(async () => {
  await connections.end();
  await database.drop();
});

const answer = async (text: string, values: unknown[] = []) =>
  (await connections.query<{ it: unknown }>({ name: text, text, values })).rows[0]?.it;

describe('pipelined connections', () => {
  test('answer each statement with its own rows, however many are under way', async () => {
    const asked = Array.from({ length: 200 }, (_, index) => index);
    expect(await Promise.all(asked.map((n) => answer('select $1::int as it', [n])))).toEqual(asked);
  });

  test('a statement that fails takes no other with it', async () => {
    const all = await Promise.allSettled([3, 0, 4, 0, 6].map((n) => answer('select 12 / $1::int as it', [n])));
    expect(all.map((one) => (one.status === 'fulfilled' ? one.value : 'failed'))).toEqual([
      ...[4, 'failed'],
      ...[3, 'failed'],
      2,
    ]);
  });

  test('each statement commits by itself', async () => {
    await connections.query({ text: 'create table counted (n int)' });
    await Promise.allSettled(
      [1, 2].map((n) => connections.query({ text: 'insert into counted values ($1 / ($1 - 1))', values: [n] })),
    );
    expect(await answer('select count(*)::int as it from counted')).toBe(1);
  });

  describe('a statement that is shared', () => {
    const shared = (n: number) =>
      connections.queryShared<{ it: string; at: string }>({
        text: 'select $1::int as it, txid_current()::text as at',
        values: [n],
      });

    test('is answered once to all who ask before it has left', async () => {
      const [first, second, other] = await Promise.all([shared(1), shared(1), shared(2)]);
      expect(second).toBe(first);
      expect(other.rows[0]?.it).toBe(2);
      expect(other.rows[0]?.at).not.toBe(first.rows[0]?.at);
    });

    test('is asked again by whoever comes once it has left, answered or not', async () => {
      const first = shared(1);
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
      const later = shared(1);
      expect((await later).rows[0]?.at).not.toBe((await first).rows[0]?.at);
    });

    test('fails for all who share it, and not for those who ask afterwards', async () => {
      const text = 'select 1 / n as it from (select count(*) as n from shared_rows) counted';
      await connections.query({ text: 'create table shared_rows (n int)' });
      const failing = await Promise.allSettled([0, 1].map(() => connections.queryShared({ text })));
      expect(failing.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
      await connections.query({ text: 'insert into shared_rows values (1)' });
      expect((await connections.queryShared<{ it: string }>({ text })).rows[0]?.it).toBe('1');
    });
  });

  test('a connection that was cut is opened again', async () => {
    await database.db.$queryRaw`
      select pg_terminate_backend(pid)::text from pg_stat_activity
       where application_name = 'pipelined' and datname = current_database()`;
    await expect.poll(() => answer('select 1 as it').catch(() => 'not yet')).toBe(1);
  });

  test('ending waits for what is under way', async () => {
    const own = createPipelinedConnections({ connectionString: database.url });
    const slow = own.query<{ it: number }>({ text: 'select 7 as it from pg_sleep(0.1)' });
    await expect.poll(async () => (await slow).rows[0]?.it).toBe(7);
    const last = own.query<{ it: number }>({ text: 'select 8 as it from pg_sleep(0.1)' });
    await own.end();
    expect((await last).rows[0]?.it).toBe(8);
  });
});
