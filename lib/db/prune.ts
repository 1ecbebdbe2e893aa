import type { Db } from './client';
import { Prisma } from './generated/client';
import { rowsOf } from './statement';

/** Rows of one statement: short enough to hold nobody up. */
const BATCH = 1_000;
/** Statements for one kind of record in one pass; the next pass goes on. */
export const MAX_BATCHES = 50;

/** Records of one table that may go. */
export interface ExpiredRows {
  table: string;
  /** of rows that are long over */
  condition: Prisma.Sql;
}

/**
 * Deletes records in small steps. Several processes may do it at once: each takes what the others have not.
 *
 * @returns how many rows went; a pass is bounded, the next one goes on
 */
export async function deleteExpired(db: Db, { table, condition }: ExpiredRows): Promise<number> {
  const name = Prisma.raw(table);
  let gone = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const rows = await rowsOf<{ gone: number }>(
      db,
      Prisma.sql`
      delete from ${name} where ctid = any(array(
        select ctid from ${name} where ${condition} limit ${BATCH}::int for update skip locked))
      returning 1 as gone`,
    );
    gone += rows.length;
    if (rows.length < BATCH) break;
  }
  return gone;
}

/**
 * Deletes sessions that nobody needs any more since an instant: those that were deployed, whose documents their
 * deployments keep; those that another one overtook and nobody began again with; and drafts that change nothing. Drafts
 * with changes are somebody's work and stay.
 *
 * @returns how many
 */
export function pruneSessions(db: Db, before: Date): Promise<number> {
  return deleteExpired(db, {
    table: 'sessions',
    condition: Prisma.sql`(state in ('deployed', 'invalid') or state = 'open' and changes = 0) and updated_at < ${before}`,
  });
}

/** Deletes what agents answered to runs that are over or gone, as far as the runs left it. @returns how many */
export function pruneReplies(db: Db, before: Date): Promise<number> {
  return deleteExpired(db, {
    table: 'agent_replies',
    condition: Prisma.sql`sent_at < ${before} and not exists (
      select 1 from runs where runs.id = agent_replies.run_id and runs.finished_at is null)`,
  });
}

/** Audit entries of one pass; the next pass goes on. */
const MAX_ENTRIES = BATCH * MAX_BATCHES;

/**
 * Deletes audit entries from before an instant, from the beginning of their chain on, in one statement: what is kept begins
 * where the deleted ones end, and that is an entry of the log itself. What a copy of the log does not have yet stays.
 *
 * @returns how many
 */
export async function pruneAudit(db: Db, before: Date): Promise<number> {
  const rows = await rowsOf<{ gone: number }>(
    db,
    Prisma.sql`
    with old as (
      select id from audit_entries
       where at < ${before} and position < coalesce(
         (select min(position) from audit_entries where at >= ${before}), 9223372036854775807)
         and position <= coalesce((select min(position) from audit_copies where in_use), 9223372036854775807)
       order by position limit ${MAX_ENTRIES}::int
    ), gone as (
      delete from audit_entries where id in (select id from old) returning position, hash
    ), last as (
      select position, hash from gone order by position desc limit 1
    ), moved as (
      update audit_chain set removed = last.position, removed_hash = last.hash from last returning removed, removed_hash
    ), noted as (
      insert into audit_entries (actor, action, target, target_id, details)
      select 'system', 'audit.prune', 'audit', 'log',
             jsonb_build_object('through', removed::text, 'hash', removed_hash) from moved
    )
    select count(*)::int as gone from gone`,
  );
  return rows[0]?.gone ?? 0;
}
