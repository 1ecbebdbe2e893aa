import type { SimulatedKernel } from '@/lib/cloud/embedded/simulated-kernel';
import { CHANNEL, newId } from '@/lib/cloud/kernel/kernel';
import type { Tx } from '@/lib/db/client';
import { Prisma } from '@/lib/db/generated/client';
import { rowsOf } from '@/lib/db/statement';
import { transaction } from '@/lib/db/transaction';
import { renameIds } from '@/lib/model/rename-ids';
import type { TenantCopies } from '@/lib/ports/cloud/tenant-copies';
import { CLOCK_MESSAGE } from '../clock';

/** A thousand machines are copied within. */
const TIMEOUT_MS = 60_000;

/** Copies of tenants, made and removed row by row. */
export function createTenantCopies({ db }: Pick<SimulatedKernel, 'db'>): TenantCopies {
  return {
    make: ({ from, to, environment }) =>
      transaction(db, (tx) => copyTenant(tx, from.tenantId, to.tenantId, environment), TIMEOUT_MS),
    remove: ({ tenantId }) => transaction(db, (tx) => removeTenant(tx, tenantId), TIMEOUT_MS),
  };
}

async function copyTenant(
  tx: Tx,
  tenantId: string,
  copyId: string,
  environment: { from: string; to: string },
): Promise<ReadonlyMap<string, string>> {
  // What begins meanwhile is in the copy as a whole or not at all.
  await rowsOf(tx, Prisma.sql`set transaction isolation level repeatable read`);
  const stacks = await tx.cloudStack.findMany({ where: { tenantId, deletedAt: null } });
  const resources = await tx.cloudResource.findMany({ where: { stackId: { in: stacks.map(({ id }) => id) } } });
  const machines = await tx.cloudMachine.findMany({ where: { tenantId, deletedAt: null } });
  const addresses = await tx.cloudAddress.findMany({ where: { tenantId } });
  const faults = await tx.cloudFault.findMany({ where: { tenantId } });
  const quota = await tx.tenantQuota.findUnique({ where: { tenantId } });
  const ids = new Map([
    [tenantId, copyId],
    [environment.from, environment.to],
    ...[...stacks, ...resources, ...machines, ...faults].map(({ id }): [string, string] => [id, newId()]),
  ]);
  const copied = <Row extends object>(rows: readonly Row[]) => rows.map((row) => withoutNull(renameIds(row, ids)));
  const isOwn = ({ stackName }: { stackName: string }) => stackName.startsWith(`e${environment.from}`);
  await tx.cloudStack.createMany({ data: copied(stacks) });
  await tx.cloudResource.createMany({ data: copied(resources) });
  await tx.cloudMachine.createMany({
    data: copied(machines.map((machine) => (isOwn(machine) ? machine : { ...machine, queue: '' }))),
  });
  await tx.cloudAddress.createMany({ data: copied(addresses) });
  await tx.cloudFault.createMany({ data: copied(faults) });
  if (quota) await tx.tenantQuota.create({ data: { ...quota, tenantId: copyId } });
  return ids;
}

/** A column without a value is left out: null would be a JSON value where the column holds JSON. */
function withoutNull<Row extends object>(row: Row): { [Column in keyof Row]: NonNullable<Row[Column]> } {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as never;
}

async function removeTenant(tx: Tx, tenantId: string): Promise<void> {
  const of = Prisma.sql`tenant_id = ${tenantId}`;
  const inStacks = Prisma.sql`stack_id in (select id from cloud_stacks where ${of})`;
  for (const [table, condition] of [
    ['cloud_plans', of],
    ['cloud_operations', of],
    ['cloud_machines', of],
    ['cloud_stack_events', inStacks],
    ['cloud_addresses', Prisma.sql`owner_id in (select id from cloud_resources where ${inStacks})`],
    ['cloud_addresses', of],
    ['cloud_resources', inStacks],
    ['cloud_stacks', of],
    ['cloud_faults', of],
    ['cloud_machine_events', Prisma.sql`event ->> 'tenantId' = ${tenantId}`],
    ['cloud_tenant_clocks', of],
  ] as const)
    await rowsOf(
      tx,
      Prisma.sql`with gone as (delete from ${Prisma.raw(table)} where ${condition} returning 1) select count(*)::int from gone`,
    );
  await rowsOf(tx, Prisma.sql`select pg_notify(${CHANNEL}, ${CLOCK_MESSAGE})::text`);
}
