import type { Db, Tx } from './client';
import { Prisma } from './generated/client';
import { afterCursor, type Page, type PageQuery, pageOf, requireMarker, searchWords } from './paging';
import { sameName } from './same-name';

/** A tenant with how much belongs to it, and its own limits when it has some. */
export interface TenantRow {
  id: string;
  name: string;
  description: string;
  enabled: boolean;
  createdAt: Date;
  users: number;
  environments: number;
  quota: {
    machines: number;
    vcpus: number;
    memoryMb: number;
    diskGb: number;
    publicAddresses: number;
    networks: number;
  } | null;
}

const WITH_COUNTS = {
  quota: {
    select: { machines: true, vcpus: true, memoryMb: true, diskGb: true, publicAddresses: true, networks: true },
  },
  _count: { select: { roles: true, environments: { where: { deletedAt: null } } } },
} satisfies Prisma.TenantInclude;

function rowOf({
  _count: { roles, environments },
  ...tenant
}: Prisma.TenantGetPayload<{ include: typeof WITH_COUNTS }>): TenantRow {
  return { ...tenant, users: roles, environments };
}

/** Which tenants to list. */
export interface TenantQuery extends PageQuery {
  /** words that each stand in name or description */
  search?: string;
}

/**
 * A page of the tenants, by name.
 *
 * @throws invalid_input when no tenant has the marker
 */
export async function listTenantPage(db: Db, { limit, marker, search }: TenantQuery): Promise<Page<TenantRow>> {
  if (marker !== undefined) await requireMarker(db, Prisma.sql`select 1 from tenants where id = ${marker}`);
  const rows = await db.tenant.findMany({
    where: wanted(search),
    include: WITH_COUNTS,
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    take: limit + 1,
    ...afterCursor(marker),
  });
  return pageOf(rows.map(rowOf), limit);
}

/** How many tenants a search finds on all pages. */
export function countTenants(db: Db, search: string | undefined): Promise<number> {
  return db.tenant.count({ where: wanted(search) });
}

/** One tenant; null when there is none of that id. */
export async function findTenantRow(db: Db | Tx, id: string): Promise<TenantRow | null> {
  const row = await db.tenant.findUnique({ where: { id }, include: WITH_COUNTS });
  return row && rowOf(row);
}

/** Names of tenants by their ids, in their order. */
export function tenantNames(db: Db | Tx, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  return db.tenant.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, name: true },
    orderBy: { name: 'asc' },
  });
}

function wanted(search: string | undefined): Prisma.TenantWhereInput {
  return {
    rehearsal: null,
    AND: searchWords(search).map((contains) => {
      const text = { contains, mode: 'insensitive' } as const;
      return { OR: [{ name: text }, { description: text }] };
    }),
  };
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

/**
 * Sees to it that there is a tenant of that name.
 *
 * @param enable whether one that is disabled is enabled again
 * @returns its id
 */
export async function ensureTenant(
  tx: Tx,
  tenant: { id: string; name: string; description: string },
  enable: boolean,
): Promise<string> {
  const { id } = await tx.tenant.upsert({
    where: { name: tenant.name },
    create: tenant,
    update: enable ? { enabled: true } : {},
  });
  return id;
}

/** Whether anybody could work somewhere: there is a tenant that is not disabled. */
export async function hasEnabledTenant(tx: Tx): Promise<boolean> {
  return (await tx.tenant.count({ where: { enabled: true } })) > 0;
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
    where: { name: sameName(name), NOT: { id: butOf } },
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
