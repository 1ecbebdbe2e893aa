import type { JsonObject } from '@/lib/model/json';
import type { FiringOutcome, WhenMissed } from '@/lib/model/schedules/schedule-view';
import { type AuditRecord, recordAudit } from './audit';
import type { Db, Tx } from './client';
import { assignments, columns, insertion, type Scalars, type StoredRow } from './columns';
import { lockEnvironment } from './events';
import { Prisma } from './generated/client';
import { deleteExpired } from './prune';
import { quickRowsOf, rowsOf } from './statement';
import { transaction } from './transaction';

const FIELDS = [
  'id',
  'environmentId',
  'tenantId',
  'name',
  'workflow',
  'operation',
  'target',
  'cron',
  'timeZone',
  'enabled',
  'whenMissed',
  'userId',
  'dueAt',
  'tryAt',
  'attempts',
  'problem',
  'createdAt',
  'changedAt',
] as const satisfies (keyof Scalars<'Schedule'>)[];

/** What of an environment a schedule is for; empty: all of it. */
export interface StoredTarget {
  serviceId?: string;
  unitIds?: string[];
}

/** What an operation is run with. */
export interface StoredOperation {
  /** `interface.name` */
  name: string;
  /** what people call it */
  title: string;
  /** by name; secrets are sealed */
  parameters: JsonObject;
}

export interface ScheduleRow
  extends StoredRow<
    'Schedule',
    (typeof FIELDS)[number],
    {
      operation: StoredOperation | null;
      target: StoredTarget;
      whenMissed: WhenMissed;
      problem: { code: string; sentence: string } | null;
    }
  > {
  /** in whose name it runs; empty where the account is gone */
  userName: string;
  /** what came of the last occurrences, the newest first */
  firings: StoredFiring[];
}

/** What came of an occurrence, as JSON: instants are texts. */
export interface StoredFiring {
  dueAt: string;
  at: string;
  outcome: FiringOutcome;
  runId: string | null;
  sentence: string | null;
}

/** So many of the last occurrences are shown. */
const SHOWN = 5;

const select = (condition: Prisma.Sql) => Prisma.sql`
  select ${columns<'Schedule'>('s', FIELDS)}, coalesce(u.display_name, '') as "userName",
         coalesce((select jsonb_agg(jsonb_build_object('dueAt', f.due_at, 'at', f.at, 'outcome', f.outcome,
                                                       'runId', f.run_id, 'sentence', f.sentence) order by f.id desc)
                     from (select * from schedule_firings f where f.schedule_id = s.id order by f.id desc limit ${SHOWN}::int) f),
                  '[]'::jsonb) as firings
    from schedules s left join users u on u.id = s.user_id
   where ${condition} order by lower(s.name), s.id`;

/** The schedules of an environment, by name. */
export function listScheduleRows(db: Db, environmentId: string): Promise<ScheduleRow[]> {
  return quickRowsOf<ScheduleRow>(db, select(Prisma.sql`s.environment_id = ${environmentId}`));
}

/** One of them; null when the environment has none of that id. */
export async function findScheduleRow(db: Db, environmentId: string, id: string): Promise<ScheduleRow | null> {
  const [row] = await quickRowsOf<ScheduleRow>(
    db,
    select(Prisma.sql`s.environment_id = ${environmentId} and s.id = ${id}`),
  );
  return row ?? null;
}

/** What is stored of a schedule that somebody writes. */
export type WrittenSchedule = Omit<ScheduleRow, 'userName' | 'firings' | 'createdAt' | 'changedAt'>;

/**
 * Stores a new schedule with its audit row.
 *
 * @param most so many an environment may have
 * @returns false when it has them already
 */
export function insertSchedule(
  db: Db,
  schedule: WrittenSchedule,
  audit: AuditRecord,
  { most, now }: { most: number; now: Date },
): Promise<boolean> {
  return transaction(db, async (tx) => {
    await lockEnvironment(tx, schedule.environmentId);
    if ((await tx.schedule.count({ where: { environmentId: schedule.environmentId } })) >= most) return false;
    const { problem: _, ...row } = schedule;
    await rowsOf(
      tx,
      Prisma.sql`insert into schedules ${insertion<'Schedule'>({ ...row, createdAt: now, changedAt: now })}`,
    );
    await recordAudit(tx, audit);
    return true;
  });
}

/** Stores a change of a schedule, with its audit row; what it was waiting for begins anew. */
export async function updateSchedule(
  db: Db,
  { id, problem: _, ...row }: WrittenSchedule,
  audit: AuditRecord,
  now: Date,
): Promise<void> {
  const set = assignments<'Schedule'>({ ...row, changedAt: now });
  await transaction(db, async (tx) => {
    await rowsOf(tx, Prisma.sql`update schedules set ${set}, problem = null, claimed_until = null where id = ${id}`);
    await recordAudit(tx, audit);
  });
}

