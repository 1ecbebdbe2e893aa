import type { Service } from '../environment';
import { hostOf } from '../installed';
import type { Json, JsonObject } from '../json';
import type { InstanceModel } from '../lifecycle/expand';
import { hasDrift, isHalfInstalled, type NodeInstance } from '../lifecycle/instance';
import { isMapped } from '../lifecycle/operations';
import { scaled } from '../lifecycle/scaled';
import { LIFECYCLE_WORKFLOWS } from '../runs/lifecycle-workflows';
import type { SkipReason, UnitPlan } from '../runs/unit-plan';
import { type GraphPhase, machineOf, type ServiceGraph } from './graph';
import { meantInstances, NEW_AGENT, offersOperation } from './phases';
import type { ServiceBlueprint } from './service-blueprint';

/** What a workflow will do with one node instance of a blueprint. */
export interface InstancePlan {
  serviceId: string;
  serviceName: string;
  /** id of the node instance */
  instanceId: string;
  /** its node, by the name it has in the blueprint */
  node: string;
  /** title of its node, for people */
  title: string;
  /** the machine on which its operations run; null for none */
  unitId: string | null;
  host: string | null;
  does: UnitPlan['does'];
  /** instances of one turn go together, from 1 in each service; what is stopped and started has two turns */
  turn: number;
}

/** What a workflow does with the instances that it is for. */
interface PlannedWorkflow {
  does: UnitPlan['does'];
  /** by which operation; instances whose node has none are left out */
  operation?: string;
  /** which instances it has something to do with; all when left out */
  concerns?: (instance: NodeInstance) => boolean;
  isOrdered: boolean;
  /** who needs another comes before it */
  isReversed?: boolean;
}

const STEPS: Readonly<Record<string, PlannedWorkflow>> = {
  install: { does: 'setUp', concerns: ({ state }) => state !== 'started', isOrdered: true },
  rollback: { does: 'rollBack', concerns: isHalfInstalled, isOrdered: true, isReversed: true },
  reinstall: { does: 'replace', isOrdered: false },
  start: { does: 'start', operation: 'lifecycle.start', isOrdered: true },
  stop: { does: 'stop', operation: 'lifecycle.stop', isOrdered: true },
  check_status: { does: 'check', operation: 'validation.check_status', isOrdered: false },
  heal: { does: 'check', operation: 'validation.check_status', isOrdered: false },
  check_drift: { does: 'compare', operation: 'lifecycle.check_drift', isOrdered: false },
  update: { does: 'compare', operation: 'lifecycle.check_drift', isOrdered: false },
  pull: { does: 'run', operation: 'lifecycle.pull', isOrdered: true },
  install_new_agents: { does: 'run', operation: NEW_AGENT, isOrdered: false },
};

/** The operation that a workflow runs on each instance; null for one that runs several, or none of its own. */
export function workflowOperation(workflow: string): string | null {
  return STEPS[workflow]?.operation ?? null;
}

/**
 * What phases of a workflow will do with which instances of a service, in order.
 *
 * @returns of instances that have something to do, in their turns
 */
export function plannedInstances(
  service: Pick<Service, 'id' | 'name' | 'units'>,
  graph: ServiceGraph,
  { titles }: Pick<ServiceBlueprint, 'titles'>,
  phases: readonly GraphPhase[],
): InstancePlan[] {
  const nodes = new Map(graph.model.template.nodes.map((node) => [node.id, node]));
  const planned: InstancePlan[] = [];
  let before = 0;
  for (const phase of phases) {
    const { workflow, parameters, reverse = false } = phase;
    if (workflow === 'scale') {
      planned.push(...scaledInstances(service, graph, titles, parameters));
      continue;
    }
    const { operation, does, concerns, isOrdered, isReversed = reverse } = plannedWorkflow(phase);
    const taken = instancesFor(phase, graph).filter((instance) => {
      const template = nodes.get(instance.node);
      const isBound = template !== undefined && (operation === undefined || isMapped(template, operation));
      return isBound && (concerns?.(instance) ?? true);
    });
    const turns = isOrdered ? turnsOf(taken, graph.model.instances, isReversed) : taken.length > 0 ? [taken] : [];
    for (const [at, turn] of turns.entries()) {
      for (const instance of turn) {
        const step = stepOf(workflow, does, instance);
        planned.push({ ...named(service, graph, titles, instance), does: step, turn: before + at + 1 });
      }
    }
    before += turns.length;
  }
  return planned;
}

