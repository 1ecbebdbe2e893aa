import {
  type LifecycleClock,
  LifecycleEngine,
  type OperationExecutor,
  type OperationResult,
} from '@/lib/conductor/lifecycle';
import { emptyModel, expand, type InstanceModel } from '@/lib/model/lifecycle/expand';
import { resolveTemplate } from '@/lib/model/lifecycle/resolve';
import type { NodeTemplate, RelationshipTemplate, TopologyTemplate } from '@/lib/model/lifecycle/template';

const OPERATIONS = ['lifecycle.create', 'lifecycle.configure', 'lifecycle.start'];

/** How instances stand to each other, and how many operations follow each other on the longest way. */
export const SHAPES = {
  /** a third hosts, a third contained in them, a third connected to all of those */
  wide: { template: wide, steps: (_instances: number) => 3 * OPERATIONS.length },
  /** tiers of 100, each connected to all of the tier before */
  tiers: { template: tiers, steps: (instances: number) => Math.ceil(instances / TIER) * OPERATIONS.length },
};
const TIER = 100;

const CLOCK: LifecycleClock = {
  after: (milliseconds, then) => {
    const timer = setTimeout(then, milliseconds);
    return () => clearTimeout(timer);
  },
};

function wide(instances: number): TopologyTemplate {
  const third = Math.round(instances / 3);
  return template([
    node('host', 'Compute', third),
    node('app', 'SoftwareComponent', 1, { type: 'contained_in', target: 'host' }),
    node('client', 'SoftwareComponent', instances - 2 * third, { type: 'connected_to', target: 'app' }),
  ]);
}

function tiers(instances: number): TopologyTemplate {
  return template(
    Array.from({ length: Math.ceil(instances / TIER) }, (_, at) =>
      node(`tier${at}`, 'Root', TIER, at === 0 ? undefined : { type: 'connected_to', target: `tier${at - 1}` }),
    ),
  );
}

const template = (nodes: NodeTemplate[]): TopologyTemplate => ({ types: {}, groups: [], nodes });

function node(
  id: string,
  type: string,
  instances: number,
  relationship?: Pick<RelationshipTemplate, 'type' | 'target'>,
): NodeTemplate {
  const relationships = relationship
    ? [{ ...relationship, properties: {}, sourceOperations: {}, targetOperations: {} }]
    : [];
  const operations = Object.fromEntries(OPERATIONS.map((name) => [name, { implementation: 'nothing' }]));
  return { id, type: `cloudify.nodes.${type}`, instances, properties: {}, operations, relationships };
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
}

export interface Installed {
  instances: number;
  operations: number;
  /** milliseconds to make the instances of the topology, and to install them */
  expandMs: number;
  installMs: number;
}

/** Installs a topology once, with operations that take some milliseconds. */
export async function prepare(
  instances: number,
  milliseconds: number,
  shape: keyof typeof SHAPES = 'wide',
): Promise<Installed> {
  const began = performance.now();
  const model: InstanceModel = expand(emptyModel('bench'), resolveTemplate(SHAPES[shape].template(instances)), {});
  const expanded = performance.now();
  const executor = new Executor(milliseconds);
  const options = { taskRetries: 60, retryInterval: 15, subgraphRetries: 0 };
  const engine = new LifecycleEngine({ kept: { model }, operations: executor, clock: CLOCK, options });
  const { status, error } = await engine.start('install');
  if (status !== 'terminated') throw new Error(error?.message);
  const installMs = performance.now() - expanded;
  if (engine.deployment.instances.some(({ state }) => state !== 'started')) throw new Error('Not all is started.');
  return { instances: model.instances.length, operations: executor.count, expandMs: expanded - began, installMs };
}
