import type { MachineView } from '@/lib/cloud/embedded/windows/command';
import { sameName } from '@/lib/cloud/embedded/windows/domain';
import { readWindows, type WindowsState } from '@/lib/cloud/embedded/windows/state';
import type { Tx } from '@/lib/db/client';
import type { CloudMachine } from '@/lib/db/generated/client';

/** Locks a machine's row until the transaction ends: what it knows changes in one place at a time. */
export async function lockMachine(tx: Tx, id: string): Promise<CloudMachine | null> {
  const rows = await tx.$queryRaw<CloudMachine[]>`
    select id, tenant_id as "tenantId", stack_id as "stackId", stack_name as "stackName", hostname, address, network,
           queue, power, flavor, image, given, windows, due_at as "dueAt", created_at as "createdAt",
           deleted_at as "deletedAt"
      from cloud_machines where id = ${id} for update`;
  return rows[0] ?? null;
}

/**
 * A machine as its commands see it. Neighbours are the machines of the same tenant on the same network
 * that are up.
 *
 * @param state the machine's own state; the caller stores it
 */
export function viewMachine(tx: Tx, machine: CloudMachine, state: WindowsState): MachineView {
  const { id, tenantId, network, hostname, address } = machine;
  const around = async () => {
    const rows = await tx.cloudMachine.findMany({
      where: { tenantId, network, deletedAt: null, power: 'ready', NOT: { id } },
      orderBy: { createdAt: 'asc' },
    });
    return rows.map((row) => ({ row, state: readWindows(row.windows) }));
  };
  return {
    state,
    hostname,
    address,
    neighbours: async () =>
      (await around()).map(({ row, state: other }) => ({ address: row.address, hostname: row.hostname, state: other })),
    replicate: async (directory) => {
      for (const { row } of await around()) {
        const other = await lockMachine(tx, row.id);
        const windows = other ? readWindows(other.windows) : null;
        if (!windows?.directory || windows.directory.id !== directory.id) continue;
        if (!sameName(windows.directory.domain, directory.domain)) continue;
        windows.directory.accounts = directory.accounts;
        await tx.cloudMachine.update({ where: { id: row.id }, data: { windows } });
      }
    },
  };
}
