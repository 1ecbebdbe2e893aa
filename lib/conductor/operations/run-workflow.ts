import { errors } from '@/lib/errors';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { Json, JsonObject } from '@/lib/model/json';
import { ENDED, type Execution } from '@/lib/model/lifecycle/execution';
import { isTopologyError } from '@/lib/model/lifecycle/topology-error';
import type { Suspension } from '@/lib/model/operations/condition';
import { customOperationsOf, nodeTypesOf, operationsOf } from '@/lib/model/operations/declared';
import type { RunTarget } from '@/lib/model/runs/target';
import { isOfType, planUnits, type UnitPlan } from '@/lib/model/runs/unit-plan';
import type { UnitWorkflow } from '@/lib/model/runs/unit-workflows';
import type { WorkflowInput } from '@/lib/model/runs/workflow-input';
import type { Effects, LoadedPackages } from '@/lib/ports/conductor';
import { LifecycleEngine, MemoryStore, type OperationExecutor, type OperationResult } from '../lifecycle';
import { CompletionQueue } from './completion-queue';
import { effectsClock } from './effects-clock';
import { type Phase, phasesOf } from './phases';
import { PlanExecutor, USUAL_INTERVAL } from './plan-executor';
import { SuspensionExecutor, suspensionOf } from './suspension';
import { topologyOf } from './topology';
import { Units } from './units';

/** A workflow over machines of an environment. */
export interface WorkflowJob {
  workflow: UnitWorkflow;
  target: RunTarget;
  input: WorkflowInput;
  model: EnvironmentModel;
  packages: LoadedPackages;
  effects: Effects;
  /** whether somebody has asked for the end: what is under way comes to its own, nothing new begins */
  isStopped(): boolean;
}

/** Seconds without an end: every plan has one of its own. */
const AS_LONG_AS_IT_TAKES = Number.POSITIVE_INFINITY;

/**
 * Runs a workflow on the machines of an environment: the lifecycle decides what comes when, plans carry it out. What is
 * found out about each machine is kept in the document as soon as it is known. Whatever goes wrong for good is reported
 * at its machine.
 *
 * @returns the document as it is afterwards, and what was done with which machine
 * @throws VetroError (language) `services_in_circle`; whatever an effect rejects with
 */
export async function runWorkflow(
  job: WorkflowJob,
): Promise<{ model: EnvironmentModel; cancelled: boolean; result?: Json }> {
  const plan = plannedUnits(job);
  const chosen = plan.filter(({ does }) => does !== 'nothing').map(({ unitId }) => unitId);
  const run = new WorkflowRun(job);
  if (chosen.length > 0) await run.through(chosen);
  if (run.isCancelled) return { model: run.units.model, cancelled: true };
  await run.reportFailures();
  return { model: run.units.model, cancelled: false, result: run.result(plan) };
}

/** The same plan as people saw before it began, unless something has changed meanwhile. */
function plannedUnits({ workflow, target, input, model, packages }: WorkflowJob): UnitPlan[] {
  const { unitTypes = {}, serviceTypes = [] } = packages;
  const typeOf = new Map(serviceTypes.map((type) => [type.type, type]));
  const packageOf = (type: string) => typeOf.get(type)?.package ?? '';
  return planUnits(
    workflow,
    model,
    target,
    ({ type }) => [
      ...Object.keys(operationsOf(unitTypes, packageOf(type))),
      ...Object.keys(customOperationsOf(unitTypes, packageOf(type))),
    ],
    {
      operation: input.operation?.name,
      skipsDriftCheck: input.skipDriftCheck,
      isOfType: ({ type }) => isOfType(input.types, type, nodeTypesOf(unitTypes, packageOf(type))),
    },
  );
}

class WorkflowRun {
  readonly units: Units;
  isCancelled = false;
  private readonly failures = new Map<string, { operation: string; message: string }>();
  private readonly repaired = new Set<string>();
  /** machines of stacks that could not be suspended or resumed */
  private unreached: string[] = [];
  private readonly completions: CompletionQueue;
  /** what operations returned, by unit */
  private readonly outputs = new Map<string, Json[]>();

