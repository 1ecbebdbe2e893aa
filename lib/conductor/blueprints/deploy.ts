import type { LanguageEnd } from '@/lib/conductor/language/language';
import {
  emptyGraph,
  fitted,
  graphsOf,
  instancesBeside,
  instancesOn,
  type ServiceGraph,
  UnevenMachines,
  withGraph,
} from '@/lib/model/blueprints/graph';
import { type ServiceBlueprint, templateFor } from '@/lib/model/blueprints/service-blueprint';
import type { EnvironmentModel, Service, Unit } from '@/lib/model/environment';
import { textAt, valueAt } from '@/lib/model/installed';
import type { JsonObject } from '@/lib/model/json';
import type { Execution } from '@/lib/model/lifecycle/execution';
import { type NodeInstance, newInstance } from '@/lib/model/lifecycle/instance';
import { resolveTemplate } from '@/lib/model/lifecycle/resolve';
import type { TopologyTemplate } from '@/lib/model/lifecycle/template';
import { updateSteps } from '@/lib/model/lifecycle/update-steps';
import type { Effects, LoadedPackages } from '@/lib/ports/conductor';
import { withMarks } from './marks';
import { ServiceRun } from './service-run';
import { sideBySide } from './side-by-side';

/** A deployment of an environment with services of blueprints. */
export interface DeployJob {
  model: EnvironmentModel;
  packages: LoadedPackages;
  effects: Effects;
  /** units that its steps go to; all when left out */
  only?: readonly string[];
  isStopped(): boolean;
}

/** Failures of people's own operations while something goes are noted, and keep nothing from going. */
const REGARDLESS = { ignore_failure: true };

/** Whether anything of a document has to go before its machines do. */
export function hasGoing(model: EnvironmentModel): boolean {
  return Object.entries(graphsOf(model)).some(([id, graph]) => goingFrom(model, id, graph).size > 0);
}

/**
 * Uninstalls what goes, as long as its machines are there: instances on machines that the document has no more, all of
 * services that it has no more.
 */
export async function uninstallRemoved({ model, packages, effects, isStopped }: DeployJob): Promise<LanguageEnd> {
  const going = Object.entries(graphsOf(model)).flatMap(([id, graph]) => {
    const instances = goingFrom(model, id, graph);
    return instances.size > 0 ? [{ id, graph, instances }] : [];
  });
  const { runs, cancelled } = await sideBySide(effects, isStopped, (completions) =>
    going.map(({ id, graph, instances }) => {
      const service = model.services.find((one) => one.id === id);
      const { name, units } = service ?? { name: id, units: [] };
      const run = new ServiceRun({ effects, packages, completions, service: { id, name, units }, graph });
      const parameters = { ...REGARDLESS, node_instance_ids: [...instances] };
      return { run, flow: async () => void (await run.phase({ workflow: 'uninstall', parameters })) };
    }),
  );
  let reached = model;
  for (const [at, { id }] of going.entries()) {
    const { graph } = runs[at] as ServiceRun;
    const service = model.services.find((one) => one.id === id);
    const isGone = !service && !cancelled;
    reached = withGraph(reached, id, isGone ? null : graph);
  }
  return { model: reached, cancelled };
}

/** Instances of a graph that go: on machines that are gone, all of a service that is gone. */
function goingFrom(model: EnvironmentModel, serviceId: string, graph: ServiceGraph): Set<string> {
  const service = model.services.find(({ id }) => id === serviceId);
  if (!service) return new Set(graph.model.instances.map(({ id }) => id));
  const there = new Set(service.units.map(({ id }) => id));
  const gone = Object.values(graph.units).flatMap(({ unitId }) => (there.has(unitId) ? [] : [unitId]));
  return instancesOn(graph, new Set(gone));
}

/** Whether any service of a document is one of a blueprint. */
export function hasBlueprints(packages: LoadedPackages, model: EnvironmentModel): boolean {
  return model.services.some(isOfBlueprint(packages));
}

/** Whether a service is one of a blueprint. */
export function isOfBlueprint(packages: LoadedPackages): (service: Service) => boolean {
  return ({ type }) => blueprintOf(packages, type) !== null;
}

/** The blueprint of a type of services; null for another type. */
export function blueprintOf({ blueprints = {} }: LoadedPackages, type: string): ServiceBlueprint | null {
  return Object.hasOwn(blueprints, type) ? (blueprints[type] ?? null) : null;
}

/**
 * Installs what is missing on machines that are there: brings services to what their blueprints say now, updates what has
 * changed, and installs instances on new machines.
 */
