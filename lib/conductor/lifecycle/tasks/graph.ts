import { isDone, type OperationTask, type StateChange, type SubgraphTask, type Task } from '@/lib/model/lifecycle/task';

/** What a graph says of itself, and asks for, while it runs. */
export interface GraphListener {
  /** an instance enters a state, together with the task that has changed */
  entered(change: StateChange): void;
  /**
   * Tasks that take the place of a subgraph that has failed; the first is the subgraph.
   *
   * @returns null when it has had all its retries
   */
  rebuild(failed: SubgraphTask, firstId: number): Task[] | null;
}

/**
 * The state of a graph of tasks: what is ready, what has ended, what a failure means for others. It knows no time and
 * calls nothing; every task and every dependency is looked at a bounded number of times.
 */
export class TaskGraph {
  /** why operations failed for good, by task; failures that nobody minds are not among them */
  readonly failures = new Map<number, string>();
  /** operations that were begun and have not ended, those that wait for another try among them */
  running = 0;
  private readonly waits: number[] = [];
  private readonly dependants: number[][] = [];
  private readonly members: number[][] = [];
  private readonly subgraphs: ({ open: number; running: number; failing: boolean } | undefined)[] = [];
  private ready: number[] = [];
  private calls: OperationTask[] = [];

  constructor(
    readonly tasks: Task[],
    private readonly listener: GraphListener,
  ) {
    for (const task of tasks) this.enlist(task);
    for (const task of tasks) this.connect(task);
    for (const task of tasks) {
      if (task.state === 'pending' && this.waits[task.id] === 0) this.ready.push(task.id);
      if (task.kind === 'subgraph' && task.state === 'started') this.completeWhenEmpty(task);
    }
  }

  /** Operations that may be called now; each is given out once. */
  takeCalls(): OperationTask[] {
    this.advance();
    const { calls } = this;
    this.calls = [];
    return calls;
  }

  succeed(id: number): void {
    const task = this.operation(id);
    task.state = 'succeeded';
    if (task.leave) this.listener.entered(task.leave);
    this.ended(task);
  }

  /** An operation failed and its failure is of no consequence. */
  ignore(id: number): void {
    const task = this.operation(id);
    task.state = 'ignored';
    this.ended(task);
  }

  fail(id: number, message: string): void {
    const task = this.operation(id);
    task.state = 'failed';
    this.failures.set(id, message);
    this.running -= 1;
    if (task.parent === null) return;
    const subgraph = this.of(task.parent);
    subgraph.running -= 1;
    subgraph.failing = true;
    this.settle(task.parent);
  }

  /** An operation waits for its next try. */
  postpone(id: number): void {
    this.operation(id).state = 'pending';
  }

  /** The next try of an operation that was postponed; none where its subgraph has failed meanwhile. */
  retry(id: number): void {
    const task = this.operation(id);
    this.running -= 1;
    if (task.parent !== null) {
      const subgraph = this.of(task.parent);
      subgraph.running -= 1;
      if (subgraph.failing) {
        this.settle(task.parent);
        return;
      }
    }
    this.ready.push(id);
  }

  private enlist(task: Task): void {
    this.dependants[task.id] = [];
    if (task.kind === 'subgraph') {
      this.members[task.id] = [];
      this.subgraphs[task.id] = { open: 0, running: 0, failing: false };
    }
  }

  private connect(task: Task): void {
    if (isDone(task.state) || task.state === 'replaced') return;
    let waits = 0;
    for (const on of task.after) {
      const target = this.newest(on);
      if (isDone((this.tasks[target] as Task).state)) continue;
      this.dependants[target]?.push(task.id);
      waits += 1;
    }
    if (task.parent !== null) {
      const subgraph = this.of(task.parent);
      subgraph.open += 1;
      this.members[task.parent]?.push(task.id);
      if ((this.tasks[task.parent] as Task).state !== 'started') waits += 1;
    }
    this.waits[task.id] = waits;
    if (task.kind === 'operation' && task.state === 'started') this.count(task, 1);
  }

