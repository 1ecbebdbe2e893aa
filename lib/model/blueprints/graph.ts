import type { EnvironmentModel, Service } from '../environment';
import { isObject, type Json, type JsonObject } from '../json';
import { containedSubgraph } from '../lifecycle/containment';
import { countKey, EntityTree } from '../lifecycle/entities';
import { emptyModel, expand, type InstanceModel } from '../lifecycle/expand';
import type { NodeInstance } from '../lifecycle/instance';
import { HOST_OPERATIONS, NODE_OPERATIONS, RELATIONSHIP_OPERATIONS } from '../lifecycle/operations';
import type { Modification, Progress } from '../lifecycle/progress';
import { resolveTemplate } from '../lifecycle/resolve';
import type { Operations, TopologyTemplate } from '../lifecycle/template';
import { NODE_PROPERTY, type ServiceBlueprint } from './service-blueprint';

/** Where the graphs of an environment are kept, in its `state`: a service that is gone must still be taken down. */
const KEY = 'blueprints';

/** The instances of one service of a blueprint, as they were last left. */
export interface ServiceGraph {
  /** full name of the package */
  package: string;
  /** nodes on no host: the host on whose machine their operations run */
  operationHosts: Readonly<Record<string, string>>;
  /** resolved */
  model: InstanceModel;
  /** the machine that an instance of a host is, by the id of the instance */
  units: Readonly<Record<string, MachineOfInstance>>;
  /** what the newest run left half-way, for one that resumes it */
  unfinished?: Unfinished;
}

/** One workflow of the lifecycle on the instances of a service, or on machines. */
export interface GraphPhase {
  workflow: string;
  /** by the names of the workflow's own; `node_instance_ids` are never empty */
  parameters: JsonObject;
  /** who needs another comes before it instead of after it: for stopping */
  reverse?: boolean;
}

/** What is to be done yet: the first phase goes on where it stopped. */
export interface Unfinished {
  phases: readonly GraphPhase[];
  progress: Progress | null;
  modification: Modification | null;
}

/** A machine; named here as well, for when its unit is gone from the document. */
export interface MachineOfInstance {
  unitId: string;
  host: string;
}

/** The graphs of an environment by the ids of their services. */
export function graphsOf(model: Pick<EnvironmentModel, 'state'>): Record<string, ServiceGraph> {
  return Object.fromEntries(
    Object.entries(keptGraphs(model)).map(([id, graph]) => {
      const template = resolveTemplate(graph.model.template);
      return [id, { ...graph, model: { ...graph.model, template } }];
    }),
  );
}

function keptGraphs({ state }: Pick<EnvironmentModel, 'state'>): Record<string, ServiceGraph> {
  const kept = state?.[KEY];
  return isObject(kept) ? (kept as unknown as Record<string, ServiceGraph>) : {};
}

/** Full names of the packages whose services have instances, also of services that are gone. */
export function packagesOfGraphs(model: Pick<EnvironmentModel, 'state'>): string[] {
  return Object.values(keptGraphs(model)).map((graph) => graph.package);
}

/** The document with another graph of a service; null: it has none any more. */
export function withGraph(model: EnvironmentModel, serviceId: string, graph: ServiceGraph | null): EnvironmentModel {
  const { [serviceId]: _before, ...others } = keptGraphs(model);
  const kept = graph && { ...graph, model: { ...graph.model, template: spare(graph.model.template) } };
  const graphs = kept ? { ...others, [serviceId]: kept } : others;
  const { [KEY]: _kept, ...state } = model.state ?? {};
  const next = Object.keys(graphs).length > 0 ? { ...state, [KEY]: graphs as unknown as Json } : state;
  return { ...model, state: next as JsonObject };
}

/** The document without phases to resume: something else is done with its services. */
export function withoutUnfinished(model: EnvironmentModel): EnvironmentModel {
  return Object.entries(keptGraphs(model)).reduce((reached, [id, { unfinished, ...graph }]) => {
    if (!unfinished) return reached;
    const { modification } = unfinished;
    const kept = modification ? { unfinished: { phases: [], progress: null, modification } } : {};
    return withGraph(reached, id, { ...graph, ...kept });
  }, model);
}

/** A topology without what its types say anyway: operations that are declared and do nothing. */
function spare(template: TopologyTemplate): TopologyTemplate {
  const bound = (operations: Operations): Operations =>
    Object.fromEntries(
      Object.entries(operations).filter(
        ([name, { implementation }]) => implementation !== null || !DECLARED_ANYWAY.has(name),
      ),
    );
  return {
    ...template,
    nodes: template.nodes.map((node) => ({
      ...node,
      operations: bound(node.operations),
      relationships: node.relationships.map((one) => ({
        ...one,
        sourceOperations: bound(one.sourceOperations),
        targetOperations: bound(one.targetOperations),
      })),
    })),
  };
}

const DECLARED_ANYWAY = new Set([...NODE_OPERATIONS, ...HOST_OPERATIONS, ...RELATIONSHIP_OPERATIONS]);

/** The graph of a service that has no instances yet. */
export function emptyGraph(name: string, { operationHosts }: ServiceBlueprint, seed: string): ServiceGraph {
  return { package: name, operationHosts, model: emptyModel(seed), units: {} };
}

/** That the machines of a service do not make whole groups of its blueprint. */
export class UnevenMachines extends Error {}

