import type { Db } from './client';
import { Prisma } from './generated/client';
import { rowsOf } from './statement';

/** Rows of one statement: short enough to hold nobody up. */
const BATCH = 1_000;
/** Statements for one kind of record in one pass; the next pass goes on. */
const MOST_BATCHES = 50;

/** Records of one table that may go. */
export interface ExpiredRows {
  table: string;
  /** its primary key */
  key: string;
  /** of rows that are long over */
  condition: Prisma.Sql;
}

/**
 * Deletes records in small steps. Several processes may do it at once: each takes what the others have not.
 *
 * @returns how many rows went; a pass is bounded, the next one goes on
 */
export async function deleteExpired(db: Db, { table, key, condition }: ExpiredRows): Promise<number> {
  const [name, id] = [Prisma.raw(table), Prisma.raw(key)];
  let gone = 0;
  for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
    const rows = await rowsOf<{ id: string }>(
      db,
      Prisma.sql`
      delete from ${name} where ${id} in (
        select ${id} from ${name} where ${condition} limit ${BATCH} for update skip locked)
      returning ${id}::text as id`,
    );
    gone += rows.length;
    if (rows.length < BATCH) break;
  }
  return gone;
}

/**
 * Deletes sessions that were decided before an instant: those that were deployed, whose documents their deployments
 * keep, and those that another one overtook and nobody began again with. Open drafts are somebody's work and stay.
 *
 * @returns how many
 */
export function pruneSessions(db: Db, before: Date): Promise<number> {
  return deleteExpired(db, {
    table: 'sessions',
    key: 'id',
    condition: Prisma.sql`state in ('deployed', 'invalid') and updated_at < ${before}`,
  });
}
