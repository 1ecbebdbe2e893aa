import type { Db, Tx } from '@/lib/db/client';
import { columns, type StoredRow } from '@/lib/db/columns';
import { Prisma } from '@/lib/db/generated/client';
import { quickRowsOf, rowsOf } from '@/lib/db/statement';
import { NOTHING_USED, type Quota } from '@/lib/ports/cloud/administration';
import { FLAVORS } from './flavors';
import type { Kernel } from './kernel';

const QUOTA_FIELDS = ['machines', 'vcpus', 'memoryMb', 'diskGb', 'publicAddresses', 'networks'] as const;

/**
 * What a tenant may use at most: a limit of its own (table `tenant_quotas`), else the cloud's default.
 *
 * @param isExhausted a condition of the statement: while it holds, a tenant may use no more than it uses already
 */
export async function limitOf(
  { quota }: Pick<Kernel, 'quota'>,
  db: Db | Tx,
  tenantId: string,
  isExhausted: Prisma.Sql = Prisma.sql`false`,
): Promise<Quota> {
  const [row] = await quickRowsOf<StoredRow<'TenantQuota', (typeof QUOTA_FIELDS)[number]> & { isExhausted: boolean }>(
    db,
    Prisma.sql`
    select ${columns<'TenantQuota'>('q', QUOTA_FIELDS)}, ${isExhausted} as "isExhausted"
      from (values (1)) as one left join tenant_quotas q on q.tenant_id = ${tenantId}`,
  );
  if (row?.isExhausted) return usedBy(db, tenantId);
  if (!row || row.machines === null) return quota;
  const { machines, vcpus, memoryMb, diskGb, publicAddresses, networks } = row;
  return { machines, vcpus, memoryMb, diskGb, publicAddresses, networks };
}

/** One at a time counts what a tenant uses and takes more of it; until the transaction ends. */
export async function lockShare(tx: Tx, tenantId: string): Promise<void> {
  await rowsOf(tx, Prisma.sql`select pg_advisory_xact_lock(hashtext(${`vetro quota ${tenantId}`}))::text`);
}

/** What a tenant's machines, volumes, public addresses and networks use now. */
export async function usedBy(db: Db | Tx, tenantId: string): Promise<Quota> {
  return (await usedNow(db, Prisma.sql`= ${tenantId}`)).get(tenantId) ?? NOTHING_USED;
}

/** What the machines, volumes, public addresses and networks of each tenant use now. */
export function usedByAll(db: Db): Promise<Map<string, Quota>> {
  return usedNow(db, Prisma.sql`is not null`);
}

/** Counts the machines of each size and adds up the rest; a volume that could not be made has no size, an address and a network are none. */
async function usedNow(db: Db | Tx, tenants: Prisma.Sql): Promise<Map<string, Quota>> {
  const rows = await quickRowsOf<
    { tenant: string; flavor: string; machines: number; gigabytes: number } & NetworkShares
  >(
    db,
    Prisma.sql`
    select tenant_id as tenant, flavor, count(*)::int as machines, 0 as gigabytes, 0 as addresses, 0 as networks
      from cloud_machines where tenant_id ${tenants} and deleted_at is null group by tenant_id, flavor
    union all
    select tenant_id, '', 0, coalesce(sum((r.attributes->>'size')::int), 0)::int, 0, 0
      from cloud_resources r join cloud_stacks s on s.id = r.stack_id
     where tenant_id ${tenants} and r.type = 'OS::Cinder::Volume' group by tenant_id
    union all
    select tenant_id, '', 0, 0, count(r.attributes->>'floating_ip_address')::int, 0
      from cloud_resources r join cloud_stacks s on s.id = r.stack_id
     where tenant_id ${tenants} and r.type = 'OS::Neutron::FloatingIP' group by tenant_id
    union all
    select tenant_id, '', 0, 0, 0, count(r.attributes->>'status')::int
      from cloud_resources r join cloud_stacks s on s.id = r.stack_id
     where tenant_id ${tenants} and r.type = 'OS::Neutron::Net' group by tenant_id`,
  );
  const used = new Map<string, Quota>();
  for (const { tenant, flavor, machines, gigabytes, addresses, networks } of rows) {
    const sum = plus(used.get(tenant) ?? NOTHING_USED, flavor, machines);
    used.set(tenant, {
      ...sum,
      diskGb: sum.diskGb + gigabytes,
      publicAddresses: sum.publicAddresses + addresses,
      networks: sum.networks + networks,
    });
  }
  return used;
}

interface NetworkShares {
  addresses: number;
  networks: number;
}

function plus(sum: Quota, flavorName: string, count: number): Quota {
  const flavor = FLAVORS.find((known) => known.name === flavorName);
  return {
    ...sum,
    machines: sum.machines + count,
    vcpus: sum.vcpus + count * (flavor?.vcpus ?? 0),
    memoryMb: sum.memoryMb + count * (flavor?.memoryMb ?? 0),
    diskGb: sum.diskGb + count * (flavor?.diskGb ?? 0),
  };
}
