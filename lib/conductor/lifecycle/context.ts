import type { Json, JsonObject } from '@/lib/model/json';
import type { Execution } from '@/lib/model/lifecycle/execution';
import { isDrift, type NodeInstance } from '@/lib/model/lifecycle/instance';
import { operationsOfSide } from '@/lib/model/lifecycle/operations';
import type { OperationTemplate } from '@/lib/model/lifecycle/template';
import { type Deployment, withStatus } from './deployment';
import { operationErrors, subjectText, WorkflowCancelled } from './failures';
import { inputProblem } from './inputs';
import type { Invocation, LifecycleClock, OperationExecutor, OperationResult } from './ports';
import { cleanUpInterrupted } from './sequences/clean-up';
import { rebuiltSubgraph } from './sequences/rebuild';
import { GraphBuilder } from './tasks/builder';
import { prepareResume } from './tasks/resume';
import { type GraphHost, type RetryPolicy, runGraph } from './tasks/run-graph';
import type { OperationTask, Task } from './tasks/task';

/** What a running execution needs of the engine. */
export interface ExecutionHandle {
  /** calls an operation; what still runs of the same instance ends before */
  call(invocation: Invocation): Promise<OperationResult>;
  /** whether a call that this engine made is still under way, and wanted */
  isUnderWay(invocation: Invocation): boolean;
  stop(): 'no' | 'cancel' | 'force';
  onCancel(then: () => void): () => void;
  /** whether the execution has not been resumed since */
  isCurrent(): boolean;
  /** whether the execution was resumed with force */
  readonly force: boolean;
  readonly executor: OperationExecutor;
  readonly clock: LifecycleClock;
}

/** What a workflow works with: the deployment, its parameters, graphs that it runs, decisions that it keeps. */
export class WorkflowContext {
  constructor(
    readonly deployment: Deployment,
    readonly executionId: string,
    private readonly handle: ExecutionHandle,
    private readonly own: JsonObject | null = null,
  ) {}

  /** The same execution with other parameters, for a workflow that runs in the place of another. */
  withParameters(parameters: JsonObject): WorkflowContext {
    return new WorkflowContext(this.deployment, this.executionId, this.handle, parameters);
  }

  get execution(): Execution {
    const found = this.deployment.execution(this.executionId);
    if (!found) throw new Error(`There is no execution ${this.executionId}.`);
    return found;
  }

  get parameters(): JsonObject {
    return this.own ?? this.execution.parameters;
  }

  /** A decision that is made once: when the workflow runs again after a failure or a crash, it is what it was. */
  once<T extends Json>(name: string, decide: () => T): T {
    const known = this.deployment.memo(this.executionId, name);
    if (known !== undefined) return known as T;
    const value = decide();
    this.deployment.change({ kind: 'memo', execution: this.executionId, name, value });
    return value;
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
    const stored = this.deployment.graph(this.executionId, name);
    const tasks = stored ?? built(build);
    const host = this.host(name);
    const resumption = prepareResume(tasks, this.handle.force, (task) => this.fate(name, task));
    if (stored) cleanUpInterrupted(tasks, this.deployment);
    if (tasks.length > 0) this.deployment.change({ kind: 'graph', execution: this.executionId, name, tasks });
    const result = await runGraph(tasks, resumption, host);
    if (result.outcome === 'failed') throw operationErrors(result.failures);
    if (result.outcome === 'cancelled') throw new WorkflowCancelled();
    return new Set(
      tasks.flatMap((task) => (task.kind === 'subgraph' && task.state === 'ignored' ? (task.about ?? []) : [])),
    );
  }

  /** Keeps everything so far. */
  flush(): Promise<void> {
    return this.deployment.flush();
  }

  log(message: string): void {
    this.deployment.change({ kind: 'event', event: { execution: this.executionId, message } });
  }

  /** Adds to what the execution reports. */
  report(report: JsonObject): void {
    const { execution } = this;
    this.deployment.change({
      kind: 'execution',
      execution: { ...execution, report: { ...execution.report, ...report } },
    });
  }

  private host(name: string): GraphHost {
    const { deployment, executionId, handle, execution } = this;
    const note = (task: OperationTask, message: string) =>
      deployment.change({
        kind: 'event',
        event: { execution: executionId, message, subject: task.subject, operation: task.operation },
      });
    return {
      clock: handle.clock,
      waitAfterFail: execution.options.waitAfterFail * 1000,
      listener: {
        entered: (change) => deployment.enter(change),
        rebuild: (failed, firstId) => rebuiltSubgraph(failed, firstId, deployment, execution.options.subgraphRetries),
      },
      call: (task) => this.call(name, task),
      policy: (task) => this.policy(task),
      found: (task, result) => this.found(task, result),
      ignored: (task, message) =>
        note(task, `Ignoring task ${task.operation} failure on ${subjectText(task.subject)}: ${message}`),
      retried: (task, message, attempt, limit) =>
        note(
          task,
          `${task.operation} on ${subjectText(task.subject)}: ${message} [retry ${attempt}${limit < 0 ? '' : `/${limit}`}]`,
        ),
      keep: ({ patches, added }) => {
        if (patches.length + added.length > 0) {
          deployment.change({ kind: 'tasks', execution: executionId, name, patches, added });
        }
        return deployment.flush();
      },
      endedLate: (task, result) => this.endedLate(name, task, result),
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

  private call(graph: string, task: OperationTask): Promise<OperationResult> {
    const invocation = this.invocation(graph, task);
    const problem = inputProblem(invocation.template, invocation.inputs);
    if (problem !== null) return Promise.resolve({ ok: false, message: problem, recoverable: false });
    return this.handle.call(invocation);
  }

  private fate(graph: string, task: OperationTask): 'again' | 'reattach' | 'lost' {
    const invocation = this.invocation(graph, task);
    if (this.handle.isUnderWay(invocation) || this.handle.executor.reattaches(invocation)) return 'reattach';
    return invocation.template.resumable ? 'again' : 'lost';
  }

  private invocation(graph: string, task: OperationTask): Invocation {
    const template = this.template(task);
    const { limit, interval } = this.policy(task);
    return {
      id: `${this.executionId}/${graph}/${task.id}/${task.attempts}`,
      execution: this.executionId,
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
    if ('retry' in result) return;
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
    this.deployment.change({ kind: 'instance', id, patch });
  }

  /** What ends after its execution is kept as well, unless nobody was to wait for it. */
  private endedLate(name: string, task: OperationTask, result: OperationResult): void {
    if (this.handle.stop() === 'force' || !this.handle.isCurrent() || task.state !== 'started') return;
    const ok = 'ok' in result && result.ok;
    task.state = ok ? 'succeeded' : 'failed';
    if (ok) {
      task.late = true;
      this.found(task, result);
    }
    const patch = { id: task.id, state: task.state, ...(ok ? { late: true } : {}) };
    this.deployment.change({ kind: 'tasks', execution: this.executionId, name, patches: [patch], added: [] });
    void this.deployment.flush();
  }
}

function built(build: (graph: GraphBuilder) => void): Task[] {
  const builder = new GraphBuilder();
  build(builder);
  return builder.tasks;
}
