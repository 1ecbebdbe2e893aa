import type { Execution } from '@/lib/model/lifecycle/execution';
import type { InstanceModel } from '@/lib/model/lifecycle/expand';
import type { InstanceStatus, NodeInstance } from '@/lib/model/lifecycle/instance';
import { NodeTypes } from '@/lib/model/lifecycle/node-types';
import type { Modification, Progress } from '@/lib/model/lifecycle/progress';
import type { StateChange } from '@/lib/model/lifecycle/task';
import type { NodeTemplate } from '@/lib/model/lifecycle/template';

/** One deployment as an execution works with it: every change is seen at once. */
export class Deployment {
  private places: Map<string, number> | null = null;
  private nodes: ReadonlyMap<string, NodeTemplate>;
  private knownTypes: NodeTypes;
  private copied: NodeInstance[] | null = null;

  /**
   * @param current its topology and instances; replaced, never changed
   * @param modification that was left half-way
   * @param progress of the newest execution; null where none is known
   */
  constructor(
    private current: InstanceModel,
    public modification: Modification | null,
    private progress: Progress | null,
  ) {
    this.nodes = nodesOf(current);
    this.knownTypes = new NodeTypes(current.template.types);
  }

  get model(): InstanceModel {
    return this.current;
  }

  get instances(): readonly NodeInstance[] {
    return this.current.instances;
  }

  get types(): NodeTypes {
    return this.knownTypes;
  }

  /** @throws Error before the first execution */
  get newest(): Progress {
    if (this.progress === null) throw new Error('Nothing was executed yet.');
    return this.progress;
  }

  find(id: string): NodeInstance | undefined {
    this.places ??= new Map(this.current.instances.map((instance, at) => [instance.id, at]));
    const at = this.places.get(id);
    return at === undefined ? undefined : this.current.instances[at];
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

  /** Another execution begins: what was known of the one before is forgotten. */
  begin(execution: Execution): void {
    this.progress = { execution, graphs: {}, memos: {} };
  }

  /** Notes what has become of the execution. */
  note(patch: Partial<Execution>): void {
    Object.assign(this.newest, { execution: { ...this.newest.execution, ...patch } });
  }

  /** From now on another topology or other instances. */
  replace(model: InstanceModel): void {
    this.current = model;
    this.places = null;
    this.nodes = nodesOf(model);
    this.knownTypes = new NodeTypes(model.template.types);
  }

  /** Notes what is known of an instance. */
  patch(id: string, patch: Partial<NodeInstance>): void {
    const instance = this.find(id);
    const at = this.places?.get(id);
    if (at === undefined || !instance) return;
    const instances = this.own();
    instances[at] = { ...instance, ...patch };
  }

  /** An instance enters a state; with some states it is known what it is like. */
  enter({ instance: id, state }: StateChange): void {
    const instance = this.find(id);
    if (!instance) return;
    const patch: Partial<NodeInstance> = { state };
    if (state === 'configured' || state === 'started') Object.assign(patch, NO_DRIFT);
    if (state === 'started') Object.assign(patch, withStatus(instance, { ok: true, source: 'started' }));
    this.patch(id, patch);
  }

  /** The list of instances, nobody else's: it is copied once, not for every change. */
  private own(): NodeInstance[] {
    if (this.copied !== this.current.instances) {
      this.copied = [...this.current.instances];
      this.current = { ...this.current, instances: this.copied };
    }
    return this.copied;
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
