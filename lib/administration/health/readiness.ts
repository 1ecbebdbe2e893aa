import type { Conductor } from '@/lib/conductor';
import type { Db } from '@/lib/db/client';
import { pendingMigrations } from '@/lib/db/migrate';
import type { DatabaseWatch } from '@/lib/db/watch';
import type { Cloud } from '@/lib/ports/cloud/cloud';

/** How long a part may take to answer before it counts as not working, in milliseconds. */
const PATIENCE_MS = 1_600;

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

/** Asks each part, all at once and none longer than a second and a half. */
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
  const [database, migrations, cloudOk] = await Promise.all([
    holds(watch.answers()),
    holds(pendingMigrations(db).then((pending) => pending.length === 0)),
    holds(cloud.health ? cloud.health().then(({ ok }) => ok) : Promise.resolve(true)),
  ]);
  return { database, migrations, conductor: conductor.state().working, cloud: cloudOk };
}

async function holds(answer: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, false);
  });
  try {
    return await Promise.race([answer, late]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
