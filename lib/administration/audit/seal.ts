import { SEALED_AT_A_TIME, sealEntries } from '@/lib/db/audit-chain';
import type { Db } from '@/lib/db/client';

/** How long an entry stands outside the chain at most while a server runs, in milliseconds. */
const EVERY_MS = 500;

/** Gives every audit entry that was written by now its place in the chain; waits where another process is about it. */
export async function sealAudit(db: Db): Promise<void> {
  while ((await sealEntries(db, 'wait')) === SEALED_AT_A_TIME);
}

/**
 * Chains what was written since the last time, by whichever process comes first. Entries get their places here and not as
 * their transactions commit: those would wait for one another.
 */
export function sealTask(db: Db) {
  return {
    ...{ name: 'chain of the audit log', everyMs: EVERY_MS },
    run: async (now: Date) => ((await sealEntries(db, 'leave')) === SEALED_AT_A_TIME ? now : null),
  };
}
