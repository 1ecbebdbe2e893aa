import { createHash } from 'node:crypto';
import type { Db } from '@/lib/db/client';
import { errors } from '@/lib/errors';

/** How long failures count, from the first one on, in seconds. */
export const WINDOW_SECONDS = 300;
/** Failures of one name, and of one address, within the window: many people may share an address. */
export const MOST_FAILURES = { name: 10, address: 100 } as const;

/** An attempt that has been counted. */
export interface CountedAttempt {
  /** The password was right: the name starts afresh, and the address is not blamed. */
  succeeded(): Promise<void>;
}

/**
 * Counts an attempt to sign in before the password is looked at, so that attempts made at one instant all
 * count. The counts are in the database: every replica sees them.
 *
 * @param address where the attempt comes from; null when unknown, then only the name counts
 * @throws limit_exceeded `too_many_sign_ins` with the seconds to wait
 */
export async function countAttempt(db: Db, name: string, address: string | null): Promise<CountedAttempt> {
  const nameKey = `name:${digest(name.normalize('NFKC').toLowerCase())}`;
  const addressKey = address === null ? null : `address:${digest(address)}`;
  await count(db, nameKey, MOST_FAILURES.name);
  if (addressKey) await count(db, addressKey, MOST_FAILURES.address);
  return {
    async succeeded() {
      await db.signInAttempt.deleteMany({ where: { key: nameKey } });
      if (addressKey)
        await db.signInAttempt.updateMany({
          where: { key: addressKey, failures: { gt: 0 } },
          data: { failures: { decrement: 1 } },
        });
    },
  };
}

async function count(db: Db, key: string, most: number): Promise<void> {
  const rows = await db.$queryRaw<{ failures: number; wait: number }[]>`
    insert into sign_in_attempts as kept (key, failures, window_start) values (${key}, 1, now())
    on conflict (key) do update set
      failures = case when kept.window_start < now() - make_interval(secs => ${WINDOW_SECONDS})
                      then 1 else least(kept.failures, 1000000) + 1 end,
      window_start = case when kept.window_start < now() - make_interval(secs => ${WINDOW_SECONDS})
                          then now() else kept.window_start end
    returning failures,
      extract(epoch from window_start + make_interval(secs => ${WINDOW_SECONDS}) - now())::float8 as wait`;
  const [row] = rows;
  if (!row || row.failures <= most) return;
  const seconds = Math.max(1, Math.ceil(row.wait));
  throw errors.limitExceeded(
    'too_many_sign_ins',
    `There were too many attempts to sign in. Wait ${inWords(seconds)}, then try again.`,
    { retryAfterSeconds: seconds },
  );
}

/** Forgets counts that no longer matter. */
export async function forgetOldAttempts(db: Db): Promise<void> {
  await db.signInAttempt.deleteMany({ where: { windowStart: { lt: new Date(Date.now() - WINDOW_SECONDS * 2000) } } });
}

/** Keys are hashed: names people mistyped may be their passwords. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

function inWords(seconds: number): string {
  return seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}
