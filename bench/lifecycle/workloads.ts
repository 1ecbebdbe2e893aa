import {
  type LifecycleClock,
  LifecycleEngine,
  MemoryStore,
  type OperationExecutor,
  type OperationResult,
} from '@/lib/conductor/lifecycle';
import { emptyModel, expand, type InstanceModel } from '@/lib/model/lifecycle/expand';
import { resolveTemplate } from '@/lib/model/lifecycle/resolve';
import type { NodeTemplate, TopologyTemplate } from '@/lib/model/lifecycle/template';

const OPERATIONS = ['lifecycle.create', 'lifecycle.configure', 'lifecycle.start'];

/** Operations that one instance is installed with, and instances on the longest way: a host, what is on it, who uses it. */
export const SHAPE = { operations: OPERATIONS.length, depth: 3 };

const CLOCK: LifecycleClock = {
  now: () => performance.now(),
  after: (milliseconds, then) => {
    const timer = setTimeout(then, milliseconds);
    return () => clearTimeout(timer);
  },
};

/**
 * A third hosts, a third contained in them, a third connected to all of those.
 *
 * @param instances how many there are in all, about
 */
function topology(instances: number): TopologyTemplate {
  const third = Math.round(instances / 3);
  const operations = Object.fromEntries(OPERATIONS.map((name) => [name, { implementation: 'nothing' }]));
  const node = (id: string, type: string, count: number, target?: string): NodeTemplate => ({
    id,
    type: `cloudify.nodes.${type}`,
    instances: count,
    properties: {},
    operations,
    relationships: target
      ? [
          {
            type: id === 'app' ? 'contained_in' : 'connected_to',
            target,
            properties: {},
            sourceOperations: {},
            targetOperations: {},
          },
        ]
      : [],
  });
  return {
    types: {},
    groups: [],
    nodes: [
      node('host', 'Compute', third),
      node('app', 'SoftwareComponent', 1, 'host'),
      node('client', 'SoftwareComponent', instances - 2 * third, 'app'),
    ],
  };
}

/** Calls nothing; answers at once, or after some time. */
class Executor implements OperationExecutor {
  count = 0;

  constructor(private readonly milliseconds: number) {}

  execute(): Promise<OperationResult> {
    this.count += 1;
    if (this.milliseconds === 0) return Promise.resolve({ ok: true });
    return new Promise((resolve) => setTimeout(() => resolve({ ok: true }), this.milliseconds));
  }

  reattaches(): boolean {
    return false;
  }
}

export interface Installed {
  instances: number;
  operations: number;
  /** milliseconds to make the instances of the topology, and to install them */
  expandMs: number;
  installMs: number;
}

/** Installs a topology once. */
export async function prepare(instances: number, milliseconds: number): Promise<Installed> {
  const began = performance.now();
  const model: InstanceModel = expand(emptyModel('bench'), resolveTemplate(topology(instances)), {});
  const expanded = performance.now();
  const executor = new Executor(milliseconds);
  let engine: LifecycleEngine | undefined;
  await new Promise<void>((resolve, reject) => {
    const onStatus = ({ status, error }: { status: string; error: { message: string } | null }) => {
      if (status === 'failed') reject(new Error(error?.message));
      if (status === 'terminated') resolve();
    };
    LifecycleEngine.open({ store: new MemoryStore(model), operations: executor, clock: CLOCK, onStatus })
      .then((opened) => {
        engine = opened;
        return opened.start({ workflow: 'install' });
      })
      .catch(reject);
  });
  const installMs = performance.now() - expanded;
  if (engine?.deployment.instances.some(({ state }) => state !== 'started')) throw new Error('Not all is started.');
  return { instances: model.instances.length, operations: executor.count, expandMs: expanded - began, installMs };
}