/** What a phase does, in the order that it is asked for. */
function plannedWorkflow({ workflow, parameters }: GraphPhase): PlannedWorkflow {
  const order = parameters.run_by_dependency_order;
  if (workflow === 'execute_operation') {
    return { does: 'run', operation: String(parameters.operation), isOrdered: order === true };
  }
  const planned = STEPS[workflow] ?? { does: 'replace', isOrdered: false };
  const isFull = workflow === 'rollback' && parameters.full_rollback === true;
  return {
    ...planned,
    isOrdered: planned.isOrdered && order !== false,
    ...(isFull && { does: 'remove', concerns: isInstalled }),
  };
}

function isInstalled({ state }: NodeInstance): boolean {
  return state !== 'uninitialized' && state !== 'deleted';
}

/** Workflows of the lifecycle alone that have something to do now with instances of a service. */
export function possibleWorkflows(service: Pick<Service, 'id' | 'name' | 'units'>, graph: ServiceGraph) {
  const node_instance_ids = graph.model.instances.map(({ id }) => id);
  return LIFECYCLE_WORKFLOWS.filter(
    (workflow) =>
      offersOperation(graph, `workflow.${workflow}`) &&
      plannedInstances(service, graph, { titles: {} }, [{ workflow, parameters: { node_instance_ids } }]).length > 0,
  );
}

/** Instances that come, or go. */
function scaledInstances(
  service: Pick<Service, 'id' | 'name' | 'units'>,
  graph: ServiceGraph,
  titles: ServiceBlueprint['titles'],
  parameters: JsonObject,
): InstancePlan[] {
  const scaling = scaled(graph.model, parameters);
  if (scaling === null || typeof scaling === 'string') return [];
  const { after, added, removed } = scaling;
  const plan = (model: InstanceModel, ids: readonly string[], does: UnitPlan['does']) =>
    model.instances
      .filter(({ id }) => ids.includes(id))
      .map((one) => ({ ...named(service, { ...graph, model }, titles, one), does, turn: 1 }));
  return [...plan(graph.model, removed, 'remove'), ...plan(after, added, 'setUp')];
}

/** Why a workflow does nothing on a machine, where that is not because its package does not say how. */
const NOTHING_TO_DO: Readonly<Partial<Record<string, SkipReason>>> = {
  'workflow.install': 'running',
  'workflow.rollback': 'settled',
};

/** Steps of instances that are also said of their machine, which itself stays where its parts are replaced or removed. */
const STEPS_OF_MACHINES: ReadonlySet<UnitPlan['does']> = new Set(['setUp', 'rollBack']);

/**
 * The plan of the machines of a service for an operation, by what it does with the instances on them: a machine on
 * which nothing has the operation is left alone, and one whose instances are all installed or taken back is so itself.
 *
 * @param units plans of the machines of services with node instances
 * @param instances what the operation will do with which of them
 * @param operation as it is asked for: a workflow as `workflow.NAME`
 */
export function unitsByInstances<Planned extends UnitPlan>(
  units: readonly Planned[],
  instances: readonly InstancePlan[],
  operation: string,
): Planned[] {
  const because = NOTHING_TO_DO[operation] ?? 'notOffered';
  const steps = new Map<string | null, Set<UnitPlan['does']>>();
  for (const { unitId, does } of instances) steps.set(unitId, (steps.get(unitId) ?? new Set()).add(does));
  // what stands on no machine concerns no machine
  const concernsAll = steps.has(null);
  return units.map((unit) => {
    if (unit.does === 'nothing') return unit;
    const [does, ...others] = steps.get(unit.unitId) ?? [];
    if (does === undefined) return concernsAll ? unit : { ...unit, does: 'nothing', because };
    return others.length === 0 && STEPS_OF_MACHINES.has(does) ? { ...unit, does } : unit;
  });
}

