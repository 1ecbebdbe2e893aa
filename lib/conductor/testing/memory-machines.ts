import { createHash, randomUUID } from 'node:crypto';
import { play } from '@/lib/cloud/embedded/linux/program';
import { hasAgent } from '@/lib/cloud/embedded/machines/facts';
import { hashPassword, verifyPassword } from '@/lib/cloud/embedded/machines/password';
import { checkBinding, findFunction } from '@/lib/cloud/embedded/machines/script';
import type { Simulations } from '@/lib/cloud/embedded/machines/simulations';
import { callsOf, returnedBy } from '@/lib/formats/execution-plan/body';
import { rebootsAfter, scriptTexts } from '@/lib/formats/execution-plan/build';
import type { ExecutionPlan, PlanCommand, PlanResult } from '@/lib/formats/execution-plan/plan';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import type { MachineEvent } from '@/lib/ports/cloud/cloud';
import { type ChangeableWorld, CommandFailure, type MachineSimulation, restarted, withFacts } from '@/lib/simulation';
import type { CloudMachineRow, CloudPlanRow, MemoryCloudState } from './memory-cloud-state';

export interface MachineParts {
  state: MemoryCloudState;
  simulations: Simulations;
  open: <T>(value: T) => T;
  /** called when there may be something to deliver */
  onChange(): void;
}

/** The machines of a cloud in memory: what the packages say of their commands is carried out as in the embedded cloud. */
export interface MemoryMachines {
  /** Lets every machine do what it has to. */
  work(): void;
  /** Lets agents take no plan, or take them again. */
  hold(isHeld: boolean): void;
  boot(machine: CloudMachineRow): void;
  switchOn(machine: CloudMachineRow): void;
  switchOff(machine: CloudMachineRow): void;
  remove(machine: CloudMachineRow): void;
}

