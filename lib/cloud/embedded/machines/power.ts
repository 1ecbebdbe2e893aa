import type { Kernel } from '@/lib/cloud/kernel/kernel';
import { emitMachineEvent } from '@/lib/cloud/kernel/machines/machine-context';
import { runInTransaction, type UnitOfWork } from '@/lib/cloud/kernel/unit-of-work';
import type { CloudMachine } from '@/lib/db/generated/client';
import { errors } from '@/lib/errors';
import type { CloudScope } from '@/lib/ports/cloud/cloud';
import type { Power } from '@/lib/ports/cloud/power';
import { reboot } from './reboot';

/**
 * Switches machines on for whoever repairs them, and suspends and resumes them: one that is suspended is off, and its
 * agent goes on where it was. What a lasting fault holds down goes off again as it starts.
 */
export function createPower(kernel: Kernel): Power {
  const withMachine = (
    { tenantId }: CloudScope,
    queue: string,
    work: (uow: UnitOfWork, machine: CloudMachine | null) => void,
  ) =>
    runInTransaction(kernel, async (uow) =>
      work(uow, await uow.tx.cloudMachine.findFirst({ where: { tenantId, queue, deletedAt: null } })),
    );
  const on = (uow: UnitOfWork, machine: CloudMachine | null) => {
    if (machine?.power !== 'stopped') return;
    reboot(kernel, uow, machine);
    uow.notify(`machine:${machine.id}`);
  };
  return {
    switchOn: (scope, queue) => withMachine(scope, queue, on),
    suspend: (scope, queue) => withMachine(scope, queue, (uow, machine) => off(uow, machine ?? missing())),
    resume: (scope, queue) => withMachine(scope, queue, (uow, machine) => on(uow, machine ?? missing())),
  };
}

function missing(): never {
  throw errors.cloud('machine_not_found', 'The cloud has no such machine.');
}

/** Which machines a switch works: of one tenant or all, one environment or all, one host name or all. */
export interface Switch {
  tenantId: string | null;
  environmentId: string | null;
  target: string;
}

/** Switches off the machines that run, in a transaction. What their agents are at waits. */
export async function switchOff(uow: UnitOfWork, whose: Switch): Promise<void> {
  for (const machine of await machinesOf(uow, whose)) off(uow, machine);
}

function off(uow: UnitOfWork, machine: CloudMachine): void {
  if (!['ready', 'rebooting', 'booting'].includes(machine.power)) return;
  uow.change('CloudMachine', machine.id, { power: 'stopped', dueAt: null });
  emitMachineEvent(uow, machine, 'stopped');
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
