import { perform } from '@/lib/cloud/embedded/deed';
import { strike } from '@/lib/cloud/embedded/faults';
import { after, type Kernel, until } from '@/lib/cloud/embedded/kernel';
import { bindArguments, checkBinding, type MachineView } from '@/lib/cloud/embedded/windows/command';
import { COMMANDS } from '@/lib/cloud/embedded/windows/commands/table';
import { thrown, WindowsException } from '@/lib/cloud/embedded/windows/exception';
import { findFunction } from '@/lib/cloud/embedded/windows/script';
import { readWindows } from '@/lib/cloud/embedded/windows/state';
import type { Tx } from '@/lib/db/client';
import type { CloudMachine, CloudPlan } from '@/lib/db/generated/client';
import { rebootsAfter, scriptTexts } from '@/lib/formats/execution-plan/build';
import { checkPlan } from '@/lib/formats/execution-plan/check';
import type { ExecutionPlan, PlanCommand } from '@/lib/formats/execution-plan/plan';
import type { Json, JsonObject } from '@/lib/model/json';
import { answer } from './answers';
import { type Life, reboot } from './life';
import { lockMachine, viewMachine } from './machine-view';

/** A function that only the package's own script knows takes this long at demo speed. */
const UNKNOWN_FUNCTION_SECONDS = 3;

/**
 * Takes one plan one step further: takes it from the inbox, or carries out its next command. What a
 * command did and that it was done are one transaction, so no command is ever carried out twice.
 */
export async function runPlan({ kernel, alive }: Life, machine: CloudMachine, plan: CloudPlan): Promise<void> {
  if (plan.status === 'queued') return take(kernel, machine, plan);
  if (!(await until(kernel, plan.dueAt, alive))) return;
  await carryOut(kernel, machine.id, plan);
}

async function take(kernel: Kernel, machine: CloudMachine, { id, plan }: CloudPlan): Promise<void> {
  await perform(kernel, async (deed) => {
    const { tx } = deed;
    const silent = (await strike(tx, 'silence', machine.tenantId, [machine.hostname])) !== null;
    const problems = checkPlan(plan);
    const commands = problems.length === 0 ? (plan as unknown as ExecutionPlan).Commands : [];
    const taken = await tx.cloudPlan.updateMany({
      where: { id, status: 'queued' },
      data: {
        status: silent ? 'lost' : 'running',
        machineId: machine.id,
        startedAt: kernel.now(),
        dueAt: after(kernel, secondsFor(commands[0])),
        ...(silent ? { plan: {} } : {}),
      },
    });
    if (taken.count === 0 || silent || problems.length === 0) return;
    const words = problems.map((problem) => `${problem.path}: ${problem.sentence}`).join(' ');
    await answer(
      kernel,
      deed,
      { id, results: [] },
      { IsException: true, Result: `Unable to deserialize plan: ${words}` },
    );
  });
}

async function carryOut(kernel: Kernel, machineId: string, { id }: CloudPlan): Promise<void> {
  await perform(kernel, async (deed) => {
    const { tx } = deed;
    const machine = await lockMachine(tx, machineId);
    const row = await tx.cloudPlan.findUnique({ where: { id } });
    if (!machine || machine.deletedAt || machine.power !== 'ready' || row?.status !== 'running') return;
    const plan = row.plan as unknown as ExecutionPlan;
    const results = Array.isArray(row.results) ? [...(row.results as Json[])] : [];
    const command = plan.Commands[row.position];
    let failed = false;
    if (command) {
      const state = readWindows(machine.windows);
      const view = viewMachine(tx, machine, state);
      const result = await invoke(kernel, tx, machine, view, plan, command);
      failed = result.IsException === true;
      results.push(result);
      if (!failed) await tx.cloudMachine.update({ where: { id: machineId }, data: { windows: state } });
      const { stackName: stack, tenantId, hostname: host, queue } = machine;
      const told = { command: command.Name, index: row.position, count: plan.Commands.length, ok: !failed };
      deed.tell({ kind: 'command', stack, tenantId, host, queue, planId: id, ...told });
    }
    const position = row.position + (command ? 1 : 0);
    const next = failed ? undefined : plan.Commands[position];
    const progress = { position, results, executions: row.executions + (command ? 1 : 0) };
    if (next) {
      const dueAt = after(kernel, secondsFor(next));
      await tx.cloudPlan.update({ where: { id }, data: { ...progress, dueAt } });
      return;
    }
    const restarts = rebootsAfter(plan, failed);
    const updated = await tx.cloudPlan.update({
      where: { id },
      data: { ...progress, dueAt: null, ...(restarts ? { status: 'rebooting', plan: {} } : {}) },
    });
    if (restarts) await reboot(kernel, deed, machine);
    else await answer(kernel, deed, updated);
  });
}

/** Calls one function as PowerShell would, and puts what comes of it into the agent's format. */
async function invoke(
  kernel: Kernel,
  tx: Tx,
  machine: CloudMachine,
  view: MachineView,
  plan: ExecutionPlan,
  { Name: name, Arguments: sealed }: PlanCommand,
): Promise<JsonObject> {
  try {
    const { hostname: host, tenantId } = machine;
    const fault = await strike(tx, 'command', tenantId, [name, host, `${host}/${name}`]);
    if (fault !== null) throw thrown(fault);
    const declared = findFunction(scriptTexts(plan), name);
    if (!declared) {
      throw new WindowsException(
        'System.Management.Automation.CommandNotFoundException',
        `The term '${name}' is not recognized as the name of a cmdlet, function, script file, or operable program. ` +
          'Check the spelling of the name, or if a path was included, verify that the path is correct and try again.',
      );
    }
    const given = kernel.open(sealed);
    checkBinding(declared, given);
    const command = COMMANDS.get(name.toLowerCase());
    // What only the package's own script knows cannot be simulated: it runs and says nothing.
    const outputs = command ? await command.run(view, bindArguments(command, given)) : [];
    return { IsException: false, Result: outputs };
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'WindowsException') throw error;
    const { type, message } = error as WindowsException;
    const place = {
      ScriptStackTrace: `at ${name}, <No file>`,
      PositionMessage: `${name} on ${view.state.computerName}`,
    };
    return { IsException: true, Result: [type, message, name, place] };
  }
}

function secondsFor(command: PlanCommand | undefined): number {
  if (!command) return 0;
  return COMMANDS.get(command.Name.toLowerCase())?.seconds ?? UNKNOWN_FUNCTION_SECONDS;
}
