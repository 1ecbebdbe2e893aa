import type { Db, Tx } from './client';

/** A tenant with how much belongs to it, and its own limits when it has some. */
export interface TenantRow {
  id: string;
  name: string;
  description: string;
  enabled: boolean;
  createdAt: Date;
  users: number;
  environments: number;
  quota: { machines: number; vcpus: number; memoryMb: number; diskGb: number } | null;
}

/** Every tenant, by name. */
export async function listTenantRows(db: Db, id?: string): Promise<TenantRow[]> {
  const rows = await db.tenant.findMany({
    where: { id },
    include: {
      quota: { select: { machines: true, vcpus: true, memoryMb: true, diskGb: true } },
      _count: { select: { roles: true, environments: { where: { deletedAt: null } } } },
    },
    orderBy: { name: 'asc' },
  });
  return rows.map(({ _count: { roles, environments }, ...tenant }) => ({ ...tenant, users: roles, environments }));
}

/** Stores a new tenant. @returns false when the name is taken, whatever the case */
export async function insertTenant(
  tx: Tx,
  tenant: { id: string; name: string; description: string },
): Promise<boolean> {
  if (await nameTaken(tx, tenant.name)) return false;
  await tx.tenant.create({ data: tenant });
  return true;
}

/** Changes a tenant. @returns false when another one has the name, whatever the case */
export async function changeTenant(
  tx: Tx,
  id: string,
  change: { name?: string; description?: string; enabled?: boolean },
): Promise<boolean> {
  if (change.name !== undefined && (await nameTaken(tx, change.name, id))) return false;
  await tx.tenant.update({ where: { id }, data: change });
  return true;
}

async function nameTaken(tx: Tx, name: string, butOf?: string): Promise<boolean> {
  const found = await tx.tenant.findFirst({
    where: { name: { equals: name, mode: 'insensitive' }, NOT: { id: butOf } },
  });
  return found !== null;
}

/** Stores a tenant's own limits; null removes them, and the default holds again. */
export async function storeQuota(tx: Tx, tenantId: string, limits: NonNullable<TenantRow['quota']> | null) {
  if (limits === null) await tx.tenantQuota.deleteMany({ where: { tenantId } });
  else {
    const data = { ...limits, changedAt: new Date() };
    await tx.tenantQuota.upsert({ where: { tenantId }, create: { tenantId, ...data }, update: data });
  }
}
