import { evaluate } from '@/lib/model/blueprints/functions';
import { type MachineOfInstance, machineOf, type ServiceGraph, withGraph } from '@/lib/model/blueprints/graph';
import type { ServiceBlueprint } from '@/lib/model/blueprints/service-blueprint';
import type { EnvironmentModel, Unit } from '@/lib/model/environment';
import { hostOf } from '@/lib/model/installed';
import type { JsonObject } from '@/lib/model/json';
import type { NodeInstance } from '@/lib/model/lifecycle/instance';
import { sourcesOf } from './plan-operations';

/**
 * The document with a graph, and with what people see of it: which nodes are there on each machine and beside them, and
 * what the service tells.
 */
export function withMarks(
  model: EnvironmentModel,
  serviceId: string,
  graph: ServiceGraph,
  outputs: ServiceBlueprint['outputs'],
): EnvironmentModel {
  const onUnit = new Map<string, NodeInstance[]>();
  for (const instance of graph.model.instances) {
    const unitId = instance.host === null ? '' : (graph.units[instance.host]?.unitId ?? null);
    if (unitId !== null) onUnit.set(unitId, [...(onUnit.get(unitId) ?? []), instance]);
  }
  const services = model.services.map((service) => {
    if (service.id !== serviceId) return service;
    const units = service.units.map((unit): Unit => {
      const on = onUnit.get(unit.id);
      return on ? { ...unit, state: { ...unit.state, nodes: startedNodes(on, () => true) } } : unit;
    });
    const sources = sourcesOf(graph, units, null);
    const said = Object.entries(outputs).map(([name, value]) => [name, evaluate(value, sources)]);
    const beside = startedNodes(onUnit.get('') ?? [], ({ id, runtimeProperties: { address } }) => {
      const machine = machineOf(graph, id);
      return typeof address === 'string' ? address : machine ? machine.host : 'ready';
    });
    return {
      ...service,
      units,
      state: { ...service.state, nodes: beside, ...(said.length > 0 && { outputs: Object.fromEntries(said) }) },
    };
  });
  const named = services.find(({ id }) => id === serviceId)?.units ?? [];
  const machines = Object.entries(graph.units).map(([id, machine]): [string, MachineOfInstance] => {
    const unit = named.find((one) => one.id === machine.unitId);
    return [id, unit ? { ...machine, host: hostOf(unit) } : machine];
  });
  return withGraph({ ...model, services }, serviceId, { ...graph, units: Object.fromEntries(machines) });
}

/** Nodes all of whose instances are started, each with what tells it. */
function startedNodes(instances: readonly NodeInstance[], say: (first: NodeInstance) => string | true): JsonObject {
  const nodes = new Map<string, NodeInstance[]>();
  for (const instance of instances) nodes.set(instance.node, [...(nodes.get(instance.node) ?? []), instance]);
  return Object.fromEntries(
    [...nodes].flatMap(([id, [first, ...more]]) =>
      first && [first, ...more].every(({ state }) => state === 'started') ? [[id, say(first)]] : [],
    ),
  );
}
