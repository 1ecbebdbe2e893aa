import type { CloudEvent } from '@/lib/cloud/cloud';
import type { Tx } from '@/lib/db/client';
import type { CloudResource } from '@/lib/db/generated/client';
import { transaction } from '@/lib/db/transaction';
import { CHANNEL, type Kernel } from './kernel';

/** One thing that happens in the cloud: its transaction, and what is told of it once it is done. */
export interface Deed {
  tx: Tx;
  /** tells the cloud's subscribers */
  tell(event: WithoutTime<CloudEvent>): void;
  /** tells every process that shares the cloud */
  notify(message: string): void;
  /** adds a line to a stack's own history */
  record(line: StackLine): void;
  /** stores a resource; it is not there before the deed is done */
  keep(row: CloudResource): void;
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
 * Runs a deed in one transaction. What it tells is kept until it is done and written in one statement:
 * telling is the most frequent thing that a simulation does, and none of it is read in between.
 *
 * @throws whatever `work` throws; then nothing is stored and nobody is told
 */
export function perform<T>(kernel: Kernel, work: (deed: Deed) => Promise<T>): Promise<T> {
  return transaction(kernel.db, async (tx) => {
    const news: { at: Date; event: object }[] = [];
    const lines: (StackLine & { at: Date })[] = [];
    const kept: object[] = [];
    const messages = new Set<string>();
    const result = await work({
      tx,
      tell: (event) => {
        news.push({ at: kernel.now(), event });
        messages.add('news');
      },
      notify: (message) => messages.add(message),
      record: (line) => lines.push({ ...line, at: kernel.now() }),
      keep: (row) => kept.push({ ...row, createdBy: String(row.createdBy) }),
    });
    if (messages.size + lines.length + kept.length > 0) {
      await tx.$queryRaw`
        with news as (
          insert into cloud_news (at, event)
          select (row.item->>'at')::timestamptz, row.item->'event'
            from jsonb_array_elements(${JSON.stringify(news)}::jsonb) with ordinality as row(item, position)
           order by row.position
        ), lines as (
          insert into cloud_stack_events (stack_id, at, resource_name, action, status, reason)
          select row.item->>'stackId', (row.item->>'at')::timestamptz, row.item->>'resourceName',
                 row.item->>'action', row.item->>'status', row.item->>'reason'
            from jsonb_array_elements(${JSON.stringify(lines)}::jsonb) with ordinality as row(item, position)
           order by row.position
        ), kept as (
          insert into cloud_resources (id, stack_id, name, type, action, status, reason, properties, attributes,
                                       requires, due_at, replaced, created_by, created_at, updated_at)
          select id, "stackId", name, type, action, status, reason, properties, attributes, requires, "dueAt",
                 replaced, "createdBy", "createdAt", "updatedAt"
            from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as row(
                   id text, "stackId" text, name text, type text, action text, status text, reason text,
                   properties jsonb, attributes jsonb, requires text[], "dueAt" timestamptz, replaced boolean,
                   "createdBy" bigint, "createdAt" timestamptz, "updatedAt" timestamptz)
        )
        select pg_notify(${CHANNEL}, message)::text from unnest(${[...messages]}::text[]) as message`;
    }
    return result;
  });
}
