import type { Db } from '@/lib/db/client';
import { endRehearsal, openRunsIn, type RehearsalRow, rehearsalsToRemove, removeRehearsal } from '@/lib/db/rehearsals';
import { requestCancel } from '@/lib/db/run-start';
import { transaction } from '@/lib/db/transaction';
import type { Log } from '@/lib/logging';
import type { PeriodicTask } from '../background/periodic-task';
import type { Context } from '../context';

/** How often rehearsals are looked for that are to go, in milliseconds. */
const INTERVAL_MS = 5_000;

/** What removing takes. */
export interface RemovalParts {
  db: Db;
  cloud: Pick<Context['cloud'], 'simulation'>;
  conductor: Pick<Context['conductor'], 'cancel'>;
}

/** Removes rehearsals that were ended, whose hour is over, or whose environment goes. */
export function rehearsalTask({ log, ...parts }: RemovalParts & { log: Pick<Log, 'warn'> }): PeriodicTask {
  return {
    name: 'rehearsals that are over',
    everyMs: INTERVAL_MS,
    run: async (now) => {
      for (const rehearsal of await rehearsalsToRemove(parts.db, now)) {
        await removeWhenOver(parts, rehearsal, now).catch((error) =>
          log.warn({ err: error, environmentId: rehearsal.environmentId }, 'a rehearsal could not be removed'),
        );
      }
      return null;
    },
  };
}

/**
 * Ends a rehearsal and removes everything of it, unless its run has still to come to its end: that is asked for then.
 *
 * @returns whether nothing of it is left
 */
export async function removeWhenOver(
  { db, cloud, conductor }: RemovalParts,
  rehearsal: Pick<RehearsalRow, 'tenantId' | 'environmentId'>,
  now: Date,
): Promise<boolean> {
  const { tenantId, environmentId } = rehearsal;
  await endRehearsal(db, tenantId, now);
  const open = await openRunsIn(db, environmentId);
  for (const runId of open) {
    const cancellation = { mode: 'force', userId: 'system', at: now } as const;
    await transaction(db, (tx) => requestCancel(tx, runId, cancellation));
    await conductor.cancel(runId, 'force');
  }
  if (open.length > 0) return false;
  await cloud.simulation?.copies.remove({ tenantId });
  await transaction(db, (tx) => removeRehearsal(tx, rehearsal));
  return true;
}
