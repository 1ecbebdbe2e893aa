import type { Json } from '@/lib/model/json';
import type { Execution } from '@/lib/model/lifecycle/execution';
import type { InstanceModel } from '@/lib/model/lifecycle/expand';
import type { InstanceStatus, NodeInstance } from '@/lib/model/lifecycle/instance';
import { NodeTypes } from '@/lib/model/lifecycle/node-types';
import type { NodeTemplate } from '@/lib/model/lifecycle/template';
import type { Change, LifecycleStore, Modification, Stored } from './ports';
import { applyChange, InstancePlaces } from './stored';
import type { StateChange, Task } from './tasks/task';

/**
 * One deployment as an engine works with it: every change is seen at once here, and kept with all others that came
 * before it, in one commit, before the next operation begins.
 */
export class Deployment {
  private readonly places = new InstancePlaces();
  private pending: Change[] = [];
  private committing: Promise<void> = Promise.resolve();
  private nodes: ReadonlyMap<string, NodeTemplate>;
  private knownTypes: NodeTypes;
  private isDead = false;

  private constructor(
    private readonly store: LifecycleStore,
    private readonly stored: Stored,
  ) {
    this.nodes = nodesOf(stored.model);
    this.knownTypes = new NodeTypes(stored.model.template.types);
  }

  static async load(store: LifecycleStore): Promise<Deployment> {
    return new Deployment(store, await store.load());
  }

  get model(): InstanceModel {
    return this.stored.model;
  }

  get instances(): readonly NodeInstance[] {
    return this.stored.model.instances;
  }

  get types(): NodeTypes {
    return this.knownTypes;
  }

  get executions(): readonly Execution[] {
    return this.stored.executions;
  }

  get modifications(): readonly Modification[] {
    return this.stored.modifications;
  }

  find(id: string): NodeInstance | undefined {
    const at = this.places.of(this.stored, id);
    return at === undefined ? undefined : this.stored.model.instances[at];
  }

  /** An instance that is known to be there. */
  instance(id: string): NodeInstance {
    const found = this.find(id);
    if (!found) throw new Error(`There is no instance ${id}.`);
    return found;
  }

  node(id: string): NodeTemplate {
    const found = this.nodes.get(id);
    if (!found) throw new Error(`There is no node ${id}.`);
    return found;
  }

  nodeOf(instance: NodeInstance): NodeTemplate {
    return this.node(instance.node);
  }

  isHost(instance: NodeInstance): boolean {
    return this.types.isHost(this.nodeOf(instance).type);
  }

  execution(id: string): Execution | undefined {
    return this.stored.executions.find((execution) => execution.id === id);
  }

  graph(execution: string, name: string): Task[] | undefined {
    return this.stored.graphs.get(execution)?.get(name);
  }

  memo(execution: string, name: string): Json | undefined {
    return this.stored.memos.get(execution)?.get(name);
  }

  change(...changes: Change[]): void {
    if (this.isDead) return;
    for (const change of changes) {
      // tasks are changed by their graph itself
      if (change.kind !== 'tasks') applyChange(this.stored, change, this.places);
      if (change.kind === 'graph') this.stored.graphs.get(change.execution)?.set(change.name, change.tasks as Task[]);
      if (change.kind === 'model') {
        this.nodes = nodesOf(change.model);
        this.knownTypes = new NodeTypes(change.model.template.types);
      }
      this.pending.push(change);
    }
  }

  /** An instance enters a state; with some states it is known what it is like (digest, section 1). */
  enter({ instance: id, state }: StateChange): void {
    const instance = this.find(id);
    if (!instance) return;
    const patch: Partial<NodeInstance> = { state };
    if (state === 'configured' || state === 'started') Object.assign(patch, NO_DRIFT);
    if (state === 'started') Object.assign(patch, withStatus(instance, { ok: true, source: 'started' }));
    this.change({ kind: 'instance', id, patch });
  }

  /** Keeps all changes so far. */
  flush(): Promise<void> {
    if (this.isDead) return new Promise(() => {});
    if (this.pending.length === 0) return this.committing;
    const changes = this.pending;
    this.pending = [];
    this.committing = this.committing.then(() => (this.isDead ? new Promise(() => {}) : this.store.commit(changes)));
    return this.committing;
  }

  /** From now on nothing is kept, and nobody comes back from a commit: as if the process had died. */
  die(): void {
    this.isDead = true;
  }
}

const NO_DRIFT: Partial<NodeInstance> = { drift: null, sourceDrift: {}, targetDrift: {} };

/** What an instance's status becomes; the one before it is kept. */
export function withStatus({ status }: NodeInstance, next: InstanceStatus): Partial<NodeInstance> {
  return { status: next, previousStatus: status };
}

function nodesOf({ template }: InstanceModel): ReadonlyMap<string, NodeTemplate> {
  return new Map(template.nodes.map((node) => [node.id, node]));
}
