import type { JsonObject } from '@/lib/model/json';
import type { OperationSubject } from '@/lib/model/lifecycle/execution';
import type { OperationTask, StateChange, SubgraphTask, Task } from '@/lib/model/lifecycle/task';

type OperationOptions = Partial<
  Pick<OperationTask, 'enter' | 'leave' | 'onFailure' | 'once' | 'finding' | 'untilTrue'> & { inputs: JsonObject }
>;
type SubgraphOptions = Partial<Pick<SubgraphTask, 'enter' | 'leave' | 'onFailure' | 'retry' | 'about'>>;

/** Makes the tasks of a graph. */
export class GraphBuilder {
  readonly tasks: Task[] = [];

  /** @param firstId of the tasks that are made; above 0 for tasks that join a graph */
  constructor(private readonly firstId = 0) {}

  operation(
    parent: number | null,
    operation: string,
    subject: OperationSubject,
    options: OperationOptions = {},
  ): number {
    return this.add({
      kind: 'operation',
      operation,
      subject,
      name: operation,
      inputs: {},
      attempts: 0,
      before: 0,
      onFailure: 'fail',
      ...options,
      ...this.base(parent),
    });
  }

  subgraph(name: string, options: SubgraphOptions = {}): number {
    return this.add({ kind: 'subgraph', name, onFailure: 'fail', ...options, ...this.base(null) });
  }

  barrier(parent: number | null, name: string, states: { enter?: StateChange; leave?: StateChange } = {}): number {
    return this.add({ kind: 'barrier', name, ...states, ...this.base(parent) });
  }

  get(id: number): Task {
    return this.tasks[id - this.firstId] as Task;
  }

  /** Lets a task wait for another. */
  after(task: number, on: number): void {
    this.get(task).after.push(on);
  }

  private base(parent: number | null) {
    return { id: this.firstId + this.tasks.length, parent, after: [] as number[], state: 'pending' as const };
  }

  private add(task: Task): number {
    this.tasks.push(task);
    return task.id;
  }
}

/** Tasks of one subgraph, one after the other; several may stand side by side. */
export class Sequence {
  private last: readonly number[] = [];

  constructor(
    readonly graph: GraphBuilder,
    readonly parent: number | null,
  ) {}

  /** Puts tasks, side by side, after all that there are so far. */
  add(...tasks: number[]): void {
    if (tasks.length === 0) return;
    if (this.last.length > 1 && tasks.length > 1) {
      const barrier = this.graph.barrier(this.parent, 'barrier');
      for (const one of this.last) this.graph.after(barrier, one);
      this.last = [barrier];
    }
    for (const task of tasks) for (const one of this.last) this.graph.after(task, one);
    this.last = tasks;
  }
}
