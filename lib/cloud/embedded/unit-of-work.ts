import type { CloudEvent } from '@/lib/cloud/cloud';
import type { Tx } from '@/lib/db/client';
import type { CloudResource } from '@/lib/db/generated/client';
import { transaction } from '@/lib/db/transaction';
import { CHANNEL, type Kernel } from './kernel';

/** One change of the cloud: its transaction, and what is published once it commits. */
export interface UnitOfWork {
  tx: Tx;
  /** publishes an event to the cloud's subscribers */
  emit(event: WithoutTime<CloudEvent>): void;
  /** sends a message to every process that shares the cloud */
  notify(message: string): void;
  /** adds a line to a stack's own history */
  record(line: StackLine): void;
  /** inserts a resource; it cannot be read before the commit */
  insertResource(row: CloudResource): void;
}

export interface StackLine {
  stackId: string;
  resourceName: string;
  action: string;
  status: string;
  reason: string;
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
    const lines: (StackLine & { at: Date })[] = [];
    const resources: object[] = [];
    const messages = new Set<string>();
    const result = await work({
      tx,
      emit: (event) => {
        events.push({ at: kernel.now(), event });
        messages.add('event');
      },
      notify: (message) => messages.add(message),
      record: (line) => lines.push({ ...line, at: kernel.now() }),
      insertResource: (row) => resources.push({ ...row, createdBy: String(row.createdBy) }),
    });
    if (messages.size + lines.length + resources.length > 0) {
      await tx.$queryRaw`
        with events as (
          insert into cloud_news (at, event)
          select (row.item->>'at')::timestamptz, row.item->'event'
            from jsonb_array_elements(${JSON.stringify(events)}::jsonb) with ordinality as row(item, position)
           order by row.position
        ), lines as (
          insert into cloud_stack_events (stack_id, at, resource_name, action, status, reason)
          select row.item->>'stackId', (row.item->>'at')::timestamptz, row.item->>'resourceName',
                 row.item->>'action', row.item->>'status', row.item->>'reason'
            from jsonb_array_elements(${JSON.stringify(lines)}::jsonb) with ordinality as row(item, position)
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
