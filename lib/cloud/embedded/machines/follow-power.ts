import type { Tx } from '@/lib/db/client';
import type { PackageLock } from '@/lib/model/package-lock';
import { type Command, CommandFailure, type MachineSimulation } from '@/lib/simulation';
import { lockMachine } from './machine-view';
import type { MachineNetwork } from './network-lock';
import type { Simulations } from './simulations';
import { changeableWorld, simulatedMachine } from './world';

/**
 * Has the machines that are up do what packages say that they do when one of their network has gone off or come back, in
 * the transaction that says so: servers of a group take over from one that is lost. The network is locked (`lockNetwork`).
 */
export async function followPower(
  simulations: Simulations,
  tx: Tx,
  { tenantId, network }: MachineNetwork,
): Promise<void> {
  const machines = await tx.cloudMachine.findMany({
    where: { tenantId, network, deletedAt: null, power: 'ready' },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  for (const { id, packages } of machines) {
    const simulation = await simulations(tenantId, packages as PackageLock | null);
    // A mistake in a package keeps no machine from starting.
    await react(tx, id, simulation, simulation.whenPowerChanges);
  }
}

/**
 * Has a machine do what packages say that it does when something around it has changed, one command after the other; one
 * that fails is passed over, and the machine knows what it knew before.
 */
export async function react(
  tx: Tx,
  id: string,
  simulation: MachineSimulation,
  reactions: readonly Command[],
): Promise<void> {
  for (const reaction of reactions) {
    const machine = await lockMachine(tx, id);
    if (!machine) return;
    const world = changeableWorld(tx, machine, simulation, machine.faulty);
    try {
      const { facts } = await reaction.run(simulatedMachine(machine, simulation), {}, world);
      await tx.cloudMachine.update({ where: { id }, data: { facts } });
    } catch (error) {
      if (!(error instanceof CommandFailure)) throw error;
    }
  }
}
