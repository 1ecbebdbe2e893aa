import type { Json, JsonObject } from '@/lib/model/json';
import type { Execution } from '@/lib/model/lifecycle/execution';
import { isDrift, type NodeInstance } from '@/lib/model/lifecycle/instance';
import { operationsOfSide } from '@/lib/model/lifecycle/operations';
import type { OperationTask, Task } from '@/lib/model/lifecycle/task';
import type { OperationTemplate } from '@/lib/model/lifecycle/template';
import { type Deployment, withStatus } from './deployment';
import { operationErrors, subjectText, WorkflowCancelled } from './failures';
import { inputProblem } from './inputs';
import type { Invocation, LifecycleClock, LifecycleEvent, OperationResult } from './ports';
import { cleanUpInterrupted } from './sequences/clean-up';
import { rebuiltSubgraph } from './sequences/rebuild';
import { GraphBuilder } from './tasks/builder';
import { prepareResume } from './tasks/resume';
import { type GraphHost, type RetryPolicy, runGraph } from './tasks/run-graph';

/** What a running execution needs of the engine. */
export interface ExecutionHandle {
  call(invocation: Invocation): Promise<OperationResult>;
  stop(): 'no' | 'cancel' | 'force';
  onCancel(then: () => void): () => void;
  onEvent(event: LifecycleEvent): void;
  /** whether the execution was resumed with force */
  readonly force: boolean;
  readonly clock: LifecycleClock;
}

/** What a workflow works with: the deployment, its parameters, graphs that it runs, decisions that it keeps. */
export class WorkflowContext {
  constructor(
    readonly deployment: Deployment,
    private readonly handle: ExecutionHandle,
    private readonly own: JsonObject | null = null,
  ) {}

  /** The same execution with other parameters, for a workflow that runs in the place of another. */
  withParameters(parameters: JsonObject): WorkflowContext {
    return new WorkflowContext(this.deployment, this.handle, parameters);
  }

  get parameters(): JsonObject {
    return this.own ?? this.execution.parameters;
  }

  /** A decision that was made; undefined as long as it was not. */
  memo(name: string): Json | undefined {
    return this.deployment.newest.memos[name];
  }

  /** A decision that is made once: when the workflow goes on after a failure or a cancel, it is what it was. */
  once<T extends Json>(name: string, decide: () => T): T {
    const { memos } = this.deployment.newest;
    if (!Object.hasOwn(memos, name)) memos[name] = decide();
    return memos[name] as T;
  }

  /** All graphs and decisions are dropped: when the execution is resumed it begins anew. */
  forget(): void {
    Object.assign(this.deployment.newest, { graphs: {}, memos: {} });
  }

  /**
   * Runs a graph; one that was stored goes on where it stopped.
   *
   * @param name the graph's, unique in the execution
   * @param build makes its tasks; not asked where they are stored
   * @returns instances whose repair or update failed, where a graph notes that
   * @throws WorkflowFailure with all errors, WorkflowCancelled
   */
  async run(name: string, build: (graph: GraphBuilder) => void): Promise<Set<string>> {
    if (this.handle.stop() !== 'no') throw new WorkflowCancelled();
    const { graphs } = this.deployment.newest;
    const stored = graphs[name];
    const tasks = stored ?? built(build);
    graphs[name] = tasks;
    const lost = prepareResume(tasks, (task) => this.handle.force || this.template(task).resumable === true);
    if (stored) cleanUpInterrupted(tasks, this.deployment);
    const result = await runGraph(tasks, lost, this.host());
    if (result.outcome === 'failed') throw operationErrors(result.failures);
    if (result.outcome === 'cancelled') throw new WorkflowCancelled();
    return new Set(
      tasks.flatMap((task) => (task.kind === 'subgraph' && task.state === 'ignored' ? (task.about ?? []) : [])),
    );
  }

  log(message: string): void {
    this.handle.onEvent({ message });
  }

  /** Adds to what the execution reports. */
  report(report: JsonObject): void {
    this.deployment.note({ report: { ...this.execution.report, ...report } });
  }

  private get execution(): Execution {
    return this.deployment.newest.execution;
  }

