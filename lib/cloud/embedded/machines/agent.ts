import { type Ailments, readAilments, triggerFault, WELL } from '@/lib/cloud/embedded/faults';
import { play } from '@/lib/cloud/embedded/linux/program';
import type { SimulatedKernel, SimulatedMachineContext } from '@/lib/cloud/embedded/simulated-kernel';
import { after } from '@/lib/cloud/kernel/kernel';
import { storeReply } from '@/lib/cloud/kernel/machines/replies';
import { runInTransaction, type UnitOfWork } from '@/lib/cloud/kernel/unit-of-work';
import type { Tx } from '@/lib/db/client';
import type { NewValues } from '@/lib/db/columns';
import type { CloudMachine } from '@/lib/db/generated/client';
import { callsOf, returnedBy } from '@/lib/formats/execution-plan/body';
import { rebootsAfter, scriptTexts } from '@/lib/formats/execution-plan/build';
import { checkPlan } from '@/lib/formats/execution-plan/check';
import type { ExecutionPlan, PlanCommand, PlanResult, Program } from '@/lib/formats/execution-plan/plan';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { CommandFailure, type MachineSimulation } from '@/lib/simulation';
import { advanceConfig, configIn } from './configs';
import { lockWork } from './machine-view';
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
  const waiting = await runInTransaction(kernel, async (uow) => {
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
  const dueAt = after(kernel, secondsFor(first, simulation) * slowness);
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
  if (command) {
    const { result, facts } = await invoke(kernel, tx, { machine, faulty, ailments, simulation, plan, command });
    failed = result.IsException === true;
    results.push(result);
    if (!failed) {
      const data = { facts, ...(row.locked === null ? {} : { packages: row.locked }) };
      uow.change('CloudMachine', machine.id, data);
    }
    const { stackName: stack, tenantId, hostname: host, queue } = machine;
    const outcome = { command: command.Name, index: row.position, count: commands.length, ok: !failed };
    uow.emit({ kind: 'command', stack, tenantId, host, queue, planId: id, ...outcome });
  }
  const position = row.position + (command ? 1 : 0);
  const next = failed ? undefined : commands[position];
  const progress = { ...before, position, results, executions: row.executions + (command ? 1 : 0) };
  if (next) {
    uow.change('CloudPlan', id, {
      ...progress,
      dueAt: after(kernel, secondsFor(next, simulation) * ailments.slowness),
    });
  } else if (rebootsAfter(plan, failed)) {
    uow.change('CloudPlan', id, { ...progress, dueAt: null, status: 'rebooting', plan: {} });
    reboot(kernel, uow, machine);
  } else storeReply(kernel, uow, { id, results }, plan.program ? endOf(plan.program, results) : undefined, progress);
}

async function ailmentsOf(tx: Tx, { machine, faulty }: Work): Promise<Ailments> {
  return faulty ? (await readAilments(tx))(machine) : WELL;
}

/** What the agent is to do one after the other, of a plan of either version. */
function commandsOf(plan: ExecutionPlan): PlanCommand[] {
  return plan.program ? callsOf(plan.program) : plan.Commands;
}

/** The answer to a program: what its body returns, or how its last script failed. */
function endOf(program: Program, results: Json[]): PlanResult {
  const last = results.at(-1);
  if (isObject(last) && last.IsException === true) return { IsException: true, Result: last.Result ?? null };
  const ends = results.map((result) => (isObject(result) ? (result.Result ?? null) : null));
  return { IsException: false, Result: returnedBy(program, ends) };
}

/** Calls one function as PowerShell would: what the machine knows then, and the result in the agent's format. */
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
  },
): Promise<{ result: JsonObject; facts: JsonObject }> {
  const { machine, faulty, ailments, simulation, plan } = call;
  const { Name: name, Arguments: sealed } = call.command;
  const isChanged = faulty && (await triggerFault(tx, 'settings', { ...machine, names: [machine.hostname] })) !== null;
  const found = simulatedMachine(machine, simulation, ailments);
  const self = isChanged ? { ...found, facts: simulation.changedByHand(found.facts) } : found;
  const answered = (result: Json, facts = self.facts) => ({ result: { IsException: false, Result: result }, facts });
  try {
    const { hostname: host } = machine;
    const victim = { ...machine, names: [name, host, `${host}/${name}`] };
    const fault = faulty ? await triggerFault(tx, 'command', victim) : null;
    if (fault !== null) throw new CommandFailure(fault);
    if (ailments.diskFull) throw new CommandFailure('There is not enough space on the disk.', 'System.IO.IOException');
    if (plan.program) return answered({ ...play(plan.program, call.command, host) });
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
    const described = simulation.command(name);
    if (described) {
      const end = await described.run(self, given, changeableWorld(tx, machine, simulation, faulty));
      return answered(end.outputs, end.facts);
    }
    // What no package describes runs and says nothing.
    return answered([]);
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    const { type, message } = error;
    const computer = String(self.facts.computerName ?? machine.hostname);
    const place = { ScriptStackTrace: `at ${name}, <No file>`, PositionMessage: `${name} on ${computer}` };
    return { result: { IsException: true, Result: [type, message, name, place] }, facts: self.facts };
  }
}

/** How long a command takes at the usual speed, in seconds. */
export function secondsFor(command: Pick<PlanCommand, 'Name'> | undefined, simulation: MachineSimulation): number {
  if (!command) return 0;
  return simulation.command(command.Name)?.seconds ?? UNDESCRIBED_SECONDS;
}
