import { errors } from '@/lib/errors';
import { unitFilter } from '@/lib/model/blueprints/instance-filter';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { Json, JsonObject } from '@/lib/model/json';
import type { Execution } from '@/lib/model/lifecycle/execution';
import { isTopologyError } from '@/lib/model/lifecycle/topology-error';
import { withNamesIn } from '@/lib/model/named-ids';
import { conditionOf, isInSuspension, type Suspension, stoppedByRestart } from '@/lib/model/operations/condition';
import { customOperationsOf, nodeTypesOf, operationsOf } from '@/lib/model/operations/declared';
import type { RunTarget } from '@/lib/model/runs/target';
import { planUnits, type UnitPlan } from '@/lib/model/runs/unit-plan';
import { oneAfterAnother } from '@/lib/model/runs/unit-turns';
import type { UnitWorkflow } from '@/lib/model/runs/unit-workflows';
import type { WorkflowInput } from '@/lib/model/runs/workflow-input';
import { listOf } from '@/lib/model/sentence';
import type { Effects, LoadedPackages } from '@/lib/ports/conductor';
import type { OperationRetries } from '../language/language';
import { LifecycleEngine, type OperationExecutor, type OperationResult } from '../lifecycle';
import { CompletionQueue } from './completion-queue';
import { differencesByHost } from './differences';
import { effectsClock } from './effects-clock';
import { engineLog } from './engine-log';
import { failureWords, nextStepWords } from './failure-words';
import { HealSets } from './heal-sets';
import { type Phase, phasesOf } from './phases';
import { type OperationFailure, PlanExecutor } from './plan-executor';
import { isReplaceable, NOT_REPLACEABLE, setUpUnits } from './replacement';
import { retryOptions } from './retries';
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
  /** how often operations are tried again that say nothing themselves; not at all when left out */
  retries?: OperationRetries | undefined;
  /** sets machines up anew with the settings that they have: removes them, then makes them again */
  setUpAnew(
    model: EnvironmentModel,
    unitIds: readonly string[],
  ): Promise<{ model: EnvironmentModel; cancelled: boolean }>;
}

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
  const alone = oneAfterAnother(plan, job.model.services, job.packages.serviceTypes ?? []);
  if (chosen.length > 0) await run.through(chosen, alone);
  await run.setUpAnew(chosen);
  if (run.isCancelled) return { model: run.units.model, cancelled: true, result: run.result(plan) };
  await run.reportFailures();
  return { model: run.units.model, cancelled: false, result: run.result(plan) };
}

/** The same plan as people saw before it began, unless something has changed meanwhile. */
function plannedUnits({ workflow, target, input, model, packages }: WorkflowJob): UnitPlan[] {
  const { unitTypes = {}, serviceTypes = [] } = packages;
  const typeOf = new Map(serviceTypes.map((type) => [type.type, type]));
  const packageOf = (type: string) => typeOf.get(type)?.package ?? '';
  const { types, nodes, instances, parameters } = input;
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
      skipsDriftCheck: parameters.skip_drift_check === true,
      isMeant: unitFilter({ types, nodes, instances }, model, ({ type }) => nodeTypesOf(unitTypes, packageOf(type))),
      isNamed: nodes.length + instances.length > 0,
    },
  );
}

/** Whether a check compares machines with their services, too. */
function comparesToo({ workflow, input }: WorkflowJob): boolean {
  return workflow === 'check_status' && input.parameters.check_drift === true;
}

class WorkflowRun {
  readonly units: Units;
  isCancelled = false;
  private readonly failures = new Map<string, OperationFailure & { operation: string }>();
  /** effects that failed, by unit */
  private readonly failedEffects = new Map<string, string[]>();
  private readonly sets = new HealSets();
  /** why a workflow failed before it asked any machine */
  private problem: string | null = null;
  /** machines of stacks that could not be suspended or resumed */
  private unreached: string[] = [];
  /** by unit, the operation that went well there last; none from when the next one begins */
  private readonly lastDone = new Map<string, string>();
  /** whether all came to its end that was to be done */
  private isComplete = false;
  private readonly completions: CompletionQueue;
  /** what operations returned, by unit */
  private readonly outputs = new Map<string, Json[]>();

  constructor(private readonly job: WorkflowJob) {
    this.units = new Units(job.model);
    this.completions = new CompletionQueue(job.effects);
  }

