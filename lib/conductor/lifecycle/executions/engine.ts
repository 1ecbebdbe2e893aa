import { errors, isVetroError } from '@/lib/errors';
import type { JsonObject } from '@/lib/model/json';
import {
  canTransition,
  type Execution,
  type ExecutionError,
  type ExecutionOptions,
  type ExecutionStatus,
  isActive,
} from '@/lib/model/lifecycle/execution';
import type { InstanceModel } from '@/lib/model/lifecycle/expand';
import { type ExecutionHandle, WorkflowContext } from '../context';
import { Deployment } from '../deployment';
import { subjectText, WorkflowCancelled, WorkflowFailure } from '../failures';
import { MemoryStore } from '../memory-store';
import type { LifecycleClock, LifecycleStore, OperationExecutor } from '../ports';
import { workflowParameters } from '../workflows/parameters';
import { Workflows } from '../workflows/registry';
import { Calls } from './calls';
import { DryRunExecutor } from './dry-run';

/** What an execution is allowed where nobody says otherwise: as many retries as it takes are asked for, not assumed. */
export const DEFAULT_OPTIONS: ExecutionOptions = {
  taskRetries: 60,
  retryInterval: 15,
  subgraphRetries: 0,
  waitAfterFail: 600,
};

export interface EnginePorts {
  store: LifecycleStore;
  operations: OperationExecutor;
  clock: LifecycleClock;
  workflows?: Workflows;
  options?: Partial<ExecutionOptions>;
  /** an execution has entered a status, which is kept */
  onStatus?: (execution: Execution) => void;
}

export interface StartRequest {
  workflow: string;
  parameters?: JsonObject;
  options?: Partial<ExecutionOptions>;
  dryRun?: boolean;
  /** waits for others instead of being refused */
  queue?: boolean;
  /** runs beside others */
  force?: boolean;
  allowsCustomParameters?: boolean;
}

interface Run {
  stop: 'no' | 'cancel' | 'force';
  listeners: Set<() => void>;
  force: boolean;
}

/**
 * The executions of one deployment: starts them one after the other, cancels them, resumes them after a failure, a
 * cancel or a crash (digest, section 1).
 */
export class LifecycleEngine {
  private readonly runs = new Map<string, Run>();
  private readonly workflows: Workflows;
  private readonly calls: Calls;

  private constructor(
    private readonly ports: EnginePorts,
    readonly deployment: Deployment,
  ) {
    this.workflows = ports.workflows ?? new Workflows();
    this.calls = new Calls(ports.operations);
  }

  static async open(ports: EnginePorts): Promise<LifecycleEngine> {
    return new LifecycleEngine(ports, await Deployment.load(ports.store));
  }

  /**
   * Starts a workflow.
   *
   * @returns its execution, as it stands right after
   * @throws not found for an unknown workflow, invalid input for its parameters, state forbids while another one runs
   */
  async start(request: StartRequest): Promise<Execution> {
    const workflow = this.workflows.get(request.workflow);
    const { deployment } = this;
    const parameters = workflowParameters(
      workflow,
      request.parameters ?? {},
      deployment,
      request.allowsCustomParameters,
    );
    const others = deployment.executions.filter(({ status }) => isActive(status));
    if (others.length > 0 && !request.force && !request.queue) {
      throw errors.stateForbids(
        'execution_running',
        `Another execution is running: ${others.map(({ workflow: name }) => name).join(', ')}. Wait for it, cancel it, or queue this one.`,
      );
    }
    const execution: Execution = {
      id: `${deployment.model.seed}-${deployment.executions.length + 1}`,
      workflow: request.workflow,
      parameters,
      status: 'queued',
      statuses: [],
      error: null,
      dryRun: request.dryRun ?? false,
      options: { ...DEFAULT_OPTIONS, ...this.ports.options, ...request.options },
      report: {},
    };
    const mustWait = others.length > 0 && !request.force;
    deployment.change({ kind: 'execution', execution });
    this.enter(execution.id, mustWait ? 'queued' : 'pending');
    await deployment.flush();
    if (!mustWait) this.launch(execution.id);
    return this.execution(execution.id);
  }

  /**
   * Asks an execution to end: a plain cancel sends nothing more and lets what runs come to its end, force waits for
   * nothing.
   *
   * @throws state forbids for one that has ended, or that is being cancelled in that way already
   */
  async cancel(id: string, kind: 'cancel' | 'force' | 'kill' = 'cancel'): Promise<void> {
    const execution = this.execution(id);
    const next: ExecutionStatus =
      kind === 'cancel' ? 'cancelling' : kind === 'force' ? 'force_cancelling' : 'kill_cancelling';
    if (execution.status === 'queued' || execution.status === 'scheduled') {
      this.enter(id, 'cancelled');
    } else {
      if (!canTransition(execution.status, next)) {
        throw errors.stateForbids(
          'execution_not_cancellable',
          `The execution cannot be cancelled: it is ${execution.status}.`,
        );
      }
      this.enter(id, next);
      const run = this.runs.get(id);
      if (run) {
        run.stop = kind === 'cancel' ? 'cancel' : 'force';
        if (run.stop === 'force') this.calls.abandon(id);
        for (const listener of run.listeners) listener();
      }
    }
    await this.deployment.flush();
  }

