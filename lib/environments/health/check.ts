import { claimChecks, type DueCheck } from '@/lib/db/health';
import { isVetroError } from '@/lib/errors';
import { startExecution } from '../executions/start';
import { SYSTEM, switchOff } from './heal-by-itself';
import type { HealthParts } from './probe';

/** Checks of one pass. */
const MAX_CHECKS_PER_PASS = 10;

/**
 * Starts the checks by packages that are due, where somebody wants them.
 *
 * @returns how many environments had one due
 */
export async function startDueChecks(parts: HealthParts, now: Date): Promise<number> {
  const due = await claimChecks(parts.db, now, MAX_CHECKS_PER_PASS);
  for (const check of due) {
    await start(parts, check, now).catch((error) =>
      parts.log.warn({ err: error, environmentId: check.environmentId }, 'a check could not be started'),
    );
  }
  return due.length;
}

async function start({ db, contextOf }: HealthParts, check: DueCheck, now: Date): Promise<void> {
  const { environmentId, userId, tenantId } = check;
  const ctx = await contextOf({ userId, tenantId, by: SYSTEM }, now);
  if (ctx === null) return switchOff(db, environmentId);
  try {
    await startExecution({
      ctx,
      input: {
        environmentId,
        workflow: 'check_status',
        trigger: {
          report: 'Check began by itself, as the settings of the environment say',
          details: { byItself: true },
          note: async () => undefined,
        },
      },
    });
  } catch (error) {
    // What cannot be checked now is checked next time.
    if (!isVetroError(error) || error.kind === 'defect') throw error;
  }
}
