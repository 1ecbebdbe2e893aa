import { readAilments, triggerFault, WELL } from '@/lib/cloud/embedded/faults';
import type { SimulatedKernel } from '@/lib/cloud/embedded/simulated-kernel';
import { after } from '@/lib/cloud/kernel/kernel';
import { type ConfigInInbox, storeSignal } from '@/lib/cloud/kernel/machines/configs';
import type { UnitOfWork } from '@/lib/cloud/kernel/unit-of-work';
import { pickedRun } from '@/lib/conductor/software';
import type { CloudMachine } from '@/lib/db/generated/client';
import type { JsonObject } from '@/lib/model/json';
import type { PackageLock } from '@/lib/model/package-lock';
import { runTool, signalOf, type ToolEnd } from './config-tools';
import type { RunningPlan } from './machine-view';
import { changeableWorld, simulatedMachine } from './world';

/** What a tool takes at the usual speed, in seconds. */
const TOOL_SECONDS = 3;

interface Work {
  machine: CloudMachine;
  plan: RunningPlan;
  faulty: boolean;
}

/**
 * Takes a config one step further, as the agent inside a machine does: it takes it, runs the config that the action
 * picks with its tool, and reports. What it did and that it was done are one transaction.
 *
 * @returns the stack that waits for the report; null while there is none
 */
export async function advanceConfig(
  kernel: SimulatedKernel,
  uow: UnitOfWork,
  { machine, plan, faulty }: Work,
  { config, outputs, stackId }: ConfigInInbox,
): Promise<string | null> {
  const dueAt = after(kernel, machine.tenantId, TOOL_SECONDS);
  if (plan.status === 'queued' && dueAt.getTime() > kernel.now().getTime()) {
    uow.change('CloudPlan', plan.id, { status: 'running', machineId: machine.id, startedAt: kernel.now(), dueAt });
    return null;
  }
  const { end, facts } = await run(kernel, uow, machine, faulty, { config: kernel.open(config), outputs });
  if (!end.executed) {
    const { stackName: stack, tenantId, hostname: host, queue } = machine;
    const about = { stack, tenantId, host, queue, planId: plan.id, command: config.name, index: 0, count: 1 };
    uow.emit({ kind: 'command', ...about, ok: end.exitCode === 0, executed: false });
  }
  if (facts) uow.change('CloudMachine', machine.id, { facts });
  storeSignal(kernel, uow, plan, signalOf(end), { machineId: machine.id, executions: plan.executions + 1 });
  return stackId;
}

async function run(
  kernel: SimulatedKernel,
  { tx }: UnitOfWork,
  machine: CloudMachine,
  faulty: boolean,
  { config, outputs }: Pick<ConfigInInbox, 'config' | 'outputs'>,
): Promise<{ end: ToolEnd; facts: JsonObject | null }> {
  const picked = pickedRun(config);
  const failed = (stderr: string): { end: ToolEnd; facts: null } => ({
    end: { exitCode: 1, stdout: '', stderr, outputs: {}, executed: true },
    facts: null,
  });
  if (picked.tool === null) return failed(`No config of this component is for ${picked.action}.`);
  const { hostname } = machine;
  const ailments = faulty ? (await readAilments(tx))(machine) : WELL;
  const victim = { ...machine, names: [picked.tool, hostname, `${hostname}/${picked.tool}`] };
  const fault = faulty ? await triggerFault(tx, 'command', victim) : null;
  if (fault !== null) return failed(fault);
  if (ailments.diskFull) return failed('There is not enough space on the disk.');
  const simulation = await kernel.simulations(machine.tenantId, machine.packages as PackageLock | null);
  const self = simulatedMachine(machine, simulation, ailments);
  return runTool(picked.tool, picked.config, picked.inputs, {
    ...{ self, simulation, outputs },
    world: changeableWorld(tx, machine, simulation, faulty),
  });
}
