import { type AuditRecord, recordAudit } from './audit';
import type { Db } from './client';
import { transaction } from './transaction';

/** A category that somebody made before any package had it. */
export interface StoredCategory {
  id: string;
  name: string;
  /** empty: everybody's */
  tenantId: string;
  createdAt: Date;
}

/** In which order categories are shown, as far as somebody said so. */
export async function listCategoryPlaces(db: Db): Promise<string[]> {
  const rows = await db.categoryPlace.findMany({ orderBy: { position: 'asc' } });
  return rows.map(({ name }) => name);
}

/** Stores the order of categories in the place of the one before, with its audit row. */
export function storeCategoryPlaces(db: Db, names: readonly string[], audit: AuditRecord): Promise<void> {
  return transaction(db, async (tx) => {
    await tx.categoryPlace.deleteMany();
    await tx.categoryPlace.createMany({ data: names.map((name, position) => ({ name, position })) });
    await recordAudit(tx, audit);
  });
}

/** The categories that were made for everybody and for a tenant. */
export function listCategoryRows(db: Db, tenantId: string): Promise<StoredCategory[]> {
  return db.packageCategory.findMany({ where: { tenantId: { in: ['', tenantId] } }, orderBy: { name: 'asc' } });
}

/** Stores a category, with its audit row. @returns false when it is there already */
export function insertCategory(
  db: Db,
  category: Pick<StoredCategory, 'id' | 'name' | 'tenantId'>,
  audit: AuditRecord,
): Promise<boolean> {
  return transaction(db, async (tx) => {
    const { count } = await tx.packageCategory.createMany({ data: [category], skipDuplicates: true });
    if (count > 0) await recordAudit(tx, audit);
    return count > 0;
  });
}

/** Deletes a category, with its audit row. @returns false when it is not there */
export function deleteCategoryRow(
  db: Db,
  { id, tenantId }: Pick<StoredCategory, 'id' | 'tenantId'>,
  audit: AuditRecord,
): Promise<boolean> {
  return transaction(db, async (tx) => {
    const { count } = await tx.packageCategory.deleteMany({ where: { id, tenantId } });
    if (count > 0) await recordAudit(tx, audit);
    return count > 0;
  });
}