  /**
   * Does with machines what the workflow is for, until something fails or somebody has asked for the end.
   *
   * @param alone of them, those that start anew one after the other
   */
  async through(chosen: readonly string[], alone: readonly string[]): Promise<void> {
    const { workflow, input, model } = this.job;
    const known = stoppedByRestart(model.services.flatMap(({ units }) => units));
    const phases = phasesOf(workflow, input, chosen, alone, input.resumes === undefined ? undefined : known);
    if (workflow !== 'suspend' && workflow !== 'wake') {
      this.isComplete = await this.phases(phases, this.plans());
      if (comparesToo(this.job)) await this.compare(chosen);
      return;
    }
    const how = suspensionOf(workflow, model, chosen);
    const operations = this.suspension(workflow, how);
    // With their stacks all are awake from the first step on, or until the last.
    if (workflow === 'wake' && how === 'stack' && !(await this.actOnStacks(operations, chosen))) return;
    const isDone = await this.phases(phases, operations);
    this.isComplete = isDone;
    if (workflow === 'suspend' && how === 'stack' && isDone) {
      this.isComplete = await this.actOnStacks(operations, chosen);
    }
  }

  /** Compares the machines that were found to work with what their services say, where packages say how. */
  private async compare(chosen: readonly string[]): Promise<void> {
    const { model, packages } = this.job;
    const { unitTypes = {}, serviceTypes = [] } = packages;
    const compared = model.services
      .filter(({ type }) => {
        const owner = serviceTypes.find((one) => one.type === type)?.package ?? '';
        return Object.hasOwn(operationsOf(unitTypes, owner), 'lifecycle.check_drift');
      })
      .flatMap(({ units }) => units.map(({ id }) => id))
      .filter((id) => chosen.includes(id) && !this.failures.has(id));
    if (compared.length === 0 || this.stops()) return;
    const isDone = await this.phases(phasesOf('check_drift', this.job.input, compared), this.plans());
    this.isComplete &&= isDone;
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
    const what = failureWords(workflow === 'suspend' ? 'lifecycle.suspend' : 'lifecycle.resume');
    const text = `The machines ${what}: ${wrong}${nextStepWords(workflow)}`;
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
      onFailure: (unitId: string, operation: string, failure: OperationFailure): OperationResult => {
        const { message, effectId } = failure;
        this.failures.set(unitId, { operation, ...failure });
        if (effectId !== undefined)
          this.failedEffects.set(unitId, [...(this.failedEffects.get(unitId) ?? []), effectId]);
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
    const engine = new LifecycleEngine({
      kept: { model: this.topology(phase) },
      operations: this.noted(operations),
      clock: effectsClock(this.job.effects, completions),
      options: retryOptions(this.job),
      onEvent: engineLog(this.job.effects, { entity: 'environment', id: this.units.model.id }, (text) =>
        withNamesIn(text, this.units.model),
      ),
    });
    void engine.start(phase.workflow, phase.parameters).then((execution) => {
      ended = execution;
    });
    const passCancelOn = () => {
      if (isAsked || ended !== null || !this.job.isStopped()) return false;
      isAsked = true;
      engine.cancel();
      return true;
    };
    await completions.drain(() => ended !== null || this.isCancelled, passCancelOn);
    if (ended === null) {
      // Nobody waits for what is under way: the engine is left where it stands.
      engine.cancel('force');
      this.isCancelled = true;
      return false;
    }
    const { status } = ended as Execution;
    this.isCancelled ||= status === 'cancelled';
    this.sets.note(ended as Execution);
    const { error } = ended as Execution;
    if (error && error.operations.length === 0 && this.failures.size === 0) this.problem = error.message;
    return status === 'terminated';
  }

  /** The same operations; what went well is noted. */
  private noted(operations: OperationExecutor): OperationExecutor {
    return {
      execute: async (invocation) => {
        const { subject, operation } = invocation;
        if ('instance' in subject) this.lastDone.delete(subject.instance);
        const result = await operations.execute(invocation);
        const hasDrifted = operation === 'lifecycle.check_drift' && 'value' in result && result.value !== undefined;
        // What has drifted is to be updated yet.
        if ('instance' in subject && 'ok' in result && result.ok && !(hasDrifted && this.job.workflow === 'update')) {
          this.lastDone.set(subject.instance, operation);
        }
        return result;
      },
    };
  }

  /** Whether all was done on a machine that was to be done there. */
  private isDone(unitId: string): boolean {
    if (this.isComplete) return true;
    const { state } = this.units.conditionOf(unitId);
    switch (this.job.workflow) {
      case 'start':
        return state === 'started';
      case 'stop':
        return state === 'stopped';
      case 'suspend':
        return state === 'suspended';
      case 'wake':
        return !isInSuspension({ state });
      case 'restart':
        return this.lastDone.get(unitId) === 'lifecycle.start';
      default:
        return this.lastDone.has(unitId);
    }
  }

  /** What could not be done, at each machine: the run has failed by that. */
  async reportFailures(): Promise<void> {
    const { effects, workflow, input } = this.job;
    const level = input.ignoreFailure ? 'warning' : 'error';
    const { id } = this.units.model;
    // what is set up anew instead is settled
    if (this.problem !== null && !this.isComplete) {
      await effects.report({ entity: 'environment', id, level: 'error', text: this.problem });
    }
    for (const [unitId, { operation, message }] of this.failures) {
      if (this.sets.isMended(unitId) || input.ignoreFailure) await this.reportHandled(unitId);
      if (this.sets.isMended(unitId)) continue;
      const { host } = this.units.find(unitId);
      const isAction = workflow === 'execute_operation';
      const what = isAction ? `: “${input.operation?.title}” failed` : ` ${failureWords(operation)}`;
      const text = `${host}${what}: ${message}${nextStepWords(workflow)}`;
      await effects.report({ entity: 'unit', id: unitId, level, text });
    }
  }

  private async reportHandled(unitId: string): Promise<void> {
    for (const effectId of this.failedEffects.get(unitId) ?? []) await this.job.effects.failureHandled(effectId);
  }

  result(plan: readonly UnitPlan[]): JsonObject {
    const hosts = (does: (one: UnitPlan) => boolean) => plan.filter(does).map(({ host }) => host);
    return {
      failed: hosts(({ unitId }) => this.hasFailed(unitId) && !this.sets.isMended(unitId)),
      repaired: hosts(({ unitId }) => this.sets.isMended(unitId)),
      reinstalled: hosts(({ unitId }) => this.sets.reinstalled.has(unitId)),
      done: hosts(({ unitId, does }) => does !== 'nothing' && !this.hasFailed(unitId) && this.isDone(unitId)),
      unreached: hosts(({ unitId, does }) => does !== 'nothing' && !this.hasFailed(unitId) && !this.isDone(unitId)),
      untouched: hosts(({ does }) => does === 'nothing'),
      plan: plan.map(({ unitId, host, does, because }) => ({ unitId, host, does, because })),
      ...differencesByHost(comparesToo(this.job) ? 'check_drift' : this.job.workflow, this.units.model, plan),
      ...(this.job.workflow === 'heal' && { sets: this.sets.byService(this.units.model, plan) }),
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

  private topology({ reverse, everywhere }: Phase) {
    const { serviceTypes = [], unitTypes = {} } = this.job.packages;
    try {
      return topologyOf(this.units.model, { serviceTypes, unitTypes }, { reverse, everywhere });
    } catch (error) {
      if (!isTopologyError(error)) throw error;
      throw errors.language('services_in_circle', 'The services need each other in a circle: nothing can come first.');
    }
  }

  /** Sets up anew what could not be repaired or updated, where that is wanted. */
  async setUpAnew(chosen: readonly string[]): Promise<void> {
    const { workflow, input, effects, packages } = this.job;
    const going = setUpUnits(workflow, input, chosen, this.sets.unsettled);
    if (going.length === 0 || this.stops()) return;
    const anew = going.filter((id) => isReplaceable(this.units.find(id), packages.serviceTypes ?? []));
    for (const id of going.filter((one) => !anew.includes(one))) {
      this.failures.set(id, { operation: 'lifecycle.heal', message: NOT_REPLACEABLE });
    }
    if (anew.length === 0) return;
    const text = `${listOf(anew.map((id) => this.units.find(id).host))}: set up anew`;
    await effects.report({ entity: 'environment', id: this.units.model.id, level: 'info', text });
    const { model, cancelled } = await this.job.setUpAnew(this.units.model, anew);
    this.units.replace(model);
    this.isCancelled ||= cancelled;
    const isThere = (id: string) =>
      model.services.some(({ units }) => units.some((unit) => unit.id === id && conditionOf(unit) !== null));
    for (const id of anew.filter(isThere)) this.sets.reinstalled.add(id);
    this.isComplete ||= this.sets.reinstalled.size === going.length;
  }
}
