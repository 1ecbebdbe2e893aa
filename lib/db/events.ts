import type { NewEvent, VetroEvent } from '@/lib/model/event';
import type { Db, Tx } from './client';
import { notificationColumn } from './event-notifications';
import { Prisma } from './generated/client';
import { rowsOf } from './statement';

/**
 * Appends events to an environment's log and notifies every process of them when the transaction commits. They are
 * numbered without gaps under a row lock of the environment, so numbers appear in the order in which
 * transactions commit and a reader that saw number n has seen everything before it.
 *
 * @param tx a transaction; the environment's row stays locked until it ends
 * @param runId the deployment the events belong to, or null
 * @param events in order; one whose key the environment already has is left out
 * @returns the number of the last event of the environment; null when the environment does not exist
 */
export async function appendEvents(
  tx: Tx,
  environmentId: string,
  runId: string | null,
  events: NewEvent[],
): Promise<number | null> {
  const fresh = await withoutKnownKeys(tx, environmentId, events);
  if (fresh.length === 0) return lastSeq(tx, environmentId);
  const answer = await rowsOf<{ seq: number }>(
    tx,
    Prisma.sql`
    with environment as (
      update environments set event_seq = event_seq + ${fresh.length}::int where id = ${environmentId}
      returning id, tenant_id, event_seq
    ), appended as (${eventsInsert(Prisma.sql`environment`, runId, fresh)})
    select event_seq as seq, ${notificationColumn(tx, Prisma.sql`environment`)} from environment`,
  );
  await tallyReports(tx, runId, fresh);
  return answer[0]?.seq ?? null;
}

/**
 * The insert of events as a part of a larger statement.
 *
 * @param environment name of a common table with the environment's row (`id`, `event_seq`) after
 *   `event_seq` has grown by the number of events
 */
export function eventsInsert(environment: Prisma.Sql, runId: string | null, events: NewEvent[]): Prisma.Sql {
  const [first, ...more] = events;
  if (first && more.length === 0) return eventInsert(environment, runId, first);
  return eventRowsInsert(
    environment,
    runId,
    Prisma.sql`jsonb_array_elements(${JSON.stringify(events)}::jsonb) with ordinality as row(event, position)`,
  );
}

/** The same for one event, which most changes have: its columns need not be taken out of JSON. */
function eventInsert(
  environment: Prisma.Sql,
  runId: string | null,
  { kind, level = 'info', entity, entityId, text, data = {}, key }: NewEvent,
): Prisma.Sql {
  return Prisma.sql`
    insert into events (environment_id, seq, run_id, at, kind, level, entity, entity_id, text, data, key)
    select grown.id, grown.event_seq, ${runId}::bpchar, clock_timestamp(), ${kind}, ${level}, ${entity}, ${entityId}, ${text},
           ${JSON.stringify(data)}::jsonb, ${key ?? null} from ${environment} as grown`;
}

/**
 * The same for events that the statement itself chooses or makes.
 *
 * @param rows a table named `row` with the events (`event`, as JSON; one without `entityId` is about the environment)
 *   and their `position`, from 1; `event_seq` has grown by their number
 */
export function eventRowsInsert(environment: Prisma.Sql, runId: string | null, rows: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    insert into events (environment_id, seq, run_id, at, kind, level, entity, entity_id, text, data, key)
    select grown.id, grown.event_seq - (count(*) over ())::int + row.position::int, ${runId}::bpchar,
           clock_timestamp(), ${eventColumns(Prisma.sql`grown.id`)} from ${environment} as grown, ${rows}`;
}

/** The columns from `kind` to `key` out of `row.event`, an event as JSON; one without `entityId` is about the environment. */
function eventColumns(environmentId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`row.event->>'kind', coalesce(row.event->>'level', 'info'), row.event->>'entity',
           coalesce(row.event->>'entityId', ${environmentId}), row.event->>'text',
           coalesce(row.event->'data', '{}'::jsonb), row.event->>'key'`;
}

/**
 * The insert of the first event of each new environment as a part of a larger statement.
 *
 * @param rows name of a table with the environment's `id` and its `event`, as JSON, in each row
 */
export function firstEventsInsert(rows: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    insert into events (environment_id, seq, at, kind, level, entity, entity_id, text, data, key)
    select row.id, 1, clock_timestamp(), ${eventColumns(Prisma.sql`row.id`)} from ${rows} as row`;
}

