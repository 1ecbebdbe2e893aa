import type { Tx } from '@/lib/db/client';
import type { CloudResource } from '@/lib/db/generated/client';
import { transaction } from '@/lib/db/transaction';
import type { MachineEvent } from '@/lib/ports/cloud/cloud';
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
}

export interface StackLine {
  stackId: string;
  operation: OperationRef;
  resourceName: string;
  type: string;
  action: string;
  status: string;
  reason: string;
}

/** An operation on a stack: its number, and the id under which it was asked for. */
export interface OperationRef {
  seq: bigint;
  requestId: string;
}

type WithoutTime<T> = T extends unknown ? Omit<T, 'at'> : never;

/**
 * Runs one unit of work in a transaction. What it emits is buffered and written in one statement before the commit:
 * emitting is the most frequent thing that a simulation does, and none of it is read in between.
 *
 * @throws whatever `work` throws; then nothing is stored or published
 */
export function runInTransaction<T>(kernel: Kernel, work: (uow: UnitOfWork) => Promise<T>): Promise<T> {
  return transaction(kernel.db, async (tx) => {
    const events: { at: Date; event: object }[] = [];
    const lines: (Omit<StackLine, 'operation'> & { at: Date })[] = [];
    let operation: OperationRef | null = null as OperationRef | null;
    const resources: object[] = [];
    const messages = new Set<string>();
    const result = await work({
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
    });
    if (messages.size + lines.length + resources.length > 0) {
      await tx.$queryRaw`
        with events as (
          insert into cloud_machine_events (at, event)
          select (row.item->>'at')::timestamptz, row.item->'event'
            from jsonb_array_elements(${JSON.stringify(events)}::jsonb) with ordinality as row(item, position)
           order by row.position
        ), counter as (
          -- holds the row until the commit: numbers come in the order of commits, without gaps
          update cloud_operations set event_count = event_count + ${lines.length}
           where seq = ${operation?.seq ?? null} returning seq, event_count - ${lines.length} as counted
        ), lines as (
          insert into cloud_stack_events (stack_id, operation, number, at, resource_name, type, action, status, reason)
          select row.item->>'stackId', counter.seq, counter.counted + row.position, (row.item->>'at')::timestamptz,
                 row.item->>'resourceName', row.item->>'type', row.item->>'action', row.item->>'status',
                 row.item->>'reason'
            from counter, jsonb_array_elements(${JSON.stringify(lines)}::jsonb) with ordinality as row(item, position)
           order by row.position
        ), resources as (
          insert into cloud_resources (id, stack_id, name, type, action, status, reason, properties, attributes,
                                       requires, due_at, replaced, created_by, created_at, updated_at)
          select id, "stackId", name, type, action, status, reason, properties, attributes, requires, "dueAt",
                 replaced, "createdBy", "createdAt", "updatedAt"
            from jsonb_to_recordset(${JSON.stringify(resources)}::jsonb) as row(
                   id text, "stackId" text, name text, type text, action text, status text, reason text,
                   properties jsonb, attributes jsonb, requires text[], "dueAt" timestamptz, replaced boolean,
                   "createdBy" bigint, "createdAt" timestamptz, "updatedAt" timestamptz)
        )
        select pg_notify(${CHANNEL}, message)::text from unnest(${[...messages]}::text[]) as message`;
    }
    return result;
  });
}
