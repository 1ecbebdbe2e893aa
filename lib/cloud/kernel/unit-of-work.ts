import type { Tx } from '@/lib/db/client';
import { assignments, insertion, type NewValues } from '@/lib/db/columns';
import { type CloudResource, Prisma } from '@/lib/db/generated/client';
import { runLast, transaction } from '@/lib/db/transaction';
import type { MachineEvent, SoftwareStep } from '@/lib/ports/cloud/cloud';
import { CHANNEL, type Kernel } from './kernel';

/** One change of the cloud: its transaction, and what is published once it commits. */
export interface UnitOfWork {
  tx: Tx;
  /** publishes an event of a machine to the cloud's subscribers */
  emit(event: WithoutTime<MachineEvent>): void;
  /** sends a message to every process that shares the cloud */
  notify(message: string): void;
  /** adds a line to the history of a stack; all those of one unit of work are of one operation */
  record(line: StackLine): void;
  /** inserts a resource; it cannot be read before the commit */
  insertResource(row: CloudResource): void;
  /** inserts a machine; it cannot be read before the commit */
  insertMachine(row: NewValues<'CloudMachine'>): void;
  /** changes columns of a machine or a plan; they read as before until the commit */
  change<Of extends keyof typeof CHANGEABLE>(model: Of, id: string, values: NewValues<Of>): void;
}

/** Tables whose rows change at the end of a unit of work. */
const CHANGEABLE = { CloudMachine: Prisma.sql`cloud_machines`, CloudPlan: Prisma.sql`cloud_plans` };

export interface StackLine {
  stackId: string;
  operation: OperationRef;
  resourceName: string;
  type: string;
  action: string;
  status: string;
  reason: string;
  software: SoftwareStep[];
}

/** An operation on a stack: its number, and the id under which it was asked for. */
export interface OperationRef {
  seq: bigint;
  requestId: string;
}

type WithoutTime<T> = T extends unknown ? Omit<T, 'at'> : never;

/**
 * Runs one unit of work in a transaction. What it emits and changes is gathered and written in one statement with the
 * commit: that is the most frequent thing that a simulation does, and none of it is read in between.
 *
 * @throws whatever `work` throws; then nothing is stored or published
 */
export function runInTransaction<T>(kernel: Kernel, work: (uow: UnitOfWork) => Promise<T>): Promise<T> {
  return transaction(kernel.db, async (tx) => {
    const gathered = gather(kernel, tx);
    const result = await work(gathered.uow);
    const writes = gathered.writes();
    if (writes) runLast(tx, writes);
    return result;
  });
}

type Change = { table: Prisma.Sql; id: string; values: object };

function gather(kernel: Kernel, tx: Tx): { uow: UnitOfWork; writes(): Prisma.Sql | null } {
  const events: { at: Date; event: object }[] = [];
  const lines: (Omit<StackLine, 'operation'> & { at: Date })[] = [];
  let operation: OperationRef | null = null;
  const resources: object[] = [];
  const machines: NewValues<'CloudMachine'>[] = [];
  // One change for each row, or one statement would change it twice.
  const changes = new Map<string, Change>();
  const messages = new Set<string>();
  const uow: UnitOfWork = {
    tx,
    emit: (event) => {
      events.push({ at: kernel.now(), event });
      messages.add('event');
    },
    notify: (message) => messages.add(message),
    record: ({ operation: of, ...line }) => {
      operation = of;
      lines.push({ ...line, at: kernel.now() });
      messages.add(`progress:${of.requestId}`);
    },
    insertResource: (row) => resources.push({ ...row, createdBy: String(row.createdBy) }),
    insertMachine: (row) => machines.push(row),
    change: (model, id, values) => {
      const key = `${model} ${id}`;
      changes.set(key, { table: CHANGEABLE[model], id, values: { ...changes.get(key)?.values, ...values } });
    },
  };
  const writes = () => {
    const parts = [
      ...(events.length > 0 ? [eventsInsert(events)] : []),
      ...(operation === null ? [] : [linesInsert(lines)]),
      ...(resources.length > 0 ? [resourcesInsert(resources)] : []),
      ...machines.map((row) => Prisma.sql`insert into cloud_machines ${insertion<'CloudMachine'>(row)}`),
      ...[...changes.values()].map(
        ({ table, id, values }) => Prisma.sql`update ${table} set ${assignments(values)} where id = ${id}`,
      ),
    ];
    if (messages.size + parts.length === 0) return null;
    const tables = [
      ...(operation === null ? [] : [Prisma.sql`counter as (${countLines(operation, lines.length)})`]),
      ...parts.map((part, at) => Prisma.sql`${Prisma.raw(`written${at}`)} as (${part})`),
    ];
    return Prisma.sql`
      ${tables.length > 0 ? Prisma.sql`with ${Prisma.join(tables)}` : Prisma.empty}
      select pg_notify(${CHANNEL}, message)::text from unnest(${[...messages]}::text[]) as message`;
  };
  return { uow, writes };
}

function eventsInsert(events: object[]): Prisma.Sql {
  return Prisma.sql`
    insert into cloud_machine_events (at, event)
    select (row.item->>'at')::timestamptz, row.item->'event'
      from jsonb_array_elements(${JSON.stringify(events)}::jsonb) with ordinality as row(item, position)
     order by row.position`;
}

/** Holds the row of the operation until the commit: numbers of its lines come in the order of commits, without gaps. */
function countLines({ seq }: OperationRef, count: number): Prisma.Sql {
  return Prisma.sql`
    update cloud_operations set event_count = event_count + ${count}
     where seq = ${seq} returning seq, event_count - ${count} as counted`;
}

function linesInsert(lines: object[]): Prisma.Sql {
  return Prisma.sql`
    insert into cloud_stack_events (stack_id, operation, number, at, resource_name, type, action, status, reason,
                                    software)
    select row.item->>'stackId', counter.seq, counter.counted + row.position, (row.item->>'at')::timestamptz,
           row.item->>'resourceName', row.item->>'type', row.item->>'action', row.item->>'status', row.item->>'reason',
           nullif(row.item->'software', '[]'::jsonb)
      from counter, jsonb_array_elements(${JSON.stringify(lines)}::jsonb) with ordinality as row(item, position)
     order by row.position`;
}

function resourcesInsert(resources: object[]): Prisma.Sql {
  return Prisma.sql`
    insert into cloud_resources (id, stack_id, name, type, action, status, reason, properties, attributes, requires,
                                 due_at, replaced, created_by, created_at, updated_at)
    select id, "stackId", name, type, action, status, reason, properties, attributes, requires, "dueAt", replaced,
           "createdBy", "createdAt", "updatedAt"
      from jsonb_to_recordset(${JSON.stringify(resources)}::jsonb) as row(
             id text, "stackId" text, name text, type text, action text, status text, reason text, properties jsonb,
             attributes jsonb, requires text[], "dueAt" timestamptz, replaced boolean, "createdBy" bigint,
             "createdAt" timestamptz, "updatedAt" timestamptz)`;
}
