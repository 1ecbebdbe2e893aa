import type { Db } from '@/lib/db/client';
import { columns, type StoredRow } from '@/lib/db/columns';
import { type CloudOperation, Prisma } from '@/lib/db/generated/client';
import { quickRowsOf } from '@/lib/db/statement';

const FIELDS = [
  'seq',
  'tenantId',
  'stackName',
  'requestId',
  'kind',
  'phase',
  'template',
  'parameters',
  'failure',
  'result',
  'eventCount',
  'createdAt',
  'finishedAt',
] as const satisfies (keyof CloudOperation)[];

/** The oldest operation on a stack that is not over; null when all are. */
export async function nextOperation(db: Db, tenantId: string, stackName: string): Promise<CloudOperation | null> {
  const [row] = await quickRowsOf<StoredRow<'CloudOperation', (typeof FIELDS)[number], { seq: string }>>(
    db,
    Prisma.sql`
    select ${columns<'CloudOperation'>('o', FIELDS)} from cloud_operations o
     where tenant_id = ${tenantId} and stack_name = ${stackName} and phase <> 'done' order by seq limit 1`,
  );
  return row ? { ...row, seq: BigInt(row.seq) } : null;
}
