import type { LanguageEnd } from '@/lib/conductor/language/language';
import {
  emptyGraph,
  fitted,
  graphsOf,
  instancesBeside,
  instancesOn,
  machineOf,
  type ServiceGraph,
  UnevenMachines,
  withGraph,
} from '@/lib/model/blueprints/graph';
import { type ServiceBlueprint, templateFor } from '@/lib/model/blueprints/service-blueprint';
import type { EnvironmentModel, Service, Unit } from '@/lib/model/environment';
import { hostOf, textAt, valueAt } from '@/lib/model/installed';
import type { JsonObject } from '@/lib/model/json';
import type { Execution } from '@/lib/model/lifecycle/execution';
import { type NodeInstance, newInstance } from '@/lib/model/lifecycle/instance';
import { resolveTemplate } from '@/lib/model/lifecycle/resolve';
import type { TopologyTemplate } from '@/lib/model/lifecycle/template';
import { updateSteps } from '@/lib/model/lifecycle/update-steps';
import type { Effects, LoadedPackages } from '@/lib/ports/conductor';
import type { OperationRetries } from '../language/language';
import { retryOptions } from '../operations/retries';
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
  retries?: OperationRetries | undefined;
  isStopped(): boolean;
}

/**
 * Failures of people's own operations while something goes are noted, and keep nothing from going. A machine that does not
 * answer is asked once: whoever goes has an end.
 */
const REGARDLESS = { ignore_failure: true };

/** Whether anything of a document has to go before its machines do. */
export function hasGoing(model: EnvironmentModel): boolean {
  return Object.entries(graphsOf(model)).some(([id, graph]) => goingFrom(model, id, graph).size > 0);
}

/**
 * Uninstalls what goes, as long as its machines are there: instances on machines that the document has no more, all of
 * services that it has no more.
 */
export async function uninstallRemoved({
  model,
  packages,
  effects,
  retries,
  isStopped,
}: DeployJob): Promise<LanguageEnd> {
  const going = Object.entries(graphsOf(model)).flatMap(([id, graph]) => {
    const instances = goingFrom(model, id, graph);
    return instances.size > 0 ? [{ id, graph, instances }] : [];
  });
  const { runs, cancelled } = await sideBySide(effects, isStopped, (completions) =>
    going.map(({ id, graph, instances }) => {
      const service = model.services.find((one) => one.id === id);
      const { name, units } = service ?? { name: id, units: [] };
      const givenUp = new Set<string>();
      const parts = { effects, packages, completions, service: { id, name, units }, graph, givenUp };
      const run = new ServiceRun({ ...parts, retries: retryOptions({ retries }) });
      const parameters = { ...REGARDLESS, node_instance_ids: [...instances] };
      return { run, flow: async () => void (await run.phase({ workflow: 'uninstall', parameters })) };
    }),
  );
  for (const [at, { id }] of going.entries()) await reportUndone(effects, id, runs[at] as ServiceRun);
  let reached = model;
  for (const [at, { id }] of going.entries()) {
    const { graph } = runs[at] as ServiceRun;
    const service = model.services.find((one) => one.id === id);
    const isGone = !service && !cancelled;
    reached = withGraph(reached, id, isGone ? null : graph);
  }
  return { model: reached, cancelled };
}

/** What could not be undone on machines that go: they go all the same. */
async function reportUndone(effects: Effects, id: string, run: ServiceRun): Promise<void> {
  await run.reportHandled([]);
  for (const failure of run.failedOperations) {
    const { text } = run.describe(failure);
    await effects.report({ entity: 'service', id, level: 'warning', text: `${text} It was passed over.` });
  }
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
      const parts = { effects, packages, completions, service: { id, name, units }, graph: known };
      const run = new ServiceRun({ ...parts, retries: retryOptions(job) });
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
        const { instances, unreached } = installable(next, units.filter(isMeant), service);
        await reportUnreached(effects, service, run, unreached);
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
  const ended = failures.map(({ execution }) => execution);
  for (const run of runs) await run.reportHandled(ended);
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

/** What is not installed because something that it needs is not there. */
interface Unreached {
  id: string;
  needs: string;
}

/**
 * Instances that may be installed now: those on machines that are set up and have joined what they are to join, when all
 * that they need is there or is installed with them.
 */
function installable(
  graph: ServiceGraph,
  units: readonly Unit[],
  { domain }: Service,
): { instances: string[]; unreached: Unreached[] } {
  const isUp = ({ state }: Unit) =>
    textAt(state, 'machine') !== null && (!domain || textAt(state, 'domain') === domain);
  const up = units.filter(isUp).map(({ id }) => id);
  if (up.length === 0) return { instances: [], unreached: [] };
  const byId = new Map(graph.model.instances.map((instance) => [instance.id, instance]));
  const on = instancesOn(graph, new Set(up));
  const beside = instancesBeside(graph).map(({ id }) => id);
  const chosen = new Set([...on, ...beside].filter((id) => byId.get(id)?.state !== 'started'));
  const unreached: Unreached[] = [];
  for (let size = -1; size !== chosen.size; ) {
    size = chosen.size;
    for (const id of chosen) {
      const targets = byId.get(id)?.relationships.flatMap((one) => one.targets) ?? [];
      const needs = targets.find((target) => byId.get(target)?.state !== 'started' && !chosen.has(target));
      if (needs === undefined) continue;
      chosen.delete(id);
      unreached.push({ id, needs });
    }
  }
  return { instances: [...chosen], unreached };
}

async function reportUnreached(
  effects: Effects,
  { id, units }: Service,
  { graph }: ServiceRun,
  unreached: readonly Unreached[],
): Promise<void> {
  const nodeOf = (instanceId: string) => graph.model.instances.find((one) => one.id === instanceId)?.node ?? instanceId;
  for (const one of unreached) {
    const machine = machineOf(graph, one.id);
    const unit = units.find((known) => known.id === machine?.unitId);
    const about = unit ? { entity: 'unit' as const, id: unit.id } : { entity: 'service' as const, id };
    const where = unit ? `${hostOf(unit)}: ` : '';
    const text = `${where}${nodeOf(one.id)} was not reached: ${nodeOf(one.needs)}, which it needs, is not there`;
    await effects.report({ ...about, level: 'warning', text });
  }
}
