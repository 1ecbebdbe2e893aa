import type { EnvironmentModel } from '@/lib/model/environment';
import type { Db } from './client';
import { Prisma } from './generated/client';
import { rowsOf } from './statement';

/** The documents of a tenant's environments as they are deployed, the newest change first. */
export function environmentDocuments(
  db: Db,
  tenantId: string,
  limit: number,
): Promise<{ id: string; name: string; model: EnvironmentModel }[]> {
  return rowsOf(
    db,
    Prisma.sql`
    select id, name, model from environments
     where tenant_id = ${tenantId} and deleted_at is null and deleting_at is null and version > 0
     order by updated_at desc, id limit ${limit}::int`,
  );
}