  private host(): GraphHost {
    const { deployment, handle, execution } = this;
    const note = (task: OperationTask, message: string) =>
      handle.onEvent({ message, subject: task.subject, operation: task.operation });
    return {
      clock: handle.clock,
      listener: {
        entered: (change) => deployment.enter(change),
        rebuild: (failed, firstId) => rebuiltSubgraph(failed, firstId, deployment, execution.options.subgraphRetries),
      },
      call: (task) => this.call(task),
      policy: (task) => this.policy(task),
      found: (task, result) => this.found(task, result),
      ignored: (task, message) =>
        note(task, `Ignoring task ${task.operation} failure on ${subjectText(task.subject)}: ${message}`),
      retried: (task, message, attempt, limit) =>
        note(
          task,
          `${task.operation} on ${subjectText(task.subject)}: ${message} [retry ${attempt}${limit < 0 ? '' : `/${limit}`}]`,
        ),
      stop: () => handle.stop(),
      onCancel: (then) => handle.onCancel(then),
    };
  }

  private policy(task: OperationTask): RetryPolicy {
    const { maxRetries, retryInterval } = this.template(task);
    const { options } = this.execution;
    const limit = maxRetries ?? (task.once ? 0 : options.taskRetries);
    return { limit, interval: (retryInterval ?? options.retryInterval) * 1000 };
  }

  private call(task: OperationTask): Promise<OperationResult> {
    const invocation = this.invocation(task);
    const problem = inputProblem(invocation.template, invocation.inputs);
    if (problem !== null) return Promise.resolve({ ok: false, message: problem, recoverable: false });
    return this.handle.call(invocation);
  }

  private invocation(task: OperationTask): Invocation {
    const template = this.template(task);
    const { limit, interval } = this.policy(task);
    return {
      operation: task.operation,
      subject: task.subject,
      template,
      inputs: { ...template.inputs, ...task.inputs },
      attempt: {
        number: task.attempts - task.before,
        // what is ignored is not tried again
        limit: task.onFailure === 'ignore' ? 0 : limit,
        interval: interval / 1000,
      },
    };
  }

  private template({ operation, subject }: OperationTask): OperationTemplate {
    const found =
      'instance' in subject
        ? this.deployment.nodeOf(this.deployment.instance(subject.instance)).operations[operation]
        : this.relationshipOperation(subject.source, subject.target, subject.side, operation);
    return found ?? { implementation: null };
  }

  private relationshipOperation(source: string, target: string, side: 'source' | 'target', operation: string) {
    const instance = this.deployment.instance(source);
    const node = this.deployment.nodeOf(instance);
    const targetNode = this.deployment.instance(target).node;
    for (const [at, relationship] of node.relationships.entries()) {
      if (instance.relationships[at]?.node !== targetNode) continue;
      const found = operationsOfSide(relationship, side)[operation];
      if (found?.implementation != null) return found;
    }
    return undefined;
  }

  private found(task: OperationTask, result: OperationResult): void {
    const value = result.ok ? (result.value ?? null) : null;
    if (result.ok && result.runtimeProperties && 'instance' in task.subject) {
      const instance = this.deployment.instance(task.subject.instance);
      const runtimeProperties = { ...instance.runtimeProperties, ...result.runtimeProperties };
      this.patch(instance, { runtimeProperties });
    }
    if (task.finding === 'status' && 'instance' in task.subject) {
      const message = result.ok ? {} : { message: result.message };
      const instance = this.deployment.instance(task.subject.instance);
      this.patch(instance, withStatus(instance, { ok: result.ok, source: 'check', ...message }));
    }
    if (task.finding === 'drift') this.foundDrift(task, { ok: result.ok, result: isDrift(value) ? value : null });
  }

  private foundDrift({ subject }: OperationTask, drift: { ok: boolean; result: Json }): void {
    if ('instance' in subject) {
      this.patch(this.deployment.instance(subject.instance), { drift });
    } else if (subject.side === 'source') {
      const source = this.deployment.instance(subject.source);
      this.patch(source, { sourceDrift: { ...source.sourceDrift, [subject.target]: drift } });
    } else {
      const target = this.deployment.instance(subject.target);
      this.patch(target, { targetDrift: { ...target.targetDrift, [subject.source]: drift } });
    }
  }

  private patch({ id }: NodeInstance, patch: Partial<NodeInstance>): void {
    this.deployment.patch(id, patch);
  }
}

function built(build: (graph: GraphBuilder) => void): Task[] {
  const builder = new GraphBuilder();
  build(builder);
  return builder.tasks;
}
