import type { OperationFailure } from '@/lib/model/lifecycle/execution';
import type { OperationTask, Task } from '@/lib/model/lifecycle/task';
import type { LifecycleClock, OperationResult } from '../ports';
import { type GraphListener, TaskGraph } from './graph';

/** How an operation is tried again. */
export interface RetryPolicy {
  /** -1 for no limit */
  limit: number;
  /** milliseconds */
  interval: number;
}

/** What a running graph needs of the execution that it belongs to. */
export interface GraphHost {
  readonly clock: LifecycleClock;
  readonly listener: GraphListener;
  call(task: OperationTask): Promise<OperationResult>;
  policy(task: OperationTask): RetryPolicy;
  /** notes what an operation found out; together with the task */
  found(task: OperationTask, result: OperationResult): void;
  ignored(task: OperationTask, message: string): void;
  retried(task: OperationTask, message: string, attempt: number, limit: number): void;
  /** `force`: nothing is waited for any more, and nothing that still ends changes anything */
  stop(): 'no' | 'cancel' | 'force';
  /** calls back on a cancel; returns what calls it off */
  onCancel(then: () => void): () => void;
}

export type GraphOutcome =
  | { outcome: 'succeeded' }
  | { outcome: 'cancelled' }
  | { outcome: 'failed'; failures: OperationFailure[] };

/**
 * Runs a graph to its end: everything that is ready at once, and after an error whatever does not depend on it, until
 * nothing is ready any more (docs/lifecycle.md).
 *
 * @param lost operations that were interrupted and may not be called again: they fail
 */
export function runGraph(tasks: Task[], lost: readonly OperationTask[], host: GraphHost): Promise<GraphOutcome> {
  return new GraphRun(tasks, lost, host).run();
}

interface Ended {
  task: OperationTask;
  result: OperationResult;
}

class GraphRun {
  private readonly graph: TaskGraph;
  private inbox: Ended[] = [];
  private resolve: (() => void) | null = null;
  private woken = false;
  private sent = 0;
  private readonly timers = new Set<() => void>();

  constructor(
    tasks: Task[],
    lost: readonly OperationTask[],
    private readonly host: GraphHost,
  ) {
    this.graph = new TaskGraph(tasks, host.listener);
    for (const task of lost) this.inbox.push({ task, result: interrupted(task) });
  }

  async run(): Promise<GraphOutcome> {
    const { graph, host } = this;
    const uncancel = host.onCancel(() => this.wake());
    try {
      for (;;) {
        if (host.stop() === 'force') break;
        for (const ended of this.inbox.splice(0)) this.settle(ended);
        const isStopping = host.stop() !== 'no';
        this.send(isStopping ? [] : graph.takeCalls());
        if (this.sent === 0 && (isStopping || this.timers.size === 0)) break;
        await this.somethingHappens();
      }
    } finally {
      uncancel();
      for (const cancel of this.timers) cancel();
    }
    if (graph.failures.size > 0) return { outcome: 'failed', failures: this.failures() };
    return host.stop() !== 'no' ? { outcome: 'cancelled' } : { outcome: 'succeeded' };
  }

  private send(calls: readonly OperationTask[]): void {
    for (const task of calls) {
      this.sent += 1;
      this.host.call(task).then((result) => {
        this.sent -= 1;
        this.inbox.push({ task, result });
        this.wake();
      });
    }
  }

  private settle({ task, result }: Ended): void {
    const { graph, host } = this;
    if (!result.ok) {
      if (result.recoverable && task.onFailure !== 'ignore') this.retryOrFail(task, result.message);
      else this.failed(task, result.message);
      return;
    }
    if (task.untilTrue && result.value !== true) {
      this.again(task, host.policy(task).interval);
      return;
    }
    host.found(task, result);
    graph.succeed(task.id);
  }

  private retryOrFail(task: OperationTask, message: string): void {
    const { limit, interval } = this.host.policy(task);
    const tried = task.attempts - task.before;
    if (limit >= 0 && tried > limit) {
      this.failed(task, message);
      return;
    }
    this.host.retried(task, message, tried, limit);
    this.again(task, interval);
  }

  private again(task: OperationTask, wait: number): void {
    this.graph.postpone(task.id);
    if (wait <= 0) {
      this.graph.retry(task.id);
      return;
    }
    const cancel = this.host.clock.after(wait, () => {
      this.timers.delete(cancel);
      this.graph.retry(task.id);
      this.wake();
    });
    this.timers.add(cancel);
  }

  private failed(task: OperationTask, message: string): void {
    this.host.found(task, { ok: false, message, recoverable: false });
    if (task.onFailure === 'fail') {
      this.graph.fail(task.id, message);
      return;
    }
    if (task.onFailure === 'ignore') this.host.ignored(task, message);
    this.graph.ignore(task.id);
  }

  private wake(): void {
    this.woken = true;
    this.resolve?.();
  }

  private async somethingHappens(): Promise<void> {
    if (!this.woken) {
      await new Promise<void>((resolve) => {
        this.resolve = resolve;
      });
    }
    this.resolve = null;
    this.woken = false;
  }

  private failures(): OperationFailure[] {
    return [...this.graph.failures].map(([id, message]) => {
      const { operation, subject } = this.graph.tasks[id] as OperationTask;
      return { operation, subject, message };
    });
  }
}

function interrupted({ operation }: OperationTask): OperationResult {
  const message = `${operation} was interrupted, and nobody knows how far it came. It may not be run again by itself; resume with force to run it again.`;
  return { ok: false, message, recoverable: false };
}
