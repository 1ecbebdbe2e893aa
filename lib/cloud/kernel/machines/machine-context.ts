import type { Kernel } from '@/lib/cloud/kernel/kernel';
import type { UnitOfWork } from '@/lib/cloud/kernel/unit-of-work';
import type { CloudMachine } from '@/lib/db/generated/client';
import { configsOf } from './configs';

/** What the loop of every machine works with. */
export interface MachineContext {
  kernel: Kernel;
  /** fires when this process may no longer act */
  alive: AbortSignal;
  /** called when a machine has come up or has reported: resources of a stack may wait for it */
  onChange: (stackId: string) => void;
}

/**
 * Takes a machine off whose resource is removed. What its agent had taken is lost with it, and so are configs of software,
 * which were for this machine alone; plans that it had not taken wait for the next machine.
 *
 * @returns the machine; null when there is none
 */
export async function takeOff(uow: UnitOfWork, id: string): Promise<CloudMachine | null> {
  const { tx } = uow;
  const machine = await tx.cloudMachine.findUnique({ where: { id } });
  if (!machine) return null;
  await tx.cloudMachine.update({ where: { id }, data: { power: 'stopped', dueAt: null } });
  await tx.cloudPlan.updateMany({
    where: { machineId: id, status: { in: ['running', 'rebooting'] } },
    data: { status: 'lost', plan: {} },
  });
  await tx.cloudPlan.updateMany({
    where: { queue: configsOf(id), status: { not: 'answered' } },
    data: { status: 'lost', plan: {} },
  });
  emitMachineEvent(uow, machine, 'stopped');
  return machine;
}

type Phase = 'ready' | 'rebooting' | 'stopped' | 'failed';

/** Tells the subscribers what a machine has come to. */
export function emitMachineEvent(uow: UnitOfWork, machine: CloudMachine, phase: Phase): void {
  const { stackName: stack, tenantId, hostname: host, queue } = machine;
  uow.emit({ kind: 'machine', stack, tenantId, host, queue, phase });
}
