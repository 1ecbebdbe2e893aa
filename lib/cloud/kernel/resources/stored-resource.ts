import type { Db, Tx } from '@/lib/db/client';
import { columns, type StoredRow } from '@/lib/db/columns';
import { type CloudResource, Prisma } from '@/lib/db/generated/client';
import { rowsOf } from '@/lib/db/statement';
import { isObject, type JsonObject } from '@/lib/model/json';

const FIELDS = [
  'id',
  'stackId',
  'name',
  'type',
  'action',
  'status',
  'reason',
  'properties',
  'attributes',
  'requires',
  'dueAt',
  'replaced',
  'createdBy',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof CloudResource)[];

/**
 * Resources as they are stored.
 *
 * @param which what comes after `from cloud_resources r`: joins, conditions, order
 */
export async function storedResources(db: Db | Tx, which: Prisma.Sql): Promise<CloudResource[]> {
  const rows = await rowsOf<StoredRow<'CloudResource', (typeof FIELDS)[number], { createdBy: string }>>(
    db,
    Prisma.sql`select ${columns<'CloudResource'>('r', FIELDS)} from cloud_resources r ${which}`,
  );
  return rows.map((row) => ({ ...row, createdBy: BigInt(row.createdBy) }));
}

/** The resource of a tenant that another one names by its id; null when it has none of these types. */
export async function findStored(
  tx: Tx,
  tenantId: string,
  id: string,
  ...types: string[]
): Promise<CloudResource | null> {
  const [row] = await storedResources(
    tx,
    Prisma.sql`
    join cloud_stacks s on s.id = r.stack_id
     where r.id = ${id} and r.type = any(${types}) and s.tenant_id = ${tenantId}`,
  );
  return row ?? null;
}

/** What is stored of a resource's attributes; nothing for one that is not there. */
export function storedAttributes(row: Pick<CloudResource, 'attributes'> | null): JsonObject {
  return isObject(row?.attributes) ? row.attributes : {};
}