/** Deletes a schedule with what came of it; runs stay. */
export async function deleteScheduleRow(db: Db, id: string, audit: AuditRecord): Promise<void> {
  await transaction(db, async (tx) => {
    await tx.schedule.deleteMany({ where: { id } });
    await recordAudit(tx, audit);
  });
}

/** A schedule with a due occurrence, which this process alone is at. */
export type ClaimedSchedule = Omit<ScheduleRow, 'userName' | 'firings' | 'dueAt'> & { dueAt: Date };

const IS_WAITED_FOR = Prisma.sql`enabled and try_at is not null and exists (
  select 1 from environments e where e.id = environment_id and e.deleted_at is null)`;

/**
 * Takes schedules that are due: of any number of processes that ask, each schedule goes to one.
 *
 * @param until from then on, another process may take those that nothing came of
 */
export function claimDueSchedules(db: Db, now: Date, until: Date, most: number): Promise<ClaimedSchedule[]> {
  return rowsOf<ClaimedSchedule>(
    db,
    Prisma.sql`
    update schedules s set claimed_until = ${until}, attempts = s.attempts + 1
     where s.id in (
       select id from schedules
        where ${IS_WAITED_FOR} and try_at <= ${now} and (claimed_until is null or claimed_until <= ${now})
        order by try_at, id limit ${most}::int for update skip locked)
    returning ${columns<'Schedule'>('s', FIELDS)}`,
  );
}

/** When a schedule is to be tried next; null when none waits. */
export async function nextTryOfSchedules(db: Db): Promise<Date | null> {
  const [row] = await quickRowsOf<{ at: Date | null }>(
    db,
    Prisma.sql`select min(greatest(try_at, coalesce(claimed_until, try_at))) as at from schedules where ${IS_WAITED_FOR}`,
  );
  return row?.at ?? null;
}

/** What came of an occurrence. */
export interface Firing {
  at: Date;
  outcome: FiringOutcome;
  runId: string | null;
  code: string | null;
  sentence: string | null;
}

/**
 * Ends an occurrence: what came of it is kept, and the next one is waited for. Of any number of processes that are at the
 * same occurrence, one ends it.
 *
 * @param next null: there is none any more
 * @returns false when it was ended or the schedule changed meanwhile; then nothing is stored
 */
export async function settleOccurrence(
  tx: Tx,
  { id, dueAt }: Pick<ClaimedSchedule, 'id' | 'dueAt'>,
  next: Date | null,
  firing: Firing,
): Promise<boolean> {
  const { at, outcome, runId, code, sentence } = firing;
  const rows = await rowsOf(
    tx,
    Prisma.sql`
    with settled as (
      update schedules set due_at = ${next}, try_at = ${next}, attempts = 0, claimed_until = null
       where id = ${id} and enabled and due_at = ${dueAt} returning id
    )
    insert into schedule_firings (schedule_id, due_at, at, outcome, run_id, code, sentence)
    select id, ${dueAt}::timestamptz, ${at}::timestamptz, ${outcome}::text, ${runId}::bpchar, ${code}::text, ${sentence}::text from settled returning id`,
  );
  return rows.length === 1;
}

/** Tries an occurrence again later. */
export async function postponeOccurrence(
  db: Db,
  { id, dueAt }: Pick<ClaimedSchedule, 'id' | 'dueAt'>,
  tryAt: Date,
): Promise<void> {
  await rowsOf(
    db,
    Prisma.sql`
    update schedules set try_at = ${tryAt}, claimed_until = null where id = ${id} and enabled and due_at = ${dueAt}`,
  );
}

/** Switches a schedule off and keeps why. @returns false when it changed meanwhile */
export async function stopSchedule(
  tx: Tx,
  { id, dueAt }: Pick<ClaimedSchedule, 'id' | 'dueAt'>,
  problem: { code: string; sentence: string },
): Promise<boolean> {
  const rows = await rowsOf(
    tx,
    Prisma.sql`
    update schedules set enabled = false, due_at = null, try_at = null, attempts = 0, claimed_until = null,
           problem = ${JSON.stringify(problem)}::jsonb
     where id = ${id} and enabled and due_at = ${dueAt} returning id`,
  );
  return rows.length === 1;
}

/** Deletes what came of occurrences before an instant. @returns how many rows went; a pass is bounded */
export function pruneFirings(db: Db, before: Date): Promise<number> {
  return deleteExpired(db, { table: 'schedule_firings', condition: Prisma.sql`at < ${before}` });
}