/**
 * The graph with the instances that the machines of a service ask for: those that there are stay, those of machines that
 * are gone go, missing ones are added.
 *
 * @param template resolved
 * @param units the machines that are to be, in order; without a name of its own, a unit has that of its unit
 * @throws UnevenMachines where groups of several machines are not whole
 */
export function fitted(
  graph: ServiceGraph,
  template: TopologyTemplate,
  hosts: readonly string[],
  units: Service['units'],
): ServiceGraph {
  const nodeOf = (unit: Service['units'][number]) => String(unit[NODE_PROPERTY] ?? hosts[0]);
  const counts = { ...countsNow(graph.model, template), ...hostCounts(template, hosts, units, nodeOf) };
  const wanted = new Set(units.map(({ id }) => id));
  const going = Object.entries(graph.units).flatMap(([id, { unitId }]) => (wanted.has(unitId) ? [] : [id]));
  const include = new Set(going.flatMap((id) => [id, ...groupsOf(graph.model, id)]));
  const model = expand(graph.model, template, counts, { include, exclude: new Set() });
  const known = new Map(Object.entries(graph.units));
  const given = new Set<string>();
  for (const { id, node } of model.instances) {
    const unit = known.get(id);
    if (unit && hosts.includes(node) && wanted.has(unit.unitId)) given.add(unit.unitId);
  }
  const left = units.filter(({ id }) => !given.has(id));
  const machines = model.instances
    .filter(({ node }) => hosts.includes(node))
    .flatMap(({ id, node }): [string, MachineOfInstance][] => {
      const kept = known.get(id);
      if (kept && given.has(kept.unitId)) return [[id, kept]];
      const at = left.findIndex((unit) => nodeOf(unit) === node);
      const [unit] = at < 0 ? [] : left.splice(at, 1);
      return unit ? [[id, { unitId: unit.id, host: unit.name }]] : [];
    });
  return { ...graph, model, units: Object.fromEntries(machines) };
}

/** Instances on the machines of units, with those machines. */
export function instancesOn({ model, units }: ServiceGraph, unitIds: ReadonlySet<string>): Set<string> {
  const hosts = Object.entries(units).flatMap(([id, { unitId }]) => (unitIds.has(unitId) ? [id] : []));
  return containedSubgraph(model.instances, hosts);
}

/** Instances on no machine. */
export function instancesBeside({ model }: ServiceGraph): NodeInstance[] {
  return model.instances.filter(({ host }) => host === null);
}

/**
 * The machine on which operations of an instance run: its own, or that of the host that its node names, of several the
 * first; null for none.
 */
export function machineOf(
  { model, units, operationHosts }: ServiceGraph,
  instanceId: string,
): MachineOfInstance | null {
  const instance = model.instances.find(({ id }) => id === instanceId);
  if (!instance) return null;
  if (instance.host !== null) return units[instance.host] ?? null;
  const host = Object.hasOwn(operationHosts, instance.node) ? operationHosts[instance.node] : undefined;
  const first = model.instances.find(({ id, node }) => node === host && units[id] !== undefined);
  return first ? (units[first.id] ?? null) : null;
}

/** How many instances there are to be: as the topology says, or as was scaled where it says what it said before. */
function countsNow({ counts, template: before }: InstanceModel, template: TopologyTemplate): Record<string, number> {
  const usual = templateCounts(before);
  const next = Object.entries(templateCounts(template));
  return {
    ...counts,
    ...Object.fromEntries(next.map(([key, count]) => [key, count === usual[key] ? (counts[key] ?? count) : count])),
  };
}

function templateCounts({ nodes, groups }: TopologyTemplate): Record<string, number> {
  return Object.fromEntries([
    ...nodes.map(({ id, instances }) => [id, instances]),
    ...groups.map(({ name, instances }) => [countKey({ kind: 'group', name }), instances]),
  ]);
}

/** How many instances of hosts, or of the groups that they are in, as many machines make. */
function hostCounts(
  template: TopologyTemplate,
  hosts: readonly string[],
  units: Service['units'],
  nodeOf: (unit: Service['units'][number]) => string,
): Record<string, number> {
  const tree = new EntityTree(template);
  const counts: Record<string, number> = {};
  for (const id of hosts) {
    const machines = units.filter((unit) => nodeOf(unit) === id).length;
    const [group, ...around] = tree.groupsAround({ kind: 'node', name: id });
    if (group === undefined) {
      counts[id] = machines;
      continue;
    }
    const timesAround = around.reduce((product, name) => product * (instancesOf(template, name) || 1), 1);
    const each = (template.nodes.find((node) => node.id === id)?.instances || 1) * timesAround;
    const key = countKey({ kind: 'group', name: group });
    const whole = machines / each;
    if (!Number.isInteger(whole) || (counts[key] ?? whole) !== whole) {
      throw new UnevenMachines(
        `The machines do not make whole groups: each "${group}" has ${each} of ${id}, and there are ${machines}.`,
      );
    }
    counts[key] = whole;
  }
  return counts;
}

function instancesOf({ groups }: TopologyTemplate, name: string): number {
  return groups.find((group) => group.name === name)?.instances ?? 1;
}

/** Ids of the group instances that an instance is in. */
function groupsOf({ instances }: InstanceModel, id: string): string[] {
  return instances.find((one) => one.id === id)?.groups.map(({ instance }) => instance) ?? [];
}
