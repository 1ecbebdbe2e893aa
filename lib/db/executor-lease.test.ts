import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ExecutorLease } from '@/lib/ports/conductor';
import { eventually } from '@/lib/testing/patience';
import { createExecutorLease } from './executor-lease';
import { createTestDatabase, type TestDatabase } from './testing';

let database: TestDatabase;
const held: ExecutorLease[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterEach(async () => {
  for (const lease of held.splice(0)) await lease.release();
});

function lease(): ExecutorLease {
  const made = createExecutorLease(database.url, () => undefined);
  held.push(made);
  return made;
}

const until = (what: () => Promise<boolean>) => eventually('what was waited for', what);

describe('the lease of an executor', () => {
  it('tells who is alive, and no longer who is gone', async () => {
    const [one, two] = [lease(), lease()];
    const ids = [await one.acquire(), await two.acquire()];
    expect(new Set(ids).size).toBe(2);
    expect([...(await one.living()).keys()].sort()).toEqual([...ids].sort());
    await two.release();
    expect([...(await one.living()).keys()]).toEqual([ids[0]]);
  });

  it('is taken again under the same id after the database cut the connection', async () => {
    const [cut, other] = [lease(), lease()];
    const id = await cut.acquire();
    await other.acquire();
    const holder = async () => {
      const rows = await database.db.$queryRaw<{ pid: number }[]>`
        select pid from pg_locks where objid = ${Number(id.replace('executor-', ''))}::bigint::oid`;
      return rows[0]?.pid;
    };
    const first = await holder();
    await database.db.$queryRaw`select pg_terminate_backend(${first}::int)`;
    // Told to end, a connection holds its locks until it has: only another one's is the lease taken again.
    await until(async () => ![undefined, first].includes(await holder()));
    expect((await other.living()).has(id)).toBe(true);
    expect((await other.living()).size).toBe(2);
  });

  it('shows life with everything that its holder does, and is not taken from one that does', async () => {
    const [working, other] = [lease(), lease()];
    const id = await working.acquire();
    await other.acquire();
    const sign = (await other.living()).get(id) ?? '';
    expect(sign).toMatch(/^\d{4}-/);
    expect((await other.living()).get(id)).toBe(sign);
    await working.living();
    expect((await other.living()).get(id)).not.toBe(sign);
    expect(await other.fence(id, sign)).toBe(false);
    expect((await other.living()).has(id)).toBe(true);
  });

  it('lets one executor at a time look for what the dead have left', async () => {
    const [one, two] = [lease(), lease()];
    await one.acquire();
    await two.acquire();
    let inside = 0;
    let most = 0;
    let entries = 0;
    const isAwaited = async () => {
      const tries = await database.db.$queryRaw<unknown[]>`
        select 1 from pg_stat_activity where datname = current_database()
           and application_name like '% executor lease' and query like 'select pg_try_advisory_lock%'`;
      return tries.length > 1;
    };
    const look = async () => {
      inside += 1;
      entries += 1;
      most = Math.max(most, inside);
      // The first one ends once the other one waits for it, or was inside as well.
      if (entries === 1) await until(async () => most > 1 || (await isAwaited()));
      inside -= 1;
    };
    await Promise.all([one.exclusively(look), two.exclusively(look)]);
    expect({ entries, most }).toEqual({ entries: 2, most: 1 });
  });
});
