import { readAilments, triggerFault, WELL } from '@/lib/cloud/embedded/faults';
import type { SimulatedKernel } from '@/lib/cloud/embedded/simulated-kernel';
import { after } from '@/lib/cloud/kernel/kernel';
import type { UnitOfWork } from '@/lib/cloud/kernel/unit-of-work';
import { type DerivedConfig, pickedRun } from '@/lib/conductor/software';
import type { CloudMachine } from '@/lib/db/generated/client';
import { isObject, type JsonObject } from '@/lib/model/json';
import type { PackageLock } from '@/lib/model/package-lock';
import { runTool, type ToolEnd } from './config-tools';
import type { RunningPlan } from './machine-view';
import { changeableWorld, simulatedMachine } from './world';

/** The inbox of a machine for configs of software: every machine has one, beside that for execution plans. */
export function configsOf(machineId: string): string {
  return `configs/${machineId}`;
}

/** What a tool takes at the usual speed, in seconds. */
const TOOL_SECONDS = 3;

/** What stands in that inbox. */
export interface ConfigInInbox {
  config: DerivedConfig;
  /** the stack that waits for it */
  stackId: string;
}

/** @returns null for an execution plan */
export function configIn(plan: unknown): ConfigInInbox | null {
  return isObject(plan) && isObject(plan.config) && typeof plan.stackId === 'string'
    ? (plan as unknown as ConfigInInbox)
    : null;
}

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
  { config, stackId }: ConfigInInbox,
): Promise<string | null> {
  const dueAt = after(kernel, TOOL_SECONDS);
  if (plan.status === 'queued' && dueAt.getTime() > kernel.now().getTime()) {
    uow.change('CloudPlan', plan.id, { status: 'running', machineId: machine.id, startedAt: kernel.now(), dueAt });
    return null;
  }
  const { end, facts } = await run(kernel, uow, machine, faulty, kernel.open(config));
  if (facts) uow.change('CloudMachine', machine.id, { facts });
  const now = kernel.now();
  const result: JsonObject = {
    deploy_stdout: end.stdout,
    deploy_stderr: end.stderr,
    deploy_status_code: end.exitCode,
    ...end.outputs,
  };
  // Nobody but the stack waits for it: it is delivered as soon as it is there.
  const over = { status: 'answered', plan: {}, result, dueAt: null, machineId: machine.id };
  uow.change('CloudPlan', plan.id, { ...over, answeredAt: now, deliveredAt: now, executions: plan.executions + 1 });
  return stackId;
}

async function run(
  kernel: SimulatedKernel,
  { tx }: UnitOfWork,
  machine: CloudMachine,
  faulty: boolean,
  config: DerivedConfig,
): Promise<{ end: ToolEnd; facts: JsonObject | null }> {
  const failed = (stderr: string): { end: ToolEnd; facts: null } => ({
    end: { exitCode: 1, stdout: '', stderr, outputs: {} },
    facts: null,
  });
  const picked = pickedRun(config);
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
    self,
    simulation,
    world: changeableWorld(tx, machine, simulation, faulty),
  });
}
