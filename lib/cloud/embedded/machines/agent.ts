import { type Ailments, readAilments, triggerFault, WELL } from '@/lib/cloud/embedded/faults';
import { play } from '@/lib/cloud/embedded/linux/program';
import type { SimulatedKernel, SimulatedMachineContext } from '@/lib/cloud/embedded/simulated-kernel';
import { after } from '@/lib/cloud/kernel/kernel';
import { configIn } from '@/lib/cloud/kernel/machines/configs';
import { storeReply } from '@/lib/cloud/kernel/machines/replies';
import { runInTransaction, type UnitOfWork } from '@/lib/cloud/kernel/unit-of-work';
import type { Tx } from '@/lib/db/client';
import type { NewValues } from '@/lib/db/columns';
import type { CloudMachine } from '@/lib/db/generated/client';
import { callsOf, isCallsInARow, programResult } from '@/lib/formats/execution-plan/body';
import { rebootsAfter, scriptTexts } from '@/lib/formats/execution-plan/build';
import { checkPlan } from '@/lib/formats/execution-plan/check';
import type { ExecutionPlan, PlanCommand, PlanResult } from '@/lib/formats/execution-plan/plan';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { CommandFailure, type MachineSimulation } from '@/lib/simulation';
import { runTool, signalOf } from './config-tools';
import { advanceConfig } from './configs';
import { lockWork } from './machine-view';
import { lockNetwork, type MachineNetwork, NetworkBusy } from './network-lock';
import { reboot } from './reboot';
import { checkBinding, findFunction } from './script';
import { changeableWorld, simulatedMachine } from './world';

/** A command that no package describes takes this long at the usual speed. */
const UNDESCRIBED_SECONDS = 3;

/**
 * Takes one plan one step further: takes it from the inbox, or carries out its next command; both when
 * the command is over at once. What a command did and that it was done are one transaction, so no
 * command is ever carried out twice.
 */
export async function advance(
  { kernel, onChange }: SimulatedMachineContext,
  machineId: string,
  planId: string,
): Promise<void> {
  const step = (network: MachineNetwork | null) =>
    runInTransaction(kernel, async (uow) => {
      if (network) await lockNetwork(uow.tx, network);
      const work = await lockWork(uow.tx, machineId, planId);
      if (!work || work.machine.deletedAt || work.machine.power !== 'ready') return null;
      const { status, plan } = work.plan;
      if (status !== 'running' && status !== 'queued') return null;
      const config = configIn(plan);
      if (config) return advanceConfig(kernel, uow, work, config);
      const taken = status === 'running' ? {} : await take(kernel, uow, work);
      if (taken) await carryOut(kernel, uow, work, taken);
      return null;
    });
  const waiting = await step(null).catch((error: unknown) => {
    if (!(error instanceof NetworkBusy)) throw error;
    return step(error.network);
  });
  if (waiting !== null) onChange(waiting);
}

type Work = NonNullable<Awaited<ReturnType<typeof lockWork>>>;
type PlanChange = NewValues<'CloudPlan'>;

/**
 * Takes a plan from the inbox.
 *
 * @returns what has become of it, still to be stored, when its first command is over at once; else null
 */
async function take(kernel: SimulatedKernel, uow: UnitOfWork, work: Work): Promise<PlanChange | null> {
  const { tx } = uow;
  const { machine, faulty } = work;
  const { id, plan, expiresAt } = work.plan;
  if (expiresAt !== null && expiresAt.getTime() <= kernel.now().getTime()) {
    uow.change('CloudPlan', id, { status: 'expired', plan: {} });
    return null;
  }
  const problems = checkPlan(plan);
  const [first] = problems.length === 0 ? commandsOf(plan as unknown as ExecutionPlan) : [];
  const simulation = await kernel.simulations(machine.tenantId, work.plan.locked);
  const { slowness } = await ailmentsOf(tx, work);
  const dueAt = after(kernel, machine.tenantId, secondsFor(first, simulation, work.plan.package) * slowness);
  const taken = { status: 'running', machineId: machine.id, startedAt: kernel.now(), dueAt };
  if (faulty && (await triggerFault(tx, 'silence', { ...machine, names: [machine.hostname] })) !== null) {
    uow.change('CloudPlan', id, { ...taken, status: 'lost', plan: {} });
    return null;
  }
  if (problems.length > 0) {
    const words = problems.map((problem) => `${problem.path}: ${problem.sentence}`).join(' ');
    const result = { IsException: true, Result: `Unable to deserialize plan: ${words}` };
    storeReply(kernel, uow, { id, results: [] }, result, taken);
    return null;
  }
  if (dueAt.getTime() <= kernel.now().getTime()) return taken;
  uow.change('CloudPlan', id, taken);
  return null;
}

