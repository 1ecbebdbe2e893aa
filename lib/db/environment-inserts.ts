import DataLoader from 'dataloader';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { EnvironmentNetwork } from '@/lib/model/environment-network';
import type { NewEvent } from '@/lib/model/event';
import { type AuditRecord, auditRowsInsert } from './audit';
import { connectionsOf, type Db, type Tx } from './client';
import type { EnvironmentRow } from './environments';
import { flushNotifications, type NotificationRow, notificationColumn } from './event-notifications';
import { firstEventsInsert } from './events';
import { Prisma } from './generated/client';
import { sqlStateOf } from './sql-state';
import { quickRowsOf } from './statement';

export interface NewEnvironment {
  id: string;
  tenantId: string;
  /** who makes it */
  userId: string;
  name: string;
  /** absent: the network of the installation */
  network?: EnvironmentNetwork;
  /** absent: the usual one of the cloud */
  region?: string;
}

/** An environment to be made, with what is noted of it. */
interface Creation {
  environment: NewEnvironment;
  event: NewEvent;
  audit: AuditRecord;
}

/**
 * Creates an environment without services, with its first event and its audit row. Outside a transaction, those that are
 * asked for in the same moment are created by one statement: they wait for the disk once.
 *
 * @returns null when a living environment of the tenant has that name already, whatever the case
 * @throws Error of the database for this one alone, whatever becomes of the others
 */
export async function insertEnvironment(
  db: Db | Tx,
  environment: NewEnvironment,
  event: NewEvent,
  audit: AuditRecord,
): Promise<EnvironmentRow | null> {
  const creation = { environment, event, audit };
  if (connectionsOf(db)) return loaderOf(db as Db).load(creation);
  const [made] = await insertEnvironments(db, [creation]);
  return made ?? null;
}

const MAX_ROWS_PER_STATEMENT = 50;

const loaders = new WeakMap<Db, DataLoader<Creation, EnvironmentRow | null>>();

function loaderOf(db: Db): DataLoader<Creation, EnvironmentRow | null> {
  const known =
    loaders.get(db) ??
    new DataLoader((asked) => insertEach(db, asked), { cache: false, maxBatchSize: MAX_ROWS_PER_STATEMENT });
  loaders.set(db, known);
  return known;
}

/** What the database refuses for one of them was done for none: each is then tried by itself. */
async function insertEach(db: Db, asked: readonly Creation[]): Promise<(EnvironmentRow | Error | null)[]> {
  try {
    return await insertEnvironments(db, asked);
  } catch (error) {
    if (asked.length === 1 || sqlStateOf(error) === null) throw error;
    const alone = await Promise.allSettled(asked.map((one) => insertEnvironments(db, [one])));
    return alone.map((result) => (result.status === 'fulfilled' ? (result.value[0] ?? null) : result.reason));
  }
}

/** @returns in the order asked; null for those whose name is taken */
async function insertEnvironments(db: Db | Tx, asked: readonly Creation[]): Promise<(EnvironmentRow | null)[]> {
  const rows = asked.map(({ environment, event, audit }) => {
    const { id, tenantId, userId, name, network, region } = environment;
    const model: EnvironmentModel = {
      ...{ id, name, services: [] },
      ...(network ? { network } : {}),
      ...(region === undefined ? {} : { region }),
    };
    return { id, tenant: tenantId, creator: userId, name, model, event, audit };
  });
  // In the order of their names: two statements with the same names then wait for one another, never both.
  const made = await quickRowsOf<EnvironmentRow & NotificationRow>(
    db,
    Prisma.sql`
    with asked as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as asked(id bpchar, tenant bpchar, creator bpchar, name text, model jsonb, event jsonb, audit jsonb)
    ), made as (
      insert into environments (id, tenant_id, created_by, name, model, event_seq)
      select id, tenant, creator, name, model, 1 from asked order by tenant, lower(name)
      on conflict (tenant_id, lower(name)) where deleting_at is null do nothing
      returning id, tenant_id, name, version, created_at, updated_at, event_seq
    ), noted as (
      select made.id, asked.event, asked.audit from made join asked on asked.id = made.id
    ), appended as (${firstEventsInsert(Prisma.sql`noted`)}),
    audited as (${auditRowsInsert(Prisma.sql`noted`)})
    select id, tenant_id as "tenantId", name, version, created_at as "createdAt", updated_at as "updatedAt",
           'ready' as status, null as "lastOutcome", 'nothing' as "deployedStatus", null as "halfWay", '[]'::jsonb as drafts,
           null as "activeRunId", event_seq as "eventSeq", ${notificationColumn(db, Prisma.sql`made`)} from made`,
  );
  const byId = new Map(flushNotifications(db, made).map((row) => [row.id, row]));
  return asked.map(({ environment }) => byId.get(environment.id) ?? null);
}
