import { triggerFault } from '@/lib/cloud/embedded/faults';
import type { SimulatedMachineContext } from '@/lib/cloud/embedded/simulated-kernel';
import { until } from '@/lib/cloud/kernel/kernel';
import { emitMachineEvent } from '@/lib/cloud/kernel/machines/machine-context';
import { storeReply } from '@/lib/cloud/kernel/machines/replies';
import { runInTransaction } from '@/lib/cloud/kernel/unit-of-work';
import type { CloudMachine } from '@/lib/db/generated/client';
import type { JsonObject } from '@/lib/model/json';
import { restarted } from '@/lib/simulation';
import { advance } from './agent';
import { hasAgent } from './facts';
import { followPower } from './follow-power';
import { lockMachine, readMachine } from './machine-view';
import { lockNetwork } from './network-lock';

/**
 * Runs one machine until it has nothing to do: it boots, restarts when it should, and its agent
 * works through its inbox, one plan at a time, oldest first. Everything it knows is in the database;
 * after a kill the same call goes on with the next command.
 */
export async function runMachine(context: SimulatedMachineContext, machineId: string): Promise<void> {
  const { kernel, alive } = context;
  while (!alive.aborted) {
    const found = await readMachine(kernel.db, machineId);
    if (!found) return;
    const { machine, next } = found;
    if (machine.power === 'booting' || machine.power === 'rebooting') {
      if (!(await until(kernel, machine.dueAt, alive))) return;
      await finishBoot(context, machine);
      continue;
    }
    if (machine.power !== 'ready' || !hasAgent(machine.facts as JsonObject)) return;
    if (!next || (next.machineId && next.machineId !== machine.id)) return;
    if (!(await until(kernel, next.dueAt, alive))) return;
    await advance(context, machine.id, next.id);
  }
}

/** The end of booting: the fault that keeps it down, or what the restart has brought. */
async function finishBoot({ kernel, onChange }: SimulatedMachineContext, before: CloudMachine): Promise<void> {
  const { id, power } = before;
  const up = await runInTransaction(kernel, async (uow) => {
    const { tx } = uow;
    if (power !== 'booting') await lockNetwork(tx, before);
    const machine = await lockMachine(tx, id);
    if (!machine || machine.power !== power) return null;
    const victim = { ...machine, names: [machine.hostname] };
    const struck = power === 'booting' && machine.faulty;
    if (struck && (await triggerFault(tx, 'boot', victim)) !== null) {
      uow.change('CloudMachine', id, { power: 'failed', dueAt: null });
      emitMachineEvent(uow, machine, 'failed');
      return null;
    }
    if (machine.faulty && (await triggerFault(tx, 'off', victim)) !== null) {
      uow.change('CloudMachine', id, { power: 'stopped', dueAt: null });
      emitMachineEvent(uow, machine, 'stopped');
      return null;
    }
    const facts = restarted(machine.facts as JsonObject);
    emitMachineEvent(uow, machine, 'ready');
    if (power === 'booting') {
      uow.change('CloudMachine', id, { power: 'ready', dueAt: null, facts });
      return machine;
    }
    await tx.cloudMachine.update({ where: { id }, data: { power: 'ready', dueAt: null, facts } });
    await followPower(kernel.simulations, tx, machine);
    const waiting = await tx.cloudPlan.findMany({ where: { machineId: id, status: 'rebooting' } });
    for (const plan of waiting) storeReply(kernel, uow, plan);
    return machine;
  });
  if (up) onChange(up.stackId);
}