  constructor(private readonly job: WorkflowJob) {
    this.units = new Units(job.model);
    this.completions = new CompletionQueue(job.effects);
  }

  /** Does with machines what the workflow is for, until something fails or somebody has asked for the end. */
  async through(chosen: readonly string[]): Promise<void> {
    const { workflow, input, model } = this.job;
    const phases = phasesOf(workflow, input, chosen);
    if (workflow !== 'suspend' && workflow !== 'wake') {
      await this.phases(phases, this.plans());
      return;
    }
    const how = suspensionOf(workflow, model, chosen);
    const operations = this.suspension(workflow, how);
    // With their stacks all are awake from the first step on, or until the last.
    if (workflow === 'wake' && how === 'stack' && !(await this.actOnStacks(operations, chosen))) return;
    const isDone = await this.phases(phases, operations);
    if (workflow === 'suspend' && how === 'stack' && isDone) await this.actOnStacks(operations, chosen);
  }

  private async phases(phases: readonly Phase[], operations: OperationExecutor): Promise<boolean> {
    for (const phase of phases) if (!(await this.phase(phase, operations)) || this.isCancelled) return false;
    return true;
  }

  /** Whether nothing new may begin. */
  private stops(): boolean {
    this.isCancelled ||= this.job.isStopped();
    return this.isCancelled;
  }

  /** @returns whether it went well */
  private async actOnStacks(operations: SuspensionExecutor, chosen: readonly string[]): Promise<boolean> {
    if (this.stops()) return false;
    const wrong = await operations.actOnStacks(chosen);
    if (wrong === null) return true;
    if (this.isCancelled) return false;
    const { effects, model, workflow } = this.job;
    const what = FAILED[workflow === 'suspend' ? 'lifecycle.suspend' : 'lifecycle.resume'];
    const text = `The machines ${what}: ${wrong}${NEXT[workflow]}`;
    await effects.report({ entity: 'environment', id: model.id, level: 'error', text });
    this.unreached = [...chosen];
    return false;
  }

  private plans(): PlanExecutor {
    const { job, units, completions } = this;
    return new PlanExecutor({
      ...{ effects: job.effects, packages: job.packages, units, completions, ...this.listeners() },
      restarts: job.workflow === 'restart',
      switchesOn: job.workflow === 'heal',
      given: job.input.operation?.parameters ?? {},
      ignoresFailure: job.input.ignoreFailure,
      onOutputs: (unitId, outputs) => this.outputs.set(unitId, outputs),
    });
  }

  private suspension(workflow: 'suspend' | 'wake', how: Suspension['with']): SuspensionExecutor {
    const { job, units, completions } = this;
    const { effects, packages } = job;
    const parts = { workflow, how, effects, packages, units, completions, ...this.listeners() };
    return new SuspensionExecutor(parts, this.plans());
  }

  private listeners() {
    return {
      onCancel: () => {
        this.isCancelled = true;
      },
      onFailure: (unitId: string, operation: string, message: string): OperationResult => {
        this.failures.set(unitId, { operation, message });
        return this.job.input.ignoreFailure ? { ok: true } : { ok: false, message, recoverable: false };
      },
    };
  }

  /** @returns whether everything went well */
  private async phase(phase: Phase, operations: OperationExecutor): Promise<boolean> {
    const { completions } = this;
    if (this.stops()) return false;
    let ended: Execution | null = null;
    let isAsked = false;
    const engine = await LifecycleEngine.open({
      store: new MemoryStore(this.topology(phase)),
      operations,
      clock: effectsClock(this.job.effects, completions),
      options: { taskRetries: 0, retryInterval: USUAL_INTERVAL, waitAfterFail: AS_LONG_AS_IT_TAKES },
      onStatus: (execution) => {
        if (ENDED.includes(execution.status)) ended = execution;
      },
    });
    const { id } = await engine.start({ workflow: phase.workflow, parameters: phase.parameters });
    const passCancelOn = () => {
      if (isAsked || ended !== null || !this.job.isStopped()) return false;
      isAsked = true;
      void engine.cancel(id);
      return true;
    };
    await completions.drain(() => ended !== null || this.isCancelled, passCancelOn);
    if (ended === null) {
      // Nobody waits for what is under way: the engine is left where it stands.
      engine.die();
      this.isCancelled = true;
      return false;
    }
    const { status } = ended as Execution;
    this.isCancelled ||= status === 'cancelled';
    this.noteSets(ended);
    return status === 'terminated';
  }