  /**
   * Lets an execution go on where it stopped.
   *
   * @param force calls operations again that were under way, whatever they say
   * @throws state forbids for one that is neither failed nor cancelled, and while another one runs
   */
  async resume(id: string, { force = false } = {}): Promise<void> {
    const { status } = this.execution(id);
    if (status !== 'failed' && status !== 'cancelled') {
      throw errors.stateForbids('execution_not_resumable', `The execution cannot be resumed: it is ${status}.`);
    }
    const others = this.deployment.executions.filter((one) => one.id !== id && isActive(one.status));
    if (others.length > 0) {
      throw errors.stateForbids('execution_running', `Another execution is running: ${others[0]?.workflow}.`);
    }
    this.enter(id, 'pending', null);
    await this.deployment.flush();
    this.launch(id, force);
  }

  /** Goes on with what was under way when the process died. */
  async recover(): Promise<void> {
    for (const { id, status } of [...this.deployment.executions]) {
      if (!isActive(status) || this.runs.has(id)) continue;
      if (status !== 'pending' && status !== 'started') {
        this.enter(id, 'cancelled');
        continue;
      }
      if (status === 'started') this.enter(id, 'pending');
      this.launch(id);
    }
    await this.deployment.flush();
    this.startNext();
  }

  /** As if the process had died: nothing that happens from now on is kept. */
  die(): void {
    this.deployment.die();
  }

  private execution(id: string): Execution {
    const found = this.deployment.execution(id);
    if (!found) throw errors.notFound('execution_not_found', 'There is no such execution.');
    return found;
  }

  private launch(id: string, force = false): void {
    const run: Run = { stop: 'no', listeners: new Set(), force };
    this.runs.set(id, run);
    void this.carryOut(id, run);
  }

  private async carryOut(id: string, run: Run): Promise<void> {
    if (this.execution(id).status === 'pending') this.enter(id, 'started');
    await this.deployment.flush();
    const end = await this.outcome(id, run);
    this.enter(id, end.status, end.error);
    await this.deployment.flush();
    this.startNext();
  }

  private async outcome(id: string, run: Run): Promise<{ status: ExecutionStatus; error: ExecutionError | null }> {
    const execution = this.execution(id);
    try {
      const workflow = this.workflows.get(execution.workflow);
      if (run.stop !== 'no') throw new WorkflowCancelled();
      if (execution.dryRun) await this.dryRun(execution, run);
      else await workflow.run(new WorkflowContext(this.deployment, id, this.handle(run, id)));
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

  private handle(run: Run, id: string): ExecutionHandle {
    return {
      call: (invocation) => this.calls.call(invocation),
      isUnderWay: (invocation) => this.calls.isUnderWay(invocation),
      stop: () => run.stop,
      onCancel: (then: () => void) => {
        run.listeners.add(then);
        return () => run.listeners.delete(then);
      },
      isCurrent: () => this.runs.get(id) === run,
      force: run.force,
      executor: this.ports.operations,
      clock: this.ports.clock,
    };
  }

  /** The whole workflow on a copy of the deployment, with operations that succeed at once. */
  private async dryRun(execution: Execution, run: Run): Promise<void> {
    const { deployment } = this;
    const note = (message: string) => deployment.change({ kind: 'event', event: { execution: execution.id, message } });
    const executor = new DryRunExecutor((invocation) =>
      note(`${invocation.operation} on ${subjectText(invocation.subject)} (dry run)`),
    );
    const model: InstanceModel = deployment.model;
    const copy = await Deployment.load(new MemoryStore(model));
    copy.change({ kind: 'execution', execution });
    const calls = new Calls(executor);
    const handle: ExecutionHandle = {
      ...this.handle(run, execution.id),
      executor,
      call: (invocation) => calls.call(invocation),
      isUnderWay: () => false,
    };
    try {
      await this.workflows.get(execution.workflow).run(new WorkflowContext(copy, execution.id, handle));
    } finally {
      const report = {
        ...copy.execution(execution.id)?.report,
        planned: executor.planned as unknown as JsonObject[],
        // what would be added is known by nobody else
        added: copy.instances
          .filter(({ id }) => !deployment.find(id))
          .map(({ id, node, index }) => ({ id, node, index })),
      };
      deployment.change({ kind: 'execution', execution: { ...this.execution(execution.id), report } });
    }
  }

  /** The oldest that waits begins, when nothing else runs here. */
  private startNext(): void {
    if (this.deployment.executions.some(({ status }) => isActive(status))) return;
    const next = this.deployment.executions.find(({ status }) => status === 'queued');
    if (!next) return;
    this.enter(next.id, 'pending');
    this.launch(next.id);
  }

  private enter(id: string, status: ExecutionStatus, error: ExecutionError | null = null): void {
    const execution = this.execution(id);
    const next: Execution = { ...execution, status, statuses: [...execution.statuses, status], error };
    this.deployment.change({ kind: 'execution', execution: next });
    this.ports.onStatus?.(next);
  }
}
