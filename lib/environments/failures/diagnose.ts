import type { Db } from '@/lib/db/client';
import { keepFindings, type UndiagnosedFailure, undiagnosedFailures } from '@/lib/db/failure-findings';
import type { Log } from '@/lib/logging';
import type { ContextOfReader } from '../background/context-of-user';
import type { PeriodicTask } from '../background/periodic-task';
import type { Context } from '../context';
import { findFailure } from './find';
import { DIAGNOSIS_MS, findingsOf } from './review';

/** How often it is asked what has failed, in milliseconds: machines are looked at while they are as they failed. */
const INTERVAL_MS = 5_000;

interface DiagnosisParts {
  db: Db;
  readerOf: ContextOfReader;
  log: Pick<Log, 'warn'>;
}

/**
 * Looks into what has failed in runs that go on or have just ended, and keeps with the run what it finds: also where whoever
 * began it may do nothing there any more.
 */
export function diagnosisTask(parts: DiagnosisParts): PeriodicTask {
  return {
    name: 'diagnoses of failures',
    everyMs: INTERVAL_MS,
    run: async (now) => {
      await diagnoseFailures(parts, now);
      return null;
    },
  };
}

/**
 * Looks into each failure that was not looked into before, once.
 *
 * @param now the instant that counts
 */
export async function diagnoseFailures({ db, readerOf, log }: DiagnosisParts, now: Date): Promise<void> {
  for (const found of await undiagnosedFailures(db, new Date(now.getTime() - DIAGNOSIS_MS))) {
    await diagnose(db, readerOf(found.tenantId, now), found).catch((error) =>
      log.warn({ err: error, runId: found.runId }, 'a failure of a run could not be looked into'),
    );
  }
}

async function diagnose(db: Db, ctx: Context, { runId, failureId, environmentId }: UndiagnosedFailure): Promise<void> {
  const failed = await findFailure(ctx, { environmentId, runId, failureId });
  await keepFindings(db, runId, failureId, await findingsOf(ctx, failed));
}
