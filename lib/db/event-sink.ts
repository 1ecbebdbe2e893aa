import type { NewEvent } from '@/lib/model/event';
import type { EventSink } from '@/lib/ports/conductor';
import type { Db } from './client';
import { flushNotifications, type NotificationRow, notificationColumn } from './event-notifications';
import { appendEvents, eventRowsInsert } from './events';
import { Prisma } from './generated/client';
import { updateMachinePhases } from './machines';
import { sqlStateOf, UNIQUE_VIOLATION } from './sql-state';
import { quickRowsOf } from './statement';
import { transaction } from './transaction';

/**
 * The event log as the conductor writes to it: dozens of small appends for each deployment, most of one
 * event. They take one statement instead of a transaction of five.
 */
export function createEventSink(db: Db): EventSink {
  return {
    append: async (environmentId, runId, events) => {
      if (events.length === 0) return;
      // before whoever reads of it asks how many are up; told twice, it is as it was
      await updateMachinePhases(db, environmentId, events);
      // Warnings and errors also change their deployment's numbers: rare enough for the longer way.
      const counted = events.some(({ kind, level }) => kind === 'report' && (level === 'warning' || level === 'error'));
      if (!counted && (await appendedAtOnce(db, environmentId, runId, events))) return;
      await transaction(db, (tx) => appendEvents(tx, environmentId, runId, events));
    },
  };
}

/**
 * `appendEvents` in one statement. It looks for known keys before it waits for the environment's row, so
 * a key that somebody appends in that moment is met again by the unique index: then nothing is stored.
 *
 * @returns false when nothing was stored because of such a meeting
 */
async function appendedAtOnce(
  db: Db,
  environmentId: string,
  runId: string | null,
  events: NewEvent[],
): Promise<boolean> {
  const grown = Prisma.sql`environment`;
  try {
    const rows = await quickRowsOf<NotificationRow>(
      db,
      Prisma.sql`
      with asked as (
        select row.event, row.position
          from jsonb_array_elements(${JSON.stringify(events)}::jsonb) with ordinality as row(event, position)
      ), fresh as (
        select event, row_number() over (order by position) as position
          from asked
         where not exists (
           select 1 from events known
            where known.environment_id = ${environmentId} and known.key = asked.event->>'key')
      ), environment as (
        update environments set event_seq = event_seq + (select count(*)::int from fresh)
         where id = ${environmentId} and exists (select 1 from fresh)
        returning id, tenant_id, event_seq
      ), appended as (${eventRowsInsert(grown, runId, Prisma.sql`fresh as row`)})
      select ${notificationColumn(db, grown)} from ${grown}`,
    );
    flushNotifications(db, rows);
    return true;
  } catch (error) {
    if (sqlStateOf(error) === UNIQUE_VIOLATION) return false;
    throw error;
  }
}
