import type { Db } from './client';
import { Prisma } from './generated/client';
import { deleteExpired, MAX_BATCHES } from './prune';
import { rowsOf } from './statement';

/** So many of the newest runs, and of the newest versions, of an environment are kept whole however old they are. */
export const NEWEST_KEPT = 20;

/** Runs whose events go together. */
const RUNS_AT_ONCE = 20;

/** Run `d` is not one of the newest of its environment. */
const IS_NOT_NEW = Prisma.sql`d.created_at < (
  select n.created_at from runs n where n.environment_id = d.environment_id
   order by n.created_at desc, n.id desc offset ${Prisma.raw(`${NEWEST_KEPT - 1}`)} limit 1)`;

/**
 * Deletes the events of runs that ended before an instant, but for the newest runs of each environment; the runs stay,
 * and tell that their log is gone.
 *
 * @returns how many events went; a pass is bounded, the next one goes on
 */
export async function pruneLogs(db: Db, before: Date): Promise<number> {
  let gone = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const ids = await idsOf(
      db,
      Prisma.sql`
      select d.id from runs d
       where d.finished_at < ${before} and d.log_removed_at is null and ${IS_NOT_NEW}
       order by d.finished_at limit ${RUNS_AT_ONCE}::int`,
    );
    if (ids.length === 0) break;
    gone += await deleteEvents(db, ids);
    await db.run.updateMany({ where: { id: { in: ids } }, data: { logRemovedAt: new Date() } });
  }
  const apart = Prisma.sql`run_id is null and at < ${before}`;
  return gone + (await deleteExpired(db, { table: 'events', condition: apart }));
}

/**
 * Deletes runs that ended before an instant, with their events. Of each environment its newest runs stay, its newest
 * versions (one may want to go back to them), and the newest run that asked for a document, which tells how the
 * environment is.
 *
 * @returns how many runs went; a pass is bounded, the next one goes on
 */
export async function pruneRuns(db: Db, before: Date): Promise<number> {
  let gone = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const ids = await idsOf(
      db,
      Prisma.sql`
      select d.id from runs d join environments e on e.id = d.environment_id
       where d.finished_at < ${before} and ${IS_NOT_NEW}
         and (d.version is null or d.version <= e.version - ${NEWEST_KEPT}::int)
         and (d.model_asked is null or d.created_at < (
           select max(n.created_at) from runs n where n.environment_id = e.id and n.model_asked is not null))
       order by d.finished_at limit ${RUNS_AT_ONCE}::int`,
    );
    if (ids.length === 0) break;
    await deleteEvents(db, ids);
    gone += (await db.run.deleteMany({ where: { id: { in: ids } } })).count;
  }
  return gone;
}

/**
 * Deletes environments that were gone before an instant, with all that came to pass in them. The audit log stays.
 *
 * @returns how many rows went; a pass is bounded, the next one goes on
 */
export async function pruneEnvironments(db: Db, before: Date): Promise<number> {
  const ids = await idsOf(
    db,
    Prisma.sql`select id from environments where deleted_at < ${before} order by deleted_at limit ${MAX_BATCHES}::int`,
  );
  if (ids.length === 0) return 0;
  const inThem = Prisma.sql`environment_id = any(${ids}::bpchar[])`;
  let gone = 0;
  // Row by row before what they belong to: a cascade would take them all in one statement.
  for (const table of ['events', 'runs', 'sessions']) gone += await deleteExpired(db, { table, condition: inThem });
  return gone + (await deleteExpired(db, { table: 'environments', condition: emptied(ids) }));
}

/** A pass that had to end before everything was gone leaves the environment to the next one. */
function emptied(ids: readonly string[]): Prisma.Sql {
  return Prisma.sql`id = any(${[...ids]}::bpchar[])
    and not exists (select 1 from events where events.environment_id = environments.id)
    and not exists (select 1 from runs where runs.environment_id = environments.id)
    and not exists (select 1 from sessions where sessions.environment_id = environments.id)`;
}

/** Every event of some runs: a run with a part of its log would look as if that were all. */
async function deleteEvents(db: Db, runIds: readonly string[]): Promise<number> {
  await db.runPicture.deleteMany({ where: { runId: { in: [...runIds] } } });
  const condition = Prisma.sql`run_id = any(${[...runIds]}::bpchar[])`;
  let gone = 0;
  for (let more = 1; more > 0; gone += more) more = await deleteExpired(db, { table: 'events', condition });
  return gone;
}

async function idsOf(db: Db, statement: Prisma.Sql): Promise<string[]> {
  return (await rowsOf<{ id: string }>(db, statement)).map(({ id }) => id);
}