  /** What could not be done, at each machine: the run has failed by that. */
  async reportFailures(): Promise<void> {
    const { effects, workflow, input } = this.job;
    const level = input.ignoreFailure ? 'warning' : 'error';
    for (const [unitId, { operation, message }] of this.failures) {
      if (this.repaired.has(unitId)) continue;
      const { host } = this.units.find(unitId);
      const words = FAILED[operation] ?? FAILED['validation.check_status'];
      const what = workflow === 'execute_operation' ? `: “${input.operation?.title}” failed` : ` ${words}`;
      const text = `${host}${what}: ${message}${NEXT[workflow] ?? ' Repair may help.'}`;
      await effects.report({ entity: 'unit', id: unitId, level, text });
    }
  }

  result(plan: readonly UnitPlan[]): JsonObject {
    const hosts = (does: (one: UnitPlan) => boolean) => plan.filter(does).map(({ host }) => host);
    return {
      failed: hosts(({ unitId }) => this.hasFailed(unitId) && !this.repaired.has(unitId)),
      repaired: hosts(({ unitId }) => this.repaired.has(unitId)),
      done: hosts(({ unitId, does }) => does !== 'nothing' && !this.hasFailed(unitId)),
      untouched: hosts(({ does }) => does === 'nothing'),
      plan: plan.map(({ unitId, host, does, because }) => ({ unitId, host, does, because })),
      ...(this.job.workflow === 'execute_operation' && { outputs: this.outputsByHost(plan) }),
    };
  }

  /** What the operation returned, by host; those that returned nothing are left out. */
  private outputsByHost(plan: readonly UnitPlan[]): JsonObject {
    const returned = plan.filter(({ unitId }) => (this.outputs.get(unitId) ?? []).length > 0);
    return Object.fromEntries(returned.map(({ unitId, host }) => [host, this.outputs.get(unitId) ?? []]));
  }

  private hasFailed(unitId: string): boolean {
    return this.failures.has(unitId) || this.unreached.includes(unitId);
  }

  private topology({ only, reverse, everywhere }: Phase) {
    const { serviceTypes = [], unitTypes = {} } = this.job.packages;
    try {
      return topologyOf(this.units.model, { serviceTypes, unitTypes }, { only, reverse, everywhere });
    } catch (error) {
      if (!isTopologyError(error)) throw error;
      throw errors.language('services_in_circle', 'The services need each other in a circle: nothing can come first.');
    }
  }

  private noteSets({ report }: Execution): void {
    const { healed } = (report.sets ?? {}) as { healed?: string[] };
    for (const id of healed ?? []) this.repaired.add(id);
  }
}

const FAILED: Readonly<Record<string, string>> = {
  'validation.check_status': 'does not work',
  'lifecycle.stop': 'could not be stopped',
  'lifecycle.start': 'could not be started',
  'lifecycle.suspend': 'could not be suspended',
  'lifecycle.resume': 'could not be woken up',
  'lifecycle.heal': 'could not be repaired',
  'lifecycle.check_drift': 'could not be compared with what its service says',
  'lifecycle.update': 'could not be updated',
  'lifecycle.postheal': 'does not work after its repair either',
};

/** What to do next, where it is not a repair. */
const NEXT: Readonly<Partial<Record<UnitWorkflow, string>>> = {
  suspend: ' Remove the cause, then suspend again.',
  wake: ' Wake up again, or repair.',
  heal: ' Replace the machine, or have a look at it yourself.',
  check_drift: ' Remove the cause, then check again.',
  update: ' Remove the cause, then update again, or replace the machine.',
  execute_operation: ' Remove the cause, then run it again.',
};
