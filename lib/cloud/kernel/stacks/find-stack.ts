import type { Db } from '@/lib/db/client';
import { columns, type StoredRow } from '@/lib/db/columns';
import { type CloudStack, Prisma } from '@/lib/db/generated/client';
import { quickRowsOf } from '@/lib/db/statement';

const FIELDS = [
  'id',
  'tenantId',
  'name',
  'action',
  'status',
  'reason',
  'template',
  'parameters',
  'outputs',
  'requestId',
  'createdAt',
  'updatedAt',
  'deletedAt',
] as const satisfies (keyof CloudStack)[];

/** The stack of a tenant that has a name now; null when none has. */
export async function findStack(db: Db, tenantId: string, name: string): Promise<CloudStack | null> {
  const [row] = await quickRowsOf<StoredRow<'CloudStack', (typeof FIELDS)[number]>>(
    db,
    Prisma.sql`
    select ${columns<'CloudStack'>('s', FIELDS)} from cloud_stacks s
     where tenant_id = ${tenantId} and name = ${name} and deleted_at is null`,
  );
  return row ?? null;
}