/**
 * Locks an environment's row until the transaction ends. Whoever locks more than one row takes the
 * environment first: nobody then waits in a circle.
 */
export async function lockEnvironment(tx: Tx, environmentId: string): Promise<void> {
  await rowsOf(tx, Prisma.sql`select 1 as locked from environments where id = ${environmentId} for update`);
}

/** Which events of an environment to read. */
export interface EventQuery {
  /** only events with a higher number; 0 for all */
  afterSeq: number;
  runId?: string;
  /** only of these kinds; all when absent */
  kinds?: readonly VetroEvent['kind'][];
  /** only events with a lower number, and of those the newest */
  beforeSeq?: number;
  /** at most so many, oldest first */
  limit: number;
}

/**
 * Reads an environment's log in order.
 *
 * @returns events oldest first, `at` in ISO 8601 with Z
 */
export async function listEvents(db: Db | Tx, environmentId: string, query: EventQuery): Promise<VetroEvent[]> {
  const { afterSeq, beforeSeq, runId, kinds, limit } = query;
  const ofRun = runId === undefined ? Prisma.empty : Prisma.sql`and run_id = ${runId}`;
  const ofKinds = kinds === undefined ? Prisma.empty : Prisma.sql`and kind = any(${[...kinds]})`;
  const earlier = beforeSeq === undefined ? Prisma.empty : Prisma.sql`and seq < ${beforeSeq}`;
  const direction = beforeSeq === undefined ? Prisma.empty : Prisma.sql`desc`;
  // Everybody who watches asks this at each news of an event.
  const rows = await rowsOf<Omit<VetroEvent, 'at'> & { at: Date }>(
    db,
    Prisma.sql`
    select environment_id as "environmentId", seq, run_id as "runId", at, kind, level, entity, entity_id as "entityId",
           text, data
      from events where environment_id = ${environmentId} and seq > ${afterSeq} ${earlier} ${ofRun} ${ofKinds}
     order by seq ${direction} limit ${limit}`,
  );
  if (beforeSeq !== undefined) rows.reverse();
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

/** The number of the last event of each environment of a tenant; of each there is when no tenant is named. */
export async function lastSeqs(db: Db, tenantId: string | undefined): Promise<Map<string, number>> {
  const rows = await db.environment.findMany({ where: { tenantId }, select: { id: true, eventSeq: true } });
  return new Map(rows.map((row) => [row.id, row.eventSeq]));
}

/** Locks the environment before it looks: what a concurrent writer appended is then visible. */
async function withoutKnownKeys(tx: Tx, environmentId: string, events: NewEvent[]): Promise<NewEvent[]> {
  const keys = events.flatMap((event) => (event.key === undefined ? [] : [event.key]));
  if (keys.length === 0) return events;
  await lockEnvironment(tx, environmentId);
  const rows = await tx.event.findMany({ where: { environmentId, key: { in: keys } }, select: { key: true } });
  const known = new Set(rows.map((row) => row.key));
  return events.filter((event) => {
    if (event.key === undefined) return true;
    if (known.has(event.key)) return false;
    known.add(event.key);
    return true;
  });
}

/** A deployment counts its reports of warnings and errors: its status tells of them while it runs. */
async function tallyReports(tx: Tx, runId: string | null, events: NewEvent[]): Promise<void> {
  const count = (level: string) => events.filter((event) => event.kind === 'report' && event.level === level).length;
  const [warnings, problems] = [count('warning'), count('error')];
  if (runId === null || warnings + problems === 0) return;
  await tx.run.updateMany({
    where: { id: runId },
    data: { warnings: { increment: warnings }, errors: { increment: problems } },
  });
}

async function lastSeq(tx: Tx, environmentId: string): Promise<number | null> {
  const row = await tx.environment.findUnique({ where: { id: environmentId }, select: { eventSeq: true } });
  return row?.eventSeq ?? null;
}
