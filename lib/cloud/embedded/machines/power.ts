import type { SimulatedKernel } from '@/lib/cloud/embedded/simulated-kernel';
import { emitMachineEvent } from '@/lib/cloud/kernel/machines/machine-context';
import { runInTransaction, type UnitOfWork } from '@/lib/cloud/kernel/unit-of-work';
import type { Tx } from '@/lib/db/client';
import type { CloudMachine } from '@/lib/db/generated/client';
import { errors } from '@/lib/errors';
import type { CloudScope } from '@/lib/ports/cloud/cloud';
import type { Power } from '@/lib/ports/cloud/power';
import { isHit, type Switch } from '../faults';
import { followPower } from './follow-power';
import { lockNetwork } from './network-lock';
import { reboot } from './reboot';

/**
 * Switches machines on for whoever repairs them, and suspends and resumes them: one that is suspended is off, and its
 * agent goes on where it was. What a lasting fault holds down goes off again as it starts.
 */
export function createPower(kernel: SimulatedKernel): Power {
  const withMachine = (
    { tenantId }: CloudScope,
    queue: string,
    work: (uow: UnitOfWork, machine: CloudMachine | null) => unknown,
  ) =>
    runInTransaction(kernel, async (uow) => {
      await work(uow, await uow.tx.cloudMachine.findFirst({ where: { tenantId, queue, deletedAt: null } }));
    });
  const on = (uow: UnitOfWork, machine: CloudMachine | null) => {
    if (machine?.power !== 'stopped') return;
    reboot(kernel, uow, machine);
    uow.notify(`machine:${machine.id}`);
  };
  return {
    switchOn: (scope, queue) => withMachine(scope, queue, on),
    suspend: (scope, queue) => withMachine(scope, queue, (uow, machine) => off(kernel, uow, machine ?? missing())),
    resume: (scope, queue) => withMachine(scope, queue, (uow, machine) => on(uow, machine ?? missing())),
  };
}

function missing(): never {
  throw errors.cloud('machine_not_found', 'The cloud has no such machine.');
}

/** Switches off the machines that run, in a transaction. What their agents are at waits. */
export async function switchOff(kernel: SimulatedKernel, uow: UnitOfWork, whose: Switch): Promise<void> {
  for (const machine of await machinesOf(uow, whose)) await off(kernel, uow, machine);
}

async function off(kernel: SimulatedKernel, uow: UnitOfWork, machine: CloudMachine): Promise<void> {
  if (await goOff(kernel, uow.tx, machine)) emitMachineEvent(uow, machine, 'stopped');
}

/**
 * Has a machine go off, and the others of its network follow, in a transaction; nobody is notified.
 *
 * @returns whether it was on
 */
export async function goOff(
  { simulations }: Pick<SimulatedKernel, 'simulations'>,
  tx: Tx,
  machine: CloudMachine,
): Promise<boolean> {
  if (!['ready', 'rebooting', 'booting'].includes(machine.power)) return false;
  await lockNetwork(tx, machine);
  // At once, as others of its network see it next.
  await tx.cloudMachine.update({ where: { id: machine.id }, data: { power: 'stopped', dueAt: null } });
  await followPower(simulations, tx, machine);
  return true;
}

/**
 * Switches machines on again that were off, in a transaction: they start, and their agents go on.
 *
 * @param others switches that still stand; what one of them holds down stays off
 */
export async function switchOn(
  kernel: SimulatedKernel,
  uow: UnitOfWork,
  whose: Switch,
  others: Switch[],
): Promise<void> {
  for (const machine of await machinesOf(uow, whose)) {
    const going = await uow.tx.cloudResource.count({ where: { id: machine.id, action: 'DELETE' } });
    if (machine.power !== 'stopped' || going > 0 || others.some((other) => isHit(machine, other))) continue;
    reboot(kernel, uow, machine);
    uow.notify(`machine:${machine.id}`);
  }
}

async function machinesOf({ tx }: UnitOfWork, whose: Switch): Promise<CloudMachine[]> {
  const machines = await tx.cloudMachine.findMany({
    where: { deletedAt: null },
    // networks are locked on the way, by everybody in this order
    orderBy: [{ tenantId: 'asc' }, { network: 'asc' }, { createdAt: 'asc' }],
  });
  return machines.filter((machine) => isHit(machine, whose));
}
