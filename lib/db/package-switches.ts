import type { Db, Tx } from './client';
import { Prisma } from './generated/client';
import { isRealEnvironment } from './rehearsals';
import { quickRowsOf } from './statement';

/** One stored switch; `tenantId` is empty for the whole installation. */
export interface StoredSwitch {
  package: string;
  tenantId: string;
  enabled: boolean;
}

/** Every switch there is. */
export function listPackageSwitches(db: Db): Promise<StoredSwitch[]> {
  return db.packageSwitch.findMany({ select: { package: true, tenantId: true, enabled: true } });
}

/** Stores a switch; null removes it, and what is above it holds again. */
export async function storePackageSwitch(
  tx: Tx,
  packageName: string,
  tenantId: string,
  enabled: boolean | null,
): Promise<void> {
  const where = { package: packageName, tenantId };
  if (enabled === null) await tx.packageSwitch.deleteMany({ where });
  else {
    await tx.packageSwitch.upsert({
      where: { package_tenantId: where },
      create: { ...where, enabled },
      update: { enabled, changedAt: new Date() },
    });
  }
}

/** How many services of each type are deployed, in all tenants. */
export async function deployedServicesByType(db: Db): Promise<Map<string, number>> {
  const rows = await quickRowsOf<{ type: string; count: number }>(
    db,
    Prisma.sql`
    select service ->> 'type' as type, count(*)::int as count
      from environments, jsonb_array_elements(model -> 'services') as service
     where deleted_at is null and ${isRealEnvironment(Prisma.sql`environments.id`)} group by 1`,
  );
  return new Map(rows.map(({ type, count }) => [type, count]));
}