/**
 * What is taken down on machines of a service that go, before they do: what needs others first.
 *
 * @param going units that are removed
 */
export function removedInstances(
  service: Pick<Service, 'id' | 'name' | 'type' | 'units'>,
  graph: ServiceGraph,
  { titles }: Pick<ServiceBlueprint, 'titles'>,
  going: ReadonlySet<string>,
): InstancePlan[] {
  const { instances } = meantInstances(graph, service, going);
  const taken = graph.model.instances.filter(({ id, host }) => instances.includes(id) && host !== id);
  return turnsOf(taken, graph.model.instances, true).flatMap((turn, at) =>
    turn.map((one) => ({ ...named(service, graph, titles, one), does: 'remove', turn: at + 1 })),
  );
}

/** The instances that a phase is for, in the order of the graph. */
function instancesFor({ parameters }: GraphPhase, { model: { instances } }: ServiceGraph): NodeInstance[] {
  const { node_instance_ids: ids, node_ids: nodes } = parameters;
  const meant = new Set(textsOf(ids));
  const meantNodes = textsOf(nodes);
  return instances.filter(
    ({ id, node }) => (meant.size === 0 || meant.has(id)) && (meantNodes.length === 0 || meantNodes.includes(node)),
  );
}

function textsOf(value: Json | undefined): string[] {
  const list = Array.isArray(value) ? value : [value];
  return list.filter((one) => typeof one === 'string');
}

function stepOf(workflow: string, does: UnitPlan['does'], instance: NodeInstance): UnitPlan['does'] {
  if (workflow === 'heal') return instance.status?.ok === false ? 'repair' : 'check';
  if (workflow === 'update') return hasDrift(instance) ? 'update' : 'compare';
  return does;
}

function named(
  { id: serviceId, name: serviceName, units }: Pick<Service, 'id' | 'name' | 'units'>,
  graph: ServiceGraph,
  titles: Readonly<Record<string, string>>,
  { id: instanceId, node }: NodeInstance,
) {
  const machine = machineOf(graph, instanceId);
  const unit = units.find(({ id }) => id === machine?.unitId);
  const host = unit ? hostOf(unit) : (machine?.host ?? null);
  const title = titles[node] ?? node;
  return { serviceId, serviceName, instanceId, node, title, unitId: machine?.unitId ?? null, host };
}

/** Instances that go together, by turns. @param reverse who needs another comes first */
function turnsOf(
  taken: readonly NodeInstance[],
  all: readonly NodeInstance[],
  reverse: boolean,
): (readonly NodeInstance[])[] {
  const depth = depths(all, reverse);
  const turns: NodeInstance[][] = [];
  for (const one of taken) {
    const at = depth.get(one.id) ?? 0;
    turns[at] = [...(turns[at] ?? []), one];
  }
  return turns.filter(Boolean);
}

/** How many instances stand one behind the other before each. @param reverse who needs another comes first */
function depths(instances: readonly NodeInstance[], reverse: boolean): Map<string, number> {
  const before = new Map<string, string[]>(instances.map(({ id }) => [id, []]));
  for (const { id, relationships } of instances) {
    for (const { type, targets } of relationships) {
      if (type === 'depends_on_lifecycle_operation') continue;
      for (const target of targets) {
        const [later, earlier] = reverse ? [target, id] : [id, target];
        before.get(later)?.push(earlier);
      }
    }
  }
  const known = new Map<string, number>();
  const depthOf = (id: string): number => {
    const cached = known.get(id);
    if (cached !== undefined) return cached;
    // a circle is refused at import; this only keeps what is read from going round for ever
    known.set(id, 0);
    const depth = Math.max(0, ...(before.get(id) ?? []).map((earlier) => depthOf(earlier) + 1));
    known.set(id, depth);
    return depth;
  };
  for (const { id } of instances) depthOf(id);
  return known;
}
