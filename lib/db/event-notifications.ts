import { connectionsOf, type Db, type Tx } from './client';
import { Prisma } from './generated/client';
import type { PipelinedConnections } from './pipelined-connections';

/** The channel on which processes are notified of appended events: `<environmentId>:<lastSeq>:<tenantId>`. */
export const EVENTS_CHANNEL = 'vetro_events';

/** What a statement with a {@link notificationColumn} returns. */
export interface NotificationRow {
  notification: string | null;
}

/**
 * The notification of appended events as a column of a larger statement. Within a transaction it is sent when that
 * commits. A statement of its own only returns its payload, and {@link flushNotifications} sends it afterwards:
 * PostgreSQL lets commits that notify through one by one, each with its wait for the disk, where others share one.
 *
 * @param environment name of a common table with the environment's row (`id`, `tenant_id`, `event_seq`) after
 *   `event_seq` has grown by the number of events
 */
export function notificationColumn(db: Db | Tx, environment: Prisma.Sql): Prisma.Sql {
  const payload = Prisma.sql`${environment}.id || ':' || ${environment}.event_seq || ':' || ${environment}.tenant_id`;
  if (connectionsOf(db)) return Prisma.sql`${payload} as notification`;
  return Prisma.sql`pg_notify(${EVENTS_CHANNEL}, ${payload})::text as notification`;
}

/**
 * Sends the notifications of a statement that has committed, at once or together with others of the next moment, and
 * waits for nothing. One that is lost with the process or its connection is compensated: every event hub polls from
 * time to time.
 *
 * @returns the rows
 */
export function flushNotifications<Row extends NotificationRow>(db: Db | Tx, rows: Row[]): Row[] {
  const pipelined = connectionsOf(db)?.pipelined;
  if (pipelined) for (const { notification } of rows) if (notification) batcherOf(pipelined).add(notification);
  return rows;
}

/** After a notification further ones are gathered for so long, in milliseconds: far less than an eye notices. */
const BATCH_INTERVAL_MS = 40;

interface NotificationBatcher {
  add: (payload: string) => void;
}

const BATCHERS = Symbol.for('vetro.notification-batchers');

/** The one of these connections. Kept for the whole process, because modules are loaded more than once. */
function batcherOf(connections: PipelinedConnections): NotificationBatcher {
  const home = globalThis as { [BATCHERS]?: WeakMap<PipelinedConnections, NotificationBatcher> };
  home[BATCHERS] ??= new WeakMap();
  const known = home[BATCHERS].get(connections) ?? createNotificationBatcher(connections);
  home[BATCHERS].set(connections, known);
  return known;
}

function createNotificationBatcher(connections: PipelinedConnections): NotificationBatcher {
  let batch: string[] = [];
  let interval: NodeJS.Timeout | null = null;

  function flush(): void {
    const payloads = batch;
    batch = [];
    if (payloads.length === 0) return;
    interval = setTimeout(() => {
      interval = null;
      flush();
    }, BATCH_INTERVAL_MS).unref();
    connections
      .query({ name: 'notify', text: NOTIFY_STATEMENT, values: [EVENTS_CHANNEL, payloads] })
      .catch(() => undefined);
  }

  return {
    add: (payload) => {
      batch.push(payload);
      if (!interval) flush();
    },
  };
}

// Nothing is stored, so nothing need reach the disk: the setting ends with the statement.
const NOTIFY_STATEMENT = `select set_config('synchronous_commit', 'off', true), pg_notify($1, payload) from unnest($2::text[]) as payload`;
