import { copyTask } from '@/lib/administration/audit/copies/copy-task';
import { sealTask } from '@/lib/administration/audit/seal';
import { startRetention } from '@/lib/administration/retention';
import { RETENTION_LOCK, retentionRules } from '@/lib/administration/retention-rules';
import { alone } from '@/lib/db/alone';
import { contextsOfReaders, contextsOfUsers } from '@/lib/environments/background/context-of-user';
import { startPeriodicTask } from '@/lib/environments/background/periodic-task';
import type { Context } from '@/lib/environments/context';
import { diagnosisTask } from '@/lib/environments/failures/diagnose';
import { healthTasks } from '@/lib/environments/health/health-tasks';
import { rehearsalTask } from '@/lib/environments/rehearsals/remove';
import { scheduleTask } from '@/lib/environments/schedules/schedule-task';
import type { Container } from './container';

/**
 * Starts what a process does again and again: the audit log's chain and copies, retention, and what environments do by
 * themselves.
 *
 * @param byItself whether schedules, probes of machines and checks begin
 * @param forgetEverywhere makes every process read its packages anew
 * @returns ends all of it, once what is under way is over
 */
export function startTasks({
  config,
  db,
  cloud,
  conductor,
  auth,
  box,
  log,
  contextOf,
  forgetEverywhere,
  byItself,
}: Pick<Container, 'config' | 'db' | 'cloud' | 'conductor' | 'auth' | 'box' | 'log'> & {
  contextOf: (actor: Context['actor'], now: Date) => Context;
  forgetEverywhere: () => Promise<void>;
  byItself: boolean;
}): () => Promise<void> {
  const byThemselves = { db, contextOf: contextsOfUsers({ auth }, contextOf), log, open: box.openDeep };
  const ofEnvironments = [
    scheduleTask(byThemselves),
    diagnosisTask({ db, readerOf: contextsOfReaders(contextOf), log }),
    rehearsalTask({ db, cloud, conductor, log }),
    ...healthTasks({ ...byThemselves, cloud, probeIntervalMs: config.probeSeconds * 1000 }),
  ];
  const ofTheLog = [sealTask(db), ...config.auditCopies.targets.map((target) => copyTask({ db, log }, target))];
  const ends = [...ofTheLog, ...(byItself ? ofEnvironments : [])].map((one) => startPeriodicTask(one, { log }));
  const endRetention = startRetention({
    rules: retentionRules(db, cloud, forgetEverywhere),
    retention: config.retention,
    log,
    alone: (pass) => alone(db, RETENTION_LOCK, pass),
  });
  return async () => {
    await Promise.all(ends.map((end) => end()));
    await endRetention();
  };
}