export async function bringUp(job: DeployJob): Promise<LanguageEnd> {
  const { model, packages, effects, only, isStopped } = job;
  const graphs = graphsOf(model);
  const failures: { service: Service; execution: Execution; run: ServiceRun }[] = [];
  const uneven: { service: Service; sentence: string }[] = [];
  const isMeant = (unit: Unit) => only?.includes(unit.id) ?? true;
  const services = model.services.flatMap((service) => {
    const blueprint = blueprintOf(packages, service.type);
    return blueprint ? [{ service, blueprint }] : [];
  });
  const ready = services.flatMap(({ service, blueprint }) => {
    const wanted = templateFor(blueprint, service as unknown as JsonObject);
    const template = resolveTemplate(wanted);
    const kept = graphs[service.id] ?? emptyGraph(service.type, blueprint, service.id);
    const known = forgotten({ ...kept, operationHosts: blueprint.operationHosts }, service);
    try {
      fitted(known, template, blueprint.hosts, service.units);
      return [{ service, blueprint, wanted, template, known }];
    } catch (error) {
      if (!(error instanceof UnevenMachines)) throw error;
      uneven.push({ service, sentence: error.message });
      return [];
    }
  });
  const { runs, cancelled } = await sideBySide(effects, isStopped, (completions) =>
    ready.map(({ service, blueprint, wanted, template, known }) => {
      const { id, name, units } = service;
      const run = new ServiceRun({ effects, packages, completions, service: { id, name, units }, graph: known });
      const phase = async (workflow: string, parameters: JsonObject) => {
        const execution = await run.phase({ workflow, parameters });
        if (execution.status === 'failed') failures.push({ service, execution, run });
        return execution.status === 'terminated';
      };
      const flow = async () => {
        const mayUpdate = only === undefined || units.every(isMeant);
        if (known.model.instances.length > 0 && mayUpdate && isChanged(known.model.template, template)) {
          const topology = wanted as unknown as JsonObject;
          if (!(await phase('update', { topology, skip_drift_check: true, skip_heal: true }))) return;
        }
        const isKept = known.model.instances.length > 0 && !mayUpdate;
        const next = fitted(run.graph, isKept ? known.model.template : template, blueprint.hosts, units);
        run.refit(next);
        const instances = installable(next, units.filter(isMeant), service);
        if (instances.length > 0) await phase('install', { node_instance_ids: instances });
      };
      return { run, flow };
    }),
  );
  let reached = model;
  for (const [at, { service, blueprint }] of ready.entries()) {
    reached = withMarks(reached, service.id, (runs[at] as ServiceRun).graph, blueprint.outputs);
  }
  await effects.saveModel(reached);
  for (const { service, sentence } of uneven) {
    await effects.report({ entity: 'service', id: service.id, level: 'error', text: `${service.name}: ${sentence}` });
  }
  for (const { service, execution, run } of failures) await reportFailure(effects, service, execution, run);
  return { model: reached, cancelled };
}

/** What failed for good, at the machine where it did. */
export async function reportFailure(
  effects: Pick<Effects, 'report'>,
  { id, name }: { id: string; name: string },
  { error }: Execution,
  run: ServiceRun,
): Promise<void> {
  const operations = error?.operations ?? [];
  for (const failure of operations) {
    const { unitId, text } = run.describe(failure);
    const about = unitId === null ? { entity: 'service' as const, id } : { entity: 'unit' as const, id: unitId };
    await effects.report({ ...about, level: 'error', text });
  }
  if (operations.length > 0) return;
  await effects.report({ entity: 'service', id, level: 'error', text: `${name}: ${error?.message ?? 'failed'}` });
}

function isChanged(before: TopologyTemplate, after: TopologyTemplate): boolean {
  return updateSteps(before, after).length > 0;
}

/** A machine that was made anew carries nothing any more, whatever was installed on the one before. */
function forgotten(graph: ServiceGraph, { units }: Service): ServiceGraph {
  const fresh = units.filter(({ state }) => valueAt(state, 'nodes') === undefined).map(({ id }) => id);
  const lost = instancesOn(graph, new Set(fresh));
  if (lost.size === 0) return graph;
  const instances = graph.model.instances.map((instance): NodeInstance => {
    if (!lost.has(instance.id)) return instance;
    const { id, node, index, container, host, groups, relationships } = instance;
    return { ...newInstance(node, id, index), container, host, groups, relationships };
  });
  return { ...graph, model: { ...graph.model, instances } };
}

/** Instances that may be installed now: those on machines that are set up and have joined what they are to join. */
function installable(graph: ServiceGraph, units: readonly Unit[], { domain }: Service): string[] {
  const isUp = ({ state }: Unit) =>
    textAt(state, 'machine') !== null && (!domain || textAt(state, 'domain') === domain);
  const up = units.filter(isUp).map(({ id }) => id);
  if (up.length === 0) return [];
  const on = instancesOn(graph, new Set(up));
  const beside = instancesBeside(graph).map(({ id }) => id);
  return [...on, ...beside].filter((id) => graph.model.instances.find((one) => one.id === id)?.state !== 'started');
}
