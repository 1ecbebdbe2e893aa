import type { EnvironmentModel } from '@/lib/model/environment';
import type { NewEvent } from '@/lib/model/event';
import { HEALTH_DEFAULTS, type REPAIR_OUTCOMES } from '@/lib/model/health/health-view';
import type { Db, Tx } from './client';
import { appendEvents } from './events';
import { Prisma } from './generated/client';
import { deleteExpired } from './prune';
import { isRealEnvironment } from './rehearsals';
import { quickRowsOf, rowsOf } from './statement';
import { transaction } from './transaction';

/** What is chosen of how the machines of an environment are looked after; nothing, where nobody has chosen. */
export interface HealthSettingsRow {
  checkMinutes: number | null;
  heals: boolean;
  mostPerDay: number;
  coolDownMinutes: number;
  /** in whose name that runs; null: nobody chose anything */
  userId: string | null;
}

export interface HealthRow extends HealthSettingsRow {
  probedAt: Date | null;
  userName: string;
  problem: { code: string; sentence: string } | null;
}

const SETTINGS = Prisma.sql`
  h.check_minutes as "checkMinutes", coalesce(h.heals, false) as heals, coalesce(h.most_per_day, ${HEALTH_DEFAULTS.mostPerDay}::int) as "mostPerDay",
  coalesce(h.cool_down_minutes, ${HEALTH_DEFAULTS.coolDownMinutes}::int) as "coolDownMinutes", h.user_id as "userId"`;

/** How an environment is looked after. */
export async function findHealth(db: Db, environmentId: string): Promise<HealthRow | null> {
  const [row] = await quickRowsOf<HealthRow>(
    db,
    Prisma.sql`
    select ${SETTINGS}, h.probed_at as "probedAt", coalesce(u.display_name, '') as "userName", h.problem
      from environments e left join health h on h.environment_id = e.id left join users u on u.id = h.user_id
     where e.id = ${environmentId}`,
  );
  return row ?? null;
}

/**
 * Stores what is chosen.
 *
 * @param checkAt when the first check begins; null: none does
 */
export async function storeHealth(
  tx: Tx,
  environmentId: string,
  settings: HealthSettingsRow,
  checkAt: Date | null,
): Promise<void> {
  const { checkMinutes, heals, mostPerDay, coolDownMinutes, userId } = settings;
  const data = { checkMinutes, heals, mostPerDay, coolDownMinutes, userId, checkAt, problem: Prisma.DbNull };
  await tx.health.upsert({ where: { environmentId }, create: { environmentId, ...data }, update: data });
}

/** An environment whose machines this process probes now. */
export interface ProbedEnvironment extends HealthSettingsRow {
  id: string;
  tenantId: string;
  /** number of its last event */
  eventSeq: number;
  model: EnvironmentModel;
}

/** Environments that have machines and in which nothing runs. */
const RESTS = Prisma.sql`e.deleted_at is null and e.deleting_at is null and e.active_run_id is null
  and ${isRealEnvironment(Prisma.sql`e.id`)} and exists (select 1 from machines m where m.environment_id = e.id)`;

/**
 * Takes environments that were not probed since an instant, those that wait longest first: of any number of processes
 * that ask, each environment goes to one.
 */
export function claimHealthChecks(db: Db, now: Date, since: Date, most: number): Promise<ProbedEnvironment[]> {
  return rowsOf<ProbedEnvironment>(
    db,
    Prisma.sql`
    with due as (
      select e.id from environments e left join health h on h.environment_id = e.id
       where ${RESTS} and (h.probed_at is null or h.probed_at <= ${since})
       order by h.probed_at nulls first, e.id limit ${most}::int
    ), claimed as (
      insert into health (environment_id, probed_at) select id, ${now}::timestamptz from due
      on conflict (environment_id) do update set probed_at = excluded.probed_at
       where health.probed_at is null or health.probed_at <= ${since}
      returning environment_id
    )
    select e.id, e.tenant_id as "tenantId", e.event_seq as "eventSeq", e.model, ${SETTINGS}
      from claimed join environments e on e.id = claimed.environment_id left join health h on h.environment_id = e.id`,
  );
}

/**
 * Notes what was found out about machines, without a version and without a run. Nothing is noted when anything has
 * happened in the environment since it was read: it is probed again soon.
 *
 * @param model the document with the conditions found
 * @param broken the units that do not work
 * @returns whether it was noted
 */
export function noteConditions(
  db: Db,
  { id, eventSeq }: Pick<ProbedEnvironment, 'id' | 'eventSeq'>,
  { model, broken, events }: { model: EnvironmentModel; broken: readonly string[]; events: NewEvent[] },
): Promise<boolean> {
  return transaction(db, async (tx) => {
    const noted = await rowsOf(
      tx,
      Prisma.sql`
      update environments set model = ${JSON.stringify(model)}::jsonb
       where id = ${id} and event_seq = ${eventSeq}::int and active_run_id is null and deleting_at is null returning id`,
    );
    if (noted.length === 0) return false;
    await rowsOf(
      tx,
      Prisma.sql`
      update machines set condition = case when unit_id = any(${[...broken]}) then 'broken' end
       where environment_id = ${id} and (condition is null or condition = 'broken')
         and (condition is not null) <> (unit_id = any(${[...broken]}))`,
    );
    await appendEvents(tx, id, null, events);
    return true;
  });
}

/** A check by packages that is due. */
export interface DueCheck {
  environmentId: string;
  tenantId: string;
  userId: string;
}

/** Takes checks that are due; the next ones come after their time. */
export function claimChecks(db: Db, now: Date, most: number): Promise<DueCheck[]> {
  return rowsOf<DueCheck>(
    db,
    Prisma.sql`
    update health h set check_at = ${now}::timestamptz + h.check_minutes * interval '1 minute'
      from environments e
     where e.id = h.environment_id and h.environment_id in (
       select due.environment_id from health due
        where due.check_minutes is not null and due.user_id is not null and due.check_at <= ${now}
        order by due.check_at limit ${most}::int for update skip locked)
       and ${RESTS}
    returning h.environment_id as "environmentId", e.tenant_id as "tenantId", h.user_id as "userId"`,
  );
}

/** Switches off what begins by itself, and keeps why. */
export async function stopHealth(
  tx: Tx,
  environmentId: string,
  problem: { code: string; sentence: string },
): Promise<void> {
  await tx.health.update({
    where: { environmentId },
    data: { heals: false, checkMinutes: null, checkAt: null, problem },
  });
}

export interface StoredRepair {
  unitId: string;
  at: Date;
  outcome: (typeof REPAIR_OUTCOMES)[number];
  runId: string | null;
  sentence: string | null;
}

/** Repairs that began by themselves since an instant, the newest first. */
export function listRepairs(db: Db, environmentId: string, since: Date): Promise<StoredRepair[]> {
  return quickRowsOf<StoredRepair>(
    db,
    Prisma.sql`
    select unit_id as "unitId", at, outcome, run_id as "runId", sentence from repairs
     where environment_id = ${environmentId} and at > ${since} order by id desc`,
  );
}

/** Notes repairs that begin, or that do not. */
export async function insertRepairs(tx: Tx, environmentId: string, repairs: readonly StoredRepair[]): Promise<void> {
  await tx.repair.createMany({ data: repairs.map((repair) => ({ environmentId, ...repair })) });
}

/** Deletes what is known of repairs from before an instant. @returns how many rows went; a pass is bounded */
export function pruneRepairs(db: Db, before: Date): Promise<number> {
  return deleteExpired(db, { table: 'repairs', condition: Prisma.sql`at < ${before}` });
}
