import type { Kernel } from '@/lib/cloud/embedded/kernel';
import { runInTransaction, type UnitOfWork } from '@/lib/cloud/embedded/unit-of-work';
import type { CloudMachine } from '@/lib/db/generated/client';
import type { Power } from '@/lib/ports/cloud/power';
import { emitMachineEvent, reboot } from './machine-context';

/** Switches machines on for whoever repairs them. What a lasting fault holds down goes off again as it starts. */
export function createPower(kernel: Kernel): Power {
  return {
    switchOn: ({ tenantId }, queue) =>
      runInTransaction(kernel, async (uow) => {
        const machine = await uow.tx.cloudMachine.findFirst({ where: { tenantId, queue, deletedAt: null } });
        if (machine?.power !== 'stopped') return;
        reboot(kernel, uow, machine);
        uow.notify(`machine:${machine.id}`);
      }),
  };
}

/** Which machines a switch works: of one tenant or all, one environment or all, one host name or all. */
export interface Switch {
  tenantId: string | null;
  environmentId: string | null;
  target: string;
}

/** Switches off the machines that run, in a transaction. What their agents are at waits. */
export async function switchOff(uow: UnitOfWork, whose: Switch): Promise<void> {
  for (const machine of await machinesOf(uow, whose)) {
    if (!['ready', 'rebooting', 'booting'].includes(machine.power)) continue;
    uow.change('CloudMachine', machine.id, { power: 'stopped', dueAt: null });
    emitMachineEvent(uow, machine, 'stopped');
  }
}

/**
 * Switches machines on again that were off, in a transaction: they start, and their agents go on.
 *
 * @param others switches that still stand; what one of them holds down stays off
 */
export async function switchOn(kernel: Kernel, uow: UnitOfWork, whose: Switch, others: Switch[]): Promise<void> {
  for (const machine of await machinesOf(uow, whose)) {
    const going = await uow.tx.cloudResource.count({ where: { id: machine.id, action: 'DELETE' } });
    if (machine.power !== 'stopped' || going > 0 || others.some((other) => isHit(machine, other))) continue;
    reboot(kernel, uow, machine);
    uow.notify(`machine:${machine.id}`);
  }
}

async function machinesOf({ tx }: UnitOfWork, whose: Switch): Promise<CloudMachine[]> {
  const machines = await tx.cloudMachine.findMany({ where: { deletedAt: null }, orderBy: { createdAt: 'asc' } });
  return machines.filter((machine) => isHit(machine, whose));
}

/** Whether a switch or a fault is for a machine. */
export function isHit(
  { tenantId, stackName, hostname }: Pick<CloudMachine, 'tenantId' | 'stackName' | 'hostname'>,
  whose: Switch,
): boolean {
  if (whose.tenantId !== null && whose.tenantId !== tenantId) return false;
  if (whose.environmentId !== null && !stackName.startsWith(`e${whose.environmentId}`)) return false;
  return whose.target === '' || whose.target.toLowerCase() === hostname.toLowerCase();
}
