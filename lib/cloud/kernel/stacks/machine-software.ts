import type { Kernel } from '@/lib/cloud/kernel/kernel';
import { SOFTWARE_RESOURCE_TYPES } from '@/lib/conductor/software';
import { type CloudResource, Prisma } from '@/lib/db/generated/client';
import { quickRowsOf } from '@/lib/db/statement';
import type { CloudScope } from '@/lib/ports/cloud/cloud';
import type { StackAction } from '@/lib/stack-engine';
import { madeFrom } from './resource-rows';

const DEPLOYMENTS = [...SOFTWARE_RESOURCE_TYPES].filter(([, { role }]) => role === 'deployment').map(([type]) => type);

/** Names of the stacks with software on the machine of a tenant that reads an inbox. */
export async function softwareOn({ db }: Kernel, { tenantId }: CloudScope, queue: string): Promise<string[]> {
  const rows = await quickRowsOf<{ name: string }>(
    db,
    Prisma.sql`
    select distinct s.name from cloud_machines m
      join cloud_resources r on r.type = any(${DEPLOYMENTS}) and not r.replaced
       and r.properties -> 'properties' ->> 'server' = m.id
      join cloud_stacks s on s.id = r.stack_id and s.tenant_id = m.tenant_id and s.deleted_at is null
     where m.tenant_id = ${tenantId} and m.queue = ${queue} and m.deleted_at is null order by s.name`,
  );
  return rows.map(({ name }) => name);
}

/**
 * Those of a stack's resources that are software on that machine and have something to do. A group spans machines, and is
 * of none alone; what was never suspended has nothing to go on with.
 */
export async function softwareAmong(
  { db }: Kernel,
  rows: readonly CloudResource[],
  { action, tenantId, queue }: { action: StackAction; tenantId: string; queue: string },
): Promise<CloudResource[]> {
  const where = { tenantId, queue, deletedAt: null };
  const machine = await db.cloudMachine.findFirst({ where, select: { id: true } });
  return rows.filter(
    (row) =>
      DEPLOYMENTS.includes(row.type) &&
      madeFrom(row).properties.server === machine?.id &&
      (action !== 'RESUME' || row.action === 'SUSPEND' || row.action === 'RESUME'),
  );
}
