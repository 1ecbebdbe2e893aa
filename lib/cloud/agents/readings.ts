import type { Kernel } from '@/lib/cloud/kernel/kernel';
import { type CloudMachine, Prisma } from '@/lib/db/generated/client';
import type { CloudScope } from '@/lib/ports/cloud/cloud';
import type { MachineReading } from '@/lib/ports/cloud/inspection';
import { SILENT_AFTER_MS } from './agent-session';
import { agentMakeOf } from './registry';
import { findServers } from './servers';

/** What is known of one agent. */
export type AgentReading = Pick<MachineReading, 'agentAnsweredAt' | 'agentSilentSince'>;

/** What is known of the agents of machines, by inbox, each with its machine. */
export async function readAgents(
  { db, now }: Pick<Kernel, 'db' | 'now'>,
  { tenantId }: CloudScope,
  queues: readonly string[],
): Promise<Map<string, { machine: CloudMachine; reading: AgentReading }>> {
  const machines = await db.cloudMachine.findMany({
    where: { tenantId, queue: { in: [...queues] }, deletedAt: null },
  });
  const servers = await findServers(db, Prisma.sql`machine_id = any(${machines.map(({ id }) => id)})`);
  const byMachine = new Map(servers.map((one) => [one.machineId, one]));
  const before = new Date(now().getTime() - SILENT_AFTER_MS);
  return new Map(
    machines.map((machine) => {
      const one = byMachine.get(machine.id);
      const answered = one && one.lastSeenAt > one.enrolledAt ? one.lastSeenAt : null;
      // Agents of Murano say nothing while they have nothing to do.
      const isSilent = answered !== null && answered < before && (agentMakeOf(machine) ?? 'vetro') === 'vetro';
      const reading = { agentAnsweredAt: answered, agentSilentSince: isSilent ? answered : null };
      return [machine.queue, { machine, reading }] as const;
    }),
  );
}