  /** The task that stands where a task once stood. */
  private newest(id: number): number {
    let at = id;
    for (let next = this.tasks[at]?.replacedBy; next !== undefined; next = this.tasks[at]?.replacedBy) at = next;
    return at;
  }

  private advance(): void {
    while (this.ready.length > 0) {
      const batch = this.ready;
      this.ready = [];
      for (const id of batch) this.begin(this.tasks[id] as Task);
    }
  }

  private begin(task: Task): void {
    if (task.parent !== null && this.of(task.parent).failing) return;
    if (task.enter && (task.kind !== 'operation' || task.attempts === task.before)) this.listener.entered(task.enter);
    if (task.kind === 'operation') {
      task.attempts += 1;
      task.state = 'started';
      this.count(task, 1);
      this.calls.push(task);
    } else if (task.kind === 'barrier') {
      task.state = 'succeeded';
      if (task.leave) this.listener.entered(task.leave);
      this.release(task);
    } else {
      task.state = 'started';
      for (const member of this.members[task.id] ?? []) this.arrive(member);
      this.completeWhenEmpty(task);
    }
  }

  private count(task: OperationTask, by: 1 | -1): void {
    this.running += by;
    if (task.parent !== null) this.of(task.parent).running += by;
  }

  private ended(task: OperationTask): void {
    this.count(task, -1);
    this.release(task);
  }

  /** What waited for a task that is done goes on. */
  private release(task: Task): void {
    for (const dependant of this.dependants[task.id] ?? []) this.arrive(dependant);
    if (task.parent === null) return;
    const subgraph = this.of(task.parent);
    subgraph.open -= 1;
    if (subgraph.failing) this.settle(task.parent);
    else this.completeWhenEmpty(this.tasks[task.parent] as SubgraphTask);
  }

  private arrive(id: number): void {
    const left = (this.waits[id] ?? 0) - 1;
    this.waits[id] = left;
    if (left === 0) this.ready.push(id);
  }

  private completeWhenEmpty(task: SubgraphTask): void {
    if (this.of(task.id).open > 0 || task.state !== 'started') return;
    task.state = 'succeeded';
    if (task.leave) this.listener.entered(task.leave);
    this.release(task);
  }

  /** A subgraph has failed once nothing of it runs any more. */
  private settle(id: number): void {
    const task = this.tasks[id] as SubgraphTask;
    if (this.of(id).running > 0 || task.state !== 'started') return;
    const tasks = this.listener.rebuild(task, this.tasks.length);
    if (tasks) this.replace(task, tasks);
    else if (task.onFailure === 'record') {
      this.dropFailures(id);
      task.state = 'ignored';
      this.release(task);
    } else task.state = 'failed';
  }

  private replace(old: SubgraphTask, tasks: Task[]): void {
    this.dropFailures(old.id);
    const [subgraph] = tasks as [Task];
    for (const task of tasks) {
      this.tasks.push(task);
      this.enlist(task);
    }
    for (const task of tasks) this.connect(task);
    this.moveDependants(old, subgraph.id);
    const names = new Map(tasks.slice(1).map((task) => [task.name, task.id]));
    for (const member of this.members[old.id] ?? []) {
      const task = this.tasks[member] as Task;
      if (!isDone(task.state)) this.moveDependants(task, names.get(task.name) ?? subgraph.id, old.id);
    }
    this.ready.push(subgraph.id);
  }

  /** What waited for a task waits for another one; what is in the same subgraph is gone with it. */
  private moveDependants(old: Task, target: number, within: number | null = null): void {
    for (const dependant of this.dependants[old.id] ?? []) {
      if (within === null || this.tasks[dependant]?.parent !== within) this.dependants[target]?.push(dependant);
    }
    this.dependants[old.id] = [];
    old.replacedBy = target;
    old.state = 'replaced';
  }

  private dropFailures(subgraph: number): void {
    for (const member of this.members[subgraph] ?? []) this.failures.delete(member);
  }

  private operation(id: number): OperationTask {
    return this.tasks[id] as OperationTask;
  }

  private of(id: number) {
    return this.subgraphs[id] as { open: number; running: number; failing: boolean };
  }
}
