import type { Conductor } from '@/lib/conductor';
import type { Db } from '@/lib/db/client';
import { pendingMigrations } from '@/lib/db/migrate';
import type { DatabaseWatch } from '@/lib/db/watch';
import type { Cloud } from '@/lib/ports/cloud/cloud';

/** How long a part may take while the database answers, in milliseconds: what is slow works. */
const TIMEOUT_MS = 10_000;

/** Whether each part that a request needs works. */
export interface Readiness {
  database: boolean;
  /** every migration that ships is applied */
  migrations: boolean;
  /** this process carries deployments out */
  conductor: boolean;
  /** some process carries the cloud; true where that cannot be told */
  cloud: boolean;
}

/**
 * Asks each part, all at once. A database that is silent is known to be so within a second and a half, and nothing else
 * is waited for then; on a machine that is busy everything takes its time.
 */
export async function readiness({
  db,
  database: watch,
  conductor,
  cloud,
}: {
  db: Db;
  database: Pick<DatabaseWatch, 'answers'>;
  conductor: Pick<Conductor, 'state'>;
  cloud: Pick<Cloud, 'health'>;
}): Promise<Readiness> {
  const answers = watch.answers();
  const [database, migrations, cloudOk] = await Promise.all([
    answers,
    holds(
      answers,
      pendingMigrations(db).then((pending) => pending.length === 0),
    ),
    holds(answers, cloud.health ? cloud.health().then(({ ok }) => ok) : Promise.resolve(true)),
  ]);
  return { database, migrations, conductor: conductor.state().working, cloud: cloudOk };
}

/** Whether a part says that it works, as long as the database, which each of them asks, answers. */
async function holds(answers: Promise<boolean>, part: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, TIMEOUT_MS, false);
    answers.then((answered) => {
      if (!answered) resolve(false);
    });
  });
  try {
    return await Promise.race([part, over]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
