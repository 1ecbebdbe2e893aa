import { Prisma } from '@/lib/db/generated/client';
import { deleteExpired } from '@/lib/db/prune';
import type { Kernel } from './kernel';

/** What is long over, by table: when a row may go. Plans of a silent machine tell that it is silent. */
const OVER: { table: string; over: (before: Date) => Prisma.Sql }[] = [
  {
    table: 'cloud_operations',
    over: (before) => Prisma.sql`phase = 'done' and finished_at < ${before}`,
  },
  { table: 'cloud_stack_events', over: (before) => Prisma.sql`at < ${before}` },
  { table: 'cloud_machine_events', over: (before) => Prisma.sql`at < ${before}` },
  {
    table: 'cloud_plans',
    over: (before) => Prisma.sql`(status in ('answered', 'superseded', 'expired', 'lost')
        or status = 'queued' and expires_at < ${before})
      and coalesce(answered_at, started_at, queued_at) < ${before}
      and not (status <> 'answered' and exists (
        select 1 from cloud_machines m where m.id = machine_id and m.deleted_at is null))`,
  },
  { table: 'cloud_machines', over: (before) => Prisma.sql`deleted_at < ${before}` },
  // Its resources go with a stack.
  { table: 'cloud_stacks', over: (before) => Prisma.sql`deleted_at < ${before}` },
  { table: 'cloud_faults', over: (before) => Prisma.sql`remaining = 0 and created_at < ${before}` },
];

/**
 * Removes the cloud's records of what was over before an instant: finished operations, histories of stacks,
 * events nobody took, answered plans, deleted machines and stacks. What exists and what is under way stays.
 *
 * @returns how many rows went; a pass is bounded, the next one goes on
 */
export async function prune({ db }: Pick<Kernel, 'db'>, before: Date): Promise<number> {
  let gone = 0;
  for (const { over, ...records } of OVER) gone += await deleteExpired(db, { ...records, condition: over(before) });
  return gone;
}
