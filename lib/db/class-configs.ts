import type { ClassConfigs } from '@/lib/model/class-configs';
import type { JsonObject } from '@/lib/model/json';
import type { Db, Tx } from './client';

/** What is stored of the configuration of one class. */
export interface StoredClassConfig {
  className: string;
  /** empty: all tenants */
  tenantId: string;
  /** by property, secrets sealed */
  values: JsonObject;
}

/** What is stored for the runs of a tenant: first what is for all tenants, then its own. */
export async function listClassConfigs(db: Db, tenantId: string): Promise<[ClassConfigs, ClassConfigs]> {
  const rows = await db.classConfig.findMany({ where: { tenantId: { in: ['', tenantId] } } });
  const of = (tenant: string): ClassConfigs =>
    Object.fromEntries(
      rows.filter((row) => row.tenantId === tenant).map(({ className, values }) => [className, values as JsonObject]),
    );
  return tenantId === '' ? [of(''), {}] : [of(''), of(tenantId)];
}

/** Everything that is stored of some classes, whoever it is for. */
export async function classConfigRows(db: Db | Tx, classNames: readonly string[]): Promise<StoredClassConfig[]> {
  const rows = await db.classConfig.findMany({ where: { className: { in: [...classNames] } } });
  return rows.map(({ className, tenantId, values }) => ({ className, tenantId, values: values as JsonObject }));
}

/** Stores the values of a class in the place of those before; without any the row goes. */
export async function storeClassConfig(tx: Tx, { className, tenantId, values }: StoredClassConfig): Promise<void> {
  const where = { className, tenantId };
  if (Object.keys(values).length === 0) await tx.classConfig.deleteMany({ where });
  else {
    await tx.classConfig.upsert({
      where: { className_tenantId: where },
      create: { ...where, values },
      update: { values, changedAt: new Date() },
    });
  }
}