/** Carries out the next command; `before` is what has become of the plan and is not stored yet. */
async function carryOut(kernel: SimulatedKernel, uow: UnitOfWork, work: Work, before: PlanChange): Promise<void> {
  const { tx } = uow;
  const { machine, faulty, plan: row } = work;
  const { id } = row;
  const plan = row.plan as unknown as ExecutionPlan;
  const results = Array.isArray(row.results) ? [...(row.results as Json[])] : [];
  const commands = commandsOf(plan);
  const simulation = await kernel.simulations(machine.tenantId, row.locked);
  const command = commands[row.position];
  const ailments = await ailmentsOf(tx, work);
  let failed = false;
  const { stackName: stack, tenantId, hostname: host, queue } = machine;
  const about = { kind: 'command', stack, tenantId, host, queue, planId: id } as const;
  if (command) {
    const { result, facts, executed } = await invoke(kernel, tx, {
      machine,
      faulty,
      ailments,
      simulation,
      plan,
      command,
      from: row.package,
    });
    failed = result.IsException === true;
    results.push(result);
    if (!failed) {
      const data = { facts, ...(row.locked === null ? {} : { packages: row.locked }) };
      uow.change('CloudMachine', machine.id, data);
    }
    const outcome = { command: command.Name, index: row.position, count: commands.length, ok: !failed };
    uow.emit({ ...about, ...outcome, ...(executed ? {} : { executed }) });
  } else if (plan.program && !isCallsInARow(plan.program)) {
    uow.emit({ ...about, command: plan.program.Name, index: 0, count: 1, ok: true, executed: false });
  }
  const position = row.position + (command ? 1 : 0);
  const next = failed ? undefined : commands[position];
  const progress = { ...before, position, results, executions: row.executions + (command ? 1 : 0) };
  if (next) {
    uow.change('CloudPlan', id, {
      ...progress,
      dueAt: after(kernel, tenantId, secondsFor(next, simulation, row.package) * ailments.slowness),
    });
  } else if (rebootsAfter(plan, failed)) {
    uow.change('CloudPlan', id, { ...progress, dueAt: null, status: 'rebooting', plan: {} });
    reboot(kernel, uow, machine);
  } else storeReply(kernel, uow, { id, results }, answerTo(plan, results), progress);
}

/** What is answered, where it is no list of what commands have returned. */
function answerTo({ program, software }: ExecutionPlan, results: readonly Json[]): PlanResult | undefined {
  if (program) return programResult(program, results);
  const [entry] = results;
  return software && { IsException: false, Result: isObject(entry) ? (entry.Result ?? null) : null };
}

async function ailmentsOf(tx: Tx, { machine, faulty }: Work): Promise<Ailments> {
  return faulty ? (await readAilments(tx))(machine) : WELL;
}

/** What the agent is to do one after the other, of a plan of either version. */
function commandsOf(plan: ExecutionPlan): PlanCommand[] {
  if (plan.software) return [{ Name: plan.software.tool, Arguments: plan.software.inputs }];
  return plan.program ? callsOf(plan.program) : plan.Commands;
}

/**
 * Calls one function as PowerShell would.
 *
 * @returns what the machine knows then, the result in the agent's format, and whether the simulation knows the function
 */
async function invoke(
  kernel: SimulatedKernel,
  tx: Tx,
  call: {
    machine: CloudMachine;
    faulty: boolean;
    ailments: Ailments;
    simulation: MachineSimulation;
    plan: ExecutionPlan;
    command: PlanCommand;
    /** full name of the package of the plan; null: unknown */
    from: string | null;
  },
): Promise<{ result: JsonObject; facts: JsonObject; executed: boolean }> {
  const { machine, faulty, ailments, simulation, plan } = call;
  const { Name: name, Arguments: sealed } = call.command;
  const isChanged = faulty && (await triggerFault(tx, 'settings', { ...machine, names: [machine.hostname] })) !== null;
  const found = simulatedMachine(machine, simulation, ailments);
  const self = isChanged ? { ...found, facts: simulation.changedByHand(found.facts) } : found;
  const answered = (result: Json, executed = true, facts = self.facts) => ({
    result: { IsException: false, Result: result },
    facts,
    executed,
  });
  try {
    const { hostname: host } = machine;
    const victim = { ...machine, names: [name, host, `${host}/${name}`] };
    const fault = faulty ? await triggerFault(tx, 'command', victim) : null;
    if (fault !== null) throw new CommandFailure(fault);
    if (ailments.diskFull) throw new CommandFailure('There is not enough space on the disk.', 'System.IO.IOException');
    if (plan.program) {
      const { end, executed } = play(plan.program, call.command, host);
      return answered({ ...end }, executed);
    }
    if (plan.software) {
      const { tool, text, outputs } = plan.software;
      const world = changeableWorld(tx, machine, simulation, faulty);
      const { end, facts } = await runTool(tool, text, kernel.open(sealed), { self, simulation, world, outputs });
      const result = { IsException: end.exitCode !== 0, Result: signalOf(end) };
      return { result, facts: facts ?? self.facts, executed: end.executed };
    }
    const declared = findFunction(scriptTexts(plan), name);
    if (!declared) {
      throw new CommandFailure(
        `The term '${name}' is not recognized as the name of a cmdlet, function, script file, or operable program. ` +
          'Check the spelling of the name, or if a path was included, verify that the path is correct and try again.',
        'System.Management.Automation.CommandNotFoundException',
      );
    }
    const given = kernel.open(sealed);
    checkBinding(declared, given);
    const described = simulation.command(name, call.from);
    if (described) {
      const end = await described.run(self, given, changeableWorld(tx, machine, simulation, faulty));
      return answered(end.outputs, true, end.facts);
    }
    // What no package describes is passed over, which its event tells.
    return answered([], false);
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    const { type, message } = error;
    const computer = String(self.facts.computerName ?? machine.hostname);
    const place = { ScriptStackTrace: `at ${name}, <No file>`, PositionMessage: `${name} on ${computer}` };
    return { result: { IsException: true, Result: [type, message, name, place] }, facts: self.facts, executed: true };
  }
}

/** How long a command of a plan takes at the usual speed, in seconds. @param from full name of the plan's package */
export function secondsFor(
  command: Pick<PlanCommand, 'Name'> | undefined,
  simulation: MachineSimulation,
  from: string | null,
): number {
  if (!command) return 0;
  return simulation.command(command.Name, from)?.seconds ?? UNDESCRIBED_SECONDS;
}
