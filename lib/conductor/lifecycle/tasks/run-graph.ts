import type { OperationFailure } from '@/lib/model/lifecycle/execution';
import type { LifecycleClock, OperationResult } from '../ports';
import { type GraphListener, TaskGraph } from './graph';
import type { Resumption } from './resume';
import type { OperationTask, Task, TaskPatch } from './task';

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
  /** milliseconds that what runs may go on after the first error, or after a cancel */
  readonly waitAfterFail: number;
  readonly listener: GraphListener;
  call(task: OperationTask): Promise<OperationResult>;
  policy(task: OperationTask): RetryPolicy;
  /** notes what an operation found out; together with the task */
  found(task: OperationTask, result: OperationResult): void;
  ignored(task: OperationTask, message: string): void;
  retried(task: OperationTask, message: string, attempt: number, limit: number): void;
  /** keeps what has changed, before anything else is called */
  keep(changes: { patches: TaskPatch[]; added: Task[] }): Promise<void>;
  /** an operation ended when nobody waited for it any more */
  endedLate(task: OperationTask, result: OperationResult): void;
  /** `force`: nothing is waited for any more */
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
 * nothing is ready any more or the time is over (digest, section 1, "graph execution").
 */
export function runGraph(tasks: Task[], resumption: Resumption, host: GraphHost): Promise<GraphOutcome> {
  return new GraphRun(tasks, resumption, host).run();
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
  private over = false;
  private deadline: (() => void) | null = null;
  private isLate = false;
  private readonly timers = new Set<() => void>();

  constructor(
    tasks: Task[],
    private readonly resumption: Resumption,
    private readonly host: GraphHost,
  ) {
    this.graph = new TaskGraph(tasks, host.listener);
  }

  async run(): Promise<GraphOutcome> {
    const { graph, host } = this;
    const uncancel = host.onCancel(() => this.wake());
    for (const change of this.resumption.late) host.listener.entered(change);
    for (const task of this.resumption.lost) this.inbox.push({ task, result: interrupted(task) });
    this.send(this.resumption.reattached);
    try {
      for (;;) {
        for (const ended of this.inbox.splice(0)) this.settle(ended);
        const stop = host.stop();
        const isStopping = stop !== 'no';
        const calls = isStopping ? [] : graph.takeCalls();
        this.watchDeadline(isStopping || graph.failures.size > 0);
        const changes = graph.takeChanges();
        await host.keep(changes);
        this.send(calls);
        if (this.inbox.length > 0) continue;
        if (this.isLate || stop === 'force' || (this.sent === 0 && (isStopping || this.timers.size === 0))) break;
        await this.somethingHappens();
      }
    } finally {
      this.over = true;
      uncancel();
      this.deadline?.();
      for (const cancel of this.timers) cancel();
    }
    if (graph.failures.size > 0) return { outcome: 'failed', failures: this.failures() };
    return host.stop() !== 'no' ? { outcome: 'cancelled' } : { outcome: 'succeeded' };
  }

  private send(calls: readonly OperationTask[]): void {
    for (const task of calls) {
      this.sent += 1;
      this.host.call(task).then((result) => {
        if (this.over) {
          this.host.endedLate(task, result);
          return;
        }
        this.sent -= 1;
        this.inbox.push({ task, result });
        this.wake();
      });
    }
  }

  private settle({ task, result }: Ended): void {
    const { graph, host } = this;
    if ('retry' in result) {
      this.retryOrFail(task, result.message, result.retryAfter, false);
      return;
    }
    if (!result.ok) {
      if (result.recoverable && task.onFailure !== 'ignore')
        this.retryOrFail(task, result.message, result.retryAfter, true);
      else this.failed(task, result.message, true);
      return;
    }
    if (task.untilTrue && result.value !== true) {
      this.again(task, host.policy(task).interval);
      return;
    }
    host.found(task, result);
    graph.succeed(task.id);
  }

  /** @param mayPass whether the task's own way with failures applies when retries are exhausted */
  private retryOrFail(task: OperationTask, message: string, after: number | undefined, mayPass: boolean): void {
    const { limit, interval } = this.host.policy(task);
    const tried = task.attempts - task.before;
    if (limit >= 0 && tried > limit) {
      this.failed(task, message, mayPass);
      return;
    }
    this.host.retried(task, message, tried, limit);
    this.again(task, after === undefined ? interval : after * 1000);
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

  private failed(task: OperationTask, message: string, mayPass: boolean): void {
    this.host.found(task, { ok: false, message, recoverable: false });
    if (task.onFailure === 'fail' || !mayPass) {
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

  /** Time runs from the first error that counts; one that an instance's next try undoes does not. */
  private watchDeadline(isRunning: boolean): void {
    if (!isRunning) {
      this.deadline?.();
      this.deadline = null;
      return;
    }
    this.deadline ??= this.host.clock.after(this.host.waitAfterFail, () => {
      this.isLate = true;
      this.wake();
    });
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
