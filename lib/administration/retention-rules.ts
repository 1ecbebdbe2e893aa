import type { Db } from '@/lib/db/client';
import { pruneRepairs } from '@/lib/db/health';
import { pruneRequests } from '@/lib/db/policy-exception-requests';
import { pruneExceptions } from '@/lib/db/policy-exceptions';
import { pruneVerdicts } from '@/lib/db/policy-verdicts';
import { pruneAudit, pruneReplies, pruneSessions } from '@/lib/db/prune';
import { pruneEnvironments, pruneLogs, pruneRuns } from '@/lib/db/prune-history';
import { prunePackages } from '@/lib/db/prune-packages';
import { pruneFirings } from '@/lib/db/schedules';
import { pruneStackLedger } from '@/lib/db/stack-ledger';
import type { RetentionRule } from './retention';

/** Which process does it: any number chosen once. */
export const RETENTION_LOCK = 7_310_648;

/**
 * Everything that goes after a time, in the order in which one thing lets go of the next. The same table for people:
 * `docs/operating.md`, "What grows".
 *
 * @param cloud where the cloud keeps records of its own
 * @param onPackagesGone called when packages are no longer stored
 */
export function retentionRules(
  db: Db,
  cloud: { prune?: (before: Date) => Promise<number> },
  onPackagesGone: () => Promise<void>,
): RetentionRule[] {
  const rules: RetentionRule[] = [
    { name: 'logs of runs', keeps: 'logs', prune: (before) => pruneLogs(db, before) },
    { name: 'environments that are gone', keeps: 'history', prune: (before) => pruneEnvironments(db, before) },
    { name: 'runs', keeps: 'history', prune: (before) => pruneRuns(db, before) },
    { name: 'sessions', keeps: 'records', prune: (before) => pruneSessions(db, before) },
    { name: 'answers of agents', keeps: 'records', prune: (before) => pruneReplies(db, before) },
    { name: 'ledger of stacks', keeps: 'records', prune: (before) => pruneStackLedger(db, before) },
    {
      name: 'packages',
      keeps: 'records',
      prune: async (before) => {
        const gone = await prunePackages(db, before);
        if (gone > 0) await onPackagesGone();
        return gone;
      },
    },
    { name: 'what policies said', keeps: 'logs', prune: (before) => pruneVerdicts(db, before) },
    { name: 'what came of schedules', keeps: 'logs', prune: (before) => pruneFirings(db, before) },
    { name: 'exceptions from policies that are over', keeps: 'audit', prune: (before) => pruneExceptions(db, before) },
    { name: 'requests for exceptions that were decided', keeps: 'audit', prune: (before) => pruneRequests(db, before) },
    { name: 'repairs that began by themselves', keeps: 'logs', prune: (before) => pruneRepairs(db, before) },
    { name: 'audit log', keeps: 'audit', prune: (before) => pruneAudit(db, before) },
  ];
  const { prune } = cloud;
  return prune ? [...rules, { name: 'records of the cloud', keeps: 'records', prune }] : rules;
}
