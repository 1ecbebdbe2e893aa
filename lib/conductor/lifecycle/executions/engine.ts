import { errors, isVetroError } from '@/lib/errors';
import type { JsonObject } from '@/lib/model/json';
import {
  type Execution,
  type ExecutionError,
  type ExecutionOptions,
  type ExecutionStatus,
  hasEnded,
} from '@/lib/model/lifecycle/execution';
import type { InstanceModel } from '@/lib/model/lifecycle/expand';
import type { Modification, Progress } from '@/lib/model/lifecycle/progress';
import { type ExecutionHandle, WorkflowContext } from '../context';
import { Deployment } from '../deployment';
import { WorkflowCancelled, WorkflowFailure } from '../failures';
import type { Invocation, LifecycleClock, LifecycleEvent, OperationExecutor, OperationResult } from '../ports';
import { workflowParameters } from '../workflows/parameters';
import { WORKFLOWS, type Workflows } from '../workflows/registry';

/** What is kept of a deployment between executions: plain values. */
export interface KeptDeployment {
  model: InstanceModel;
  /** a change of the number of instances that was left half-way */
  modification?: Modification | null;
  /** of an execution that failed or was cancelled: it may be resumed */
  progress?: Progress | null;
}

export interface EnginePorts {
  kept: KeptDeployment;
  operations: OperationExecutor;
  clock: LifecycleClock;
  options: ExecutionOptions;
  workflows?: Workflows;
  /** an execution has entered a status */
  onStatus?: (execution: Execution) => void;
  onEvent?: (event: LifecycleEvent) => void;
}

interface Run {
  stop: 'no' | 'cancel' | 'force';
  listeners: Set<() => void>;
}

/** Executes workflows on one deployment, one after the other; each may be cancelled, and resumed afterwards. */
export class LifecycleEngine {
  readonly deployment: Deployment;
  private run: Run | null = null;

  constructor(private readonly ports: EnginePorts) {
    const { model, modification = null, progress = null } = ports.kept;
    this.deployment = new Deployment(model, modification, structuredClone(progress));
  }

  /** What is to be kept, as it is now: nothing that the engine goes on changing. */
  get kept(): Required<KeptDeployment> {
    const { model, modification, newest } = this.deployment;
    const progress = newest.execution.status === 'terminated' ? null : structuredClone(newest);
    return { model: { ...model, instances: [...model.instances] }, modification, progress };
  }

  /**
   * Starts a workflow.
   *
   * @returns its execution as it ended; never resolves when it is left where it stands
   * @throws VetroError at once: not found for an unknown workflow, invalid input for its parameters, state forbids while
   *   another one runs
   */
  start(workflow: string, given: JsonObject = {}): Promise<Execution> {
    const { deployment, ports } = this;
    if (this.run !== null) {
      const { workflow: running } = deployment.newest.execution;
      throw errors.stateForbids(
        'execution_running',
        `Another execution is running: ${running}. Wait for it, or cancel it.`,
      );
    }
    const { workflows = WORKFLOWS, options } = ports;
    const parameters = workflowParameters(workflows.get(workflow), given, deployment);
    const base = { workflow, parameters, options, statuses: [], error: null, report: {} };
    deployment.begin({ ...base, status: 'pending' });
    this.enter('pending');
    return this.launch(false);
  }

  /**
   * Lets the newest execution go on where it stopped.
   *
   * @param force calls operations again that were under way, whatever they say
   * @throws VetroError at once: state forbids for one that came to its end
   */
  resume({ force = false } = {}): Promise<Execution> {
    const { status } = this.deployment.newest.execution;
    if (status === 'terminated') {
      throw errors.stateForbids('execution_not_resumable', `The execution cannot be resumed: it is ${status}.`);
    }
    this.enter('pending');
    return this.launch(force);
  }

  /**
   * Asks the execution to end: a plain cancel sends nothing more and lets what runs come to its end, force leaves
   * everything where it stands.
   *
   * @throws VetroError state forbids for one that has ended, or that is being cancelled already
   */
  cancel(kind: 'cancel' | 'force' = 'cancel'): void {
    const { run } = this;
    const { execution } = this.deployment.newest;
    if (!run || hasEnded(execution) || (kind === 'cancel' && run.stop !== 'no')) {
      throw errors.stateForbids(
        'execution_not_cancellable',
        `The execution cannot be cancelled: it is ${execution.status}.`,
      );
    }
    run.stop = kind;
    this.enter(kind === 'force' ? 'force_cancelling' : 'cancelling');
    if (kind === 'force') this.end(run, 'cancelled', null);
    for (const listener of run.listeners) listener();
  }

  private launch(force: boolean): Promise<Execution> {
    const run: Run = { stop: 'no', listeners: new Set() };
    this.run = run;
    this.enter('started');
    return this.outcome(run, force).then(({ status, error }) => {
      if (run.stop === 'force') return new Promise(() => undefined);
      return this.end(run, status, error);
    });
  }

  private end(run: Run, status: ExecutionStatus, error: ExecutionError | null): Execution {
    if (this.run === run) this.run = null;
    this.enter(status, error);
    return this.deployment.newest.execution;
  }

  private async outcome(run: Run, force: boolean): Promise<{ status: ExecutionStatus; error: ExecutionError | null }> {
    const { deployment, ports } = this;
    const { workflows = WORKFLOWS } = ports;
    try {
      await workflows
        .get(deployment.newest.execution.workflow)
        .run(new WorkflowContext(deployment, this.handle(run, force)));
      // a cancel that came when nothing was left to do
      return run.stop === 'no' ? { status: 'terminated', error: null } : { status: 'cancelled', error: null };
    } catch (error) {
      if (error instanceof WorkflowCancelled) return { status: 'cancelled', error: null };
      if (error instanceof WorkflowFailure) {
        return { status: 'failed', error: { message: error.message, operations: [...error.operations] } };
      }
      const message = isVetroError(error) ? error.sentence : error instanceof Error ? error.message : String(error);
      return { status: 'failed', error: { message, operations: [] } };
    }
  }

  private handle(run: Run, force: boolean): ExecutionHandle {
    const { operations, clock, onEvent } = this.ports;
    return {
      call: (invocation) => called(operations, invocation),
      stop: () => run.stop,
      onCancel: (then: () => void) => {
        run.listeners.add(then);
        return () => run.listeners.delete(then);
      },
      onEvent: (event) => onEvent?.(event),
      force,
      clock,
    };
  }

  private enter(status: ExecutionStatus, error: ExecutionError | null = null): void {
    const { deployment } = this;
    deployment.note({ status, error, statuses: [...deployment.newest.execution.statuses, status] });
    this.ports.onStatus?.(deployment.newest.execution);
  }
}

/** What an executor throws is its own defect: trying again may help. */
async function called(operations: OperationExecutor, invocation: Invocation): Promise<OperationResult> {
  try {
    return await operations.execute(invocation);
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error), recoverable: true };
  }
}
