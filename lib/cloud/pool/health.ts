import { findServers, isAlive } from '@/lib/cloud/agents/servers';
import { healthOf as engineHealth } from '@/lib/cloud/kernel/health';
import type { Kernel } from '@/lib/cloud/kernel/kernel';
import type { CloudHealth } from '@/lib/ports/cloud/administration';

/** How the pool is: whether somebody carries its stacks, and which machines have an agent that is not heard of. */
export async function healthOf(kernel: Kernel, leaderLock: number): Promise<CloudHealth> {
  const [health, servers] = [await engineHealth(kernel, leaderLock), await findServers(kernel.db)];
  const silent = servers.filter((server) => server.machineId !== null && !isAlive(server, kernel.now()));
  const machines = await kernel.db.cloudMachine.findMany({
    where: { id: { in: silent.flatMap(({ machineId }) => machineId ?? []) }, deletedAt: null },
  });
  const troubled = machines.map(({ id, tenantId, hostname: host, stackName: stack }) => {
    const server = silent.find(({ machineId }) => machineId === id);
    return { tenantId, host, stack, state: 'silent' as const, since: server?.lastSeenAt ?? kernel.now() };
  });
  return { ...health, troubled };
}
