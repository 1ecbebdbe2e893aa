import type { Json } from '@/lib/model/json';
import type { InstanceModel } from '@/lib/model/lifecycle/expand';
import type { Change, LifecycleEvent, LifecycleStore, Stored } from './ports';
import { applyChange, InstancePlaces } from './stored';
import type { Task } from './tasks/task';

/**
 * Keeps a deployment in memory: for tests, for dry runs, whose changes nobody keeps, and for cases of the conformance
 * suite, in which an engine dies and another one goes on from here.
 */
export class MemoryStore implements LifecycleStore {
  readonly events: LifecycleEvent[] = [];
  private readonly stored: Stored;
  private readonly places = new InstancePlaces();

  constructor(model: InstanceModel) {
    this.stored = { model: copyModel(model), modifications: [], executions: [], graphs: new Map(), memos: new Map() };
  }

  /** A copy: what an engine does with it is seen by nobody before it is committed. */
  async load(): Promise<Stored> {
    const { model, modifications, executions, graphs, memos } = this.stored;
    return {
      model: copyModel(model),
      modifications: [...modifications],
      executions: structuredClone(executions),
      graphs: new Map([...graphs].map(([execution, named]) => [execution, copyGraphs(named)])),
      memos: new Map([...memos].map(([execution, named]) => [execution, new Map<string, Json>(named)])),
    };
  }

  async commit(changes: readonly Change[]): Promise<void> {
    for (const change of changes) {
      if (change.kind === 'event') this.events.push(change.event);
      else applyChange(this.stored, detached(change), this.places);
    }
  }
}

/** A change without anything that an engine goes on changing. */
function detached(change: Change): Change {
  switch (change.kind) {
    case 'graph':
      return { ...change, tasks: change.tasks.map(copyTask) };
    case 'tasks':
      return { ...change, added: change.added.map(copyTask) };
    case 'model':
      return { ...change, model: copyModel(change.model) };
    case 'execution':
      return structuredClone(change);
    default:
      return change;
  }
}

/** Instances are replaced, never changed: a copy of the list is a copy of the model. */
const copyModel = (model: InstanceModel): InstanceModel => ({ ...model, instances: [...model.instances] });
const copyTask = (task: Task): Task => ({ ...task, after: [...task.after] });
const copyGraphs = (named: Map<string, Task[]>) =>
  new Map([...named].map(([name, tasks]) => [name, tasks.map(copyTask)]));