/** Makes the agents and switches of the machines in a state. */
export function createMemoryMachines(parts: MachineParts): MemoryMachines {
  const { state, onChange } = parts;
  const busy = new Set<string>();
  let isHeld = false;

  function emit({ stackName: stack, tenantId, hostname: host, queue }: CloudMachineRow, event: Happening): void {
    state.machineEvents.push({ ...event, stack, tenantId, host, queue, at: new Date() } as MachineEvent);
    onChange();
  }

  function up(machine: CloudMachineRow, power: 'booting' | 'rebooting'): void {
    machine.power = power;
    emit(machine, { kind: 'machine', phase: power });
    setImmediate(() => {
      if (machine.power !== power) return;
      machine.facts = restarted(machine.facts);
      machine.power = 'ready';
      emit(machine, { kind: 'machine', phase: 'ready' });
      for (const plan of state.plans)
        if (plan.queue === machine.queue && plan.status === 'rebooting') answer(plan, resultOf(plan));
      work(machine);
    });
  }

  function off(machine: CloudMachineRow): void {
    if (machine.power === 'stopped') return;
    machine.power = 'stopped';
    emit(machine, { kind: 'machine', phase: 'stopped' });
  }

  function answer(plan: CloudPlanRow, result: PlanResult): void {
    plan.status = 'answered';
    plan.result = result;
    onChange();
  }

  /** One plan at a time, the one that was begun first, else the oldest. */
  function nextOf({ queue, tenantId }: CloudMachineRow): CloudPlanRow | undefined {
    const own = state.plans.filter((plan) => plan.queue === queue && plan.tenantId === tenantId && queue !== '');
    return own.find(({ status }) => status === 'running') ?? own.find(({ status }) => status === 'queued');
  }

  async function work(machine: CloudMachineRow): Promise<void> {
    if (busy.has(machine.id)) return;
    busy.add(machine.id);
    try {
      for (let plan = nextOf(machine); plan !== undefined; plan = nextOf(machine)) {
        if (isHeld || machine.isDeleted || machine.power !== 'ready' || !hasAgent(machine.facts)) return;
        await carryOut(machine, plan);
      }
    } finally {
      busy.delete(machine.id);
    }
  }

  /** Takes a plan from its beginning to its answer, or to the restart that it ends with. */
  async function carryOut(machine: CloudMachineRow, row: CloudPlanRow): Promise<void> {
    if (row.expiresAt.getTime() <= Date.now()) {
      row.status = 'expired';
      return;
    }
    row.status = 'running';
    const { plan } = row;
    const commands = plan.program ? callsOf(plan.program) : plan.Commands;
    const simulation = await parts.simulations(machine.tenantId, row.packages);
    let failed = false;
    for (const [index, command] of commands.entries()) {
      const { result, facts } = await invoke(machine, simulation, plan, { ...command, from: row.package });
      failed = result.IsException === true;
      if (!failed) machine.facts = facts;
      row.results.push(result);
      row.executions += 1;
      const outcome = { planId: row.id, command: command.Name, index, count: commands.length, ok: !failed };
      emit(machine, { kind: 'command', ...outcome });
      if (failed) break;
    }
    if (!rebootsAfter(plan, failed)) return answer(row, resultOf(row));
    row.status = 'rebooting';
    up(machine, 'rebooting');
  }

  /** Calls one function as PowerShell would: what the machine knows then, and the result in the agent's format. */
  async function invoke(
    machine: CloudMachineRow,
    simulation: MachineSimulation,
    plan: ExecutionPlan,
    command: PlanCommand & { from: string | null },
  ): Promise<{ result: JsonObject; facts: JsonObject }> {
    const { Name: name } = command;
    const self = simulated(machine, simulation);
    const answered = (Result: Json, facts = self.facts) => ({ result: { IsException: false, Result }, facts });
    if (plan.program) return answered({ ...play(plan.program, command, machine.hostname).end });
    try {
      const declared = findFunction(scriptTexts(plan), name);
      if (!declared) throw new CommandFailure(`The term '${name}' is not recognized.`, 'CommandNotFoundException');
      const given = parts.open(command.Arguments);
      checkBinding(declared, given);
      const described = simulation.command(name, command.from);
      // What no package describes runs and says nothing.
      if (!described) return answered([]);
      const end = await described.run(self, given, worldOf(machine, simulation));
      return answered(end.outputs, end.facts);
    } catch (error) {
      if (!(error instanceof CommandFailure)) throw error;
      const place = { ScriptStackTrace: `at ${name}, <No file>`, PositionMessage: `${name} on ${machine.hostname}` };
      return { result: { IsException: true, Result: [error.type, error.message, name, place] }, facts: self.facts };
    }
  }

  const simulated = ({ id, hostname, address, facts }: CloudMachineRow, simulation: MachineSimulation) => ({
    ...{ id, hostname, address, clockOffset: 0 },
    facts: simulation.known(facts),
  });

  /** The other machines of the tenant that are up. There are no firewalls between them. */
  function worldOf(machine: CloudMachineRow, simulation: MachineSimulation): ChangeableWorld {
    const others = () =>
      state.machines.filter(
        (other) =>
          other !== machine && other.tenantId === machine.tenantId && !other.isDeleted && other.power === 'ready',
      );
    return {
      machines: async () => others().map((other) => simulated(other, simulation)),
      change: async (id, facts) => {
        const other = state.machines.find((one) => one.id === id && !one.isDeleted);
        if (!other) return;
        const there = simulated(other, simulation);
        other.facts = withFacts(there.facts, await facts(there));
      },
      hash: hashPassword,
      verifies: verifyPassword,
      newId: randomUUID,
      sha1: (text) => createHash('sha1').update(text).digest('hex'),
    };
  }

  return {
    hold: (isToBeHeld) => {
      isHeld = isToBeHeld;
    },
    work: () => {
      for (const machine of state.machines) void work(machine);
    },
    boot: (machine) => up(machine, 'booting'),
    switchOn: (machine) => {
      if (machine.power === 'stopped') up(machine, 'rebooting');
    },
    switchOff: off,
    remove: (machine) => {
      off(machine);
      machine.isDeleted = true;
      for (const plan of state.plans)
        if (plan.queue === machine.queue && ['running', 'rebooting'].includes(plan.status)) plan.status = 'lost';
    },
  };
}

type WithoutPlace<T> = T extends unknown ? Omit<T, 'stack' | 'tenantId' | 'host' | 'queue' | 'at'> : never;
type Happening = WithoutPlace<MachineEvent>;

/** The answer to a plan: the results of its commands, or what its program returns. */
function resultOf({ plan, results }: CloudPlanRow): PlanResult {
  if (!plan.program) return { IsException: false, Result: results };
  const last = results.at(-1);
  if (isObject(last) && last.IsException === true) return { IsException: true, Result: last.Result ?? null };
  const ends = results.map((result) => (isObject(result) ? (result.Result ?? null) : null));
  return { IsException: false, Result: returnedBy(plan.program, ends) };
}
