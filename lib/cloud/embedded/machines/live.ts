import { perform } from '@/lib/cloud/embedded/deed';
import { strike } from '@/lib/cloud/embedded/faults';
import { until } from '@/lib/cloud/embedded/kernel';
import { hasAgent, readWindows, restart } from '@/lib/cloud/embedded/windows/state';
import type { CloudMachine } from '@/lib/db/generated/client';
import { advance } from './agent';
import { answer } from './answers';
import { type Life, tellPhase } from './life';
import { lockMachine, lookAt } from './machine-view';

/**
 * Lets one machine live until it has nothing to do: it boots, restarts when it should, and its agent
 * works through its inbox, one plan at a time, oldest first. Everything it knows is in the database;
 * after a kill the same call goes on with the next command.
 */
export async function live(life: Life, machineId: string): Promise<void> {
  const { kernel, alive } = life;
  while (!alive.aborted) {
    const desk = await lookAt(kernel.db, machineId);
    if (!desk) return;
    const { machine, next } = desk;
    if (machine.power === 'booting' || machine.power === 'rebooting') {
      if (!(await until(kernel, machine.dueAt, alive))) return;
      await comeUp(life, machine);
      continue;
    }
    if (machine.power !== 'ready' || !machine.queue || !hasAgent(readWindows(machine.windows))) return;
    if (!next || (next.machineId && next.machineId !== machine.id)) return;
    if (!(await until(kernel, next.dueAt, alive))) return;
    await advance(life, machine.id, next.id);
  }
}

/** The end of booting: the fault that keeps it down, or Windows with what the restart has brought. */
async function comeUp({ kernel, cameUp }: Life, { id, power }: CloudMachine): Promise<void> {
  const up = await perform(kernel, async (deed) => {
    const { tx } = deed;
    const machine = await lockMachine(tx, id);
    if (!machine || machine.power !== power) return null;
    const struck = power === 'booting' && machine.faulty;
    if (struck && (await strike(tx, 'boot', machine.tenantId, [machine.hostname])) !== null) {
      await tx.cloudMachine.update({ where: { id }, data: { power: 'failed', dueAt: null } });
      tellPhase(deed, machine, 'failed');
      return null;
    }
    if (machine.faulty && (await strike(tx, 'off', machine.tenantId, [machine.hostname])) !== null) {
      await tx.cloudMachine.update({ where: { id }, data: { power: 'stopped', dueAt: null } });
      tellPhase(deed, machine, 'stopped');
      return null;
    }
    const windows = readWindows(machine.windows);
    restart(windows);
    await tx.cloudMachine.update({ where: { id }, data: { power: 'ready', dueAt: null, windows } });
    tellPhase(deed, machine, 'ready');
    if (power === 'booting') return machine;
    const waiting = await tx.cloudPlan.findMany({ where: { machineId: id, status: 'rebooting' } });
    for (const plan of waiting) await answer(kernel, deed, plan);
    return machine;
  });
  if (up) cameUp(up.stackId);
}
