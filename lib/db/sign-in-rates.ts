import type { Db } from './client';
import { Prisma } from './generated/client';
import { rowsOf } from './statement';
import { transaction } from './transaction';

/** How often something may be tried: so many times at once, then one more each `secondsEach`. */
export interface Rate {
  burst: number;
  secondsEach: number;
}

/** A key whose attempts are counted. */
export interface RatedKey extends Rate {
  key: string;
}

/**
 * Counts an attempt under several keys (generic cell rate algorithm): under all of them, or, when one has no room,
 * under none. Attempts made at one instant wait for each other and all count.
 *
 * @returns 0 when it was counted, else the seconds until there is room
 */
export function countAttemptUnder(db: Db, keys: readonly RatedKey[]): Promise<number> {
  // Everybody takes the locks in the same order.
  const sorted = [...keys].sort((one, other) => (one.key < other.key ? -1 : 1));
  const names = sorted.map(({ key }) => key);
  return transaction(db, async (tx) => {
    const rows = await rowsOf<{ key: string; ahead: number }>(
      tx,
      Prisma.sql`
      insert into sign_in_rates as kept (key, arrival_at)
      select key, clock_timestamp() from unnest(${names}::text[]) with ordinality as given (key, nr) order by nr
      on conflict (key) do update set key = excluded.key
      returning key, greatest(0, extract(epoch from arrival_at - clock_timestamp()))::float8 as ahead`,
    );
    const waits = sorted.map(({ key, burst, secondsEach }) => {
      const ahead = rows.find((row) => row.key === key)?.ahead ?? 0;
      return ahead - (burst - 1) * secondsEach;
    });
    const wait = Math.max(...waits);
    if (wait > 0) return wait;
    await rowsOf(
      tx,
      Prisma.sql`
      update sign_in_rates
      set arrival_at = greatest(arrival_at, clock_timestamp()) + make_interval(secs => given.seconds)
      from unnest(${names}::text[], ${sorted.map(({ secondsEach }) => secondsEach)}::float8[]) as given (key, seconds)
      where sign_in_rates.key = given.key`,
    );
    return 0;
  });
}

/** Takes one counted attempt back. */
export async function refundAttempt(db: Db, { key, secondsEach }: RatedKey): Promise<void> {
  await rowsOf(
    db,
    Prisma.sql`update sign_in_rates set arrival_at = arrival_at - make_interval(secs => ${secondsEach}) where key = ${key}`,
  );
}

/** Forgets all attempts under a key. */
export async function resetAttempts(db: Db, key: string): Promise<void> {
  await rowsOf(db, Prisma.sql`delete from sign_in_rates where key = ${key}`);
}

/** Removes, in small steps, what no longer limits anybody. */
export async function deleteIdleRates(db: Db): Promise<void> {
  await rowsOf(
    db,
    Prisma.sql`
    delete from sign_in_rates where key in (
      select key from sign_in_rates where arrival_at < now() order by arrival_at limit 500 for update skip locked)`,
  );
}
