import {
  type GraphPhase,
  graphsOf,
  instancesOn,
  machineOf,
  type ServiceGraph,
  withoutUnfinished,
} from '@/lib/model/blueprints/graph';
import { unitFilter } from '@/lib/model/blueprints/instance-filter';
import { meantInstances, offersOperation, phasesOf, type TargetInstances } from '@/lib/model/blueprints/phases';
import { plannedInstances, unitsByInstances } from '@/lib/model/blueprints/planned-instances';
import type { ServiceBlueprint } from '@/lib/model/blueprints/service-blueprint';
import type { EnvironmentModel, Service, Unit } from '@/lib/model/environment';
import { hostOf } from '@/lib/model/installed';
import type { Json, JsonObject } from '@/lib/model/json';
import { hasDrift, type NodeInstance } from '@/lib/model/lifecycle/instance';
import { isMapped } from '@/lib/model/lifecycle/operations';
import type { NodeTemplate } from '@/lib/model/lifecycle/template';
import { type Condition, conditionOf, stoppedByRestart, withCondition } from '@/lib/model/operations/condition';
import { planUnits, type UnitPlan } from '@/lib/model/runs/unit-plan';
import type { UnitWorkflow } from '@/lib/model/runs/unit-workflows';
import { differencesByHost } from '../operations/differences';
import { retryOptions } from '../operations/retries';
import type { WorkflowJob } from '../operations/run-workflow';
import { blueprintOf, reportFailure } from './deploy';
import { withMarks } from './marks';
import { ownerOf } from './plan-operations';
import { operationOfPhase, type PlannedPhase, type Reach, reachOf, reachOfPhases, unitsOf } from './reached-units';
import { type ResumedPhase, ServiceRun } from './service-run';
import { sideBySide } from './side-by-side';

/** What was done with which machine, as of every workflow, and with which instances of the services' graphs. */
export interface BlueprintWorkflowEnd {
  model: EnvironmentModel;
  cancelled: boolean;
  /** null where no service of a blueprint was meant */
  result: JsonObject | null;
}

/** What one service is to do, and what came of it. */
interface Task extends TargetInstances {
  service: Service;
  blueprint: ServiceBlueprint;
  plan: UnitPlan[];
  phases: (GraphPhase & PlannedPhase)[];
  /** how far an earlier run came with the first of them, which goes on */
  resumed: ResumedPhase | null;
}

/** Workflows of the lifecycle that are one operation on each instance. */
const ONE_OPERATION = ['start', 'stop', 'check_status', 'check_drift', 'execute_operation'];

/** What their operations return is what they are run for. */
const ANSWERING = ['execute_operation', 'pull'];

/**
 * Runs a workflow on services of blueprints: on the instances of the machines that are meant, and on those beside them
 * where the whole service is. Repair sets up again what cannot be repaired, with all that is contained in it. What is
 * known of machines is written down as their operations end: whoever cancels finds what was done.
 */
export async function runBlueprintWorkflow(job: Omit<WorkflowJob, 'setUpAnew'>): Promise<BlueprintWorkflowEnd> {
  const { workflow, model, packages, effects, isStopped } = job;
  const tasks = tasksOf(job);
  const begun: ServiceRun[] = [];
  const reachedNow = (isEnd = false) =>
    tasks.reduce((reached, task, at) => {
      const run = begun[at];
      if (!run) return reached;
      const { graph, unfinished } = run;
      const left = isEnd && unfinished ? { ...graph, unfinished } : graph;
      const marked = withMarks(reached, task.service.id, left, task.blueprint.outputs);
      return withConditions(marked, workflow, task, run);
    }, withoutUnfinished(model));
  const { runs, cancelled } = await sideBySide(
    effects,
    isStopped,
    (completions) =>
      tasks.map((task) => {
        const { id, name, units } = task.service;
        const graph = graphsOf(model)[id] as ServiceGraph;
        const run = new ServiceRun({
          ...{ effects, packages, completions, graph },
          service: { id, name, units },
          switchesOn: workflow === 'heal',
          retries: retryOptions(job),
          ignoresFailure: job.input.ignoreFailure,
          onChange: () => void effects.saveModel(reachedNow()),
        });
        begun.push(run);
        return { run, flow: () => run.through(task.phases, task.resumed, isStopped) };
      }),
    { waits: true },
  );
  const reached = reachedNow(true);
  await effects.saveModel(reached);
  const result =
    tasks.length > 0 ? { ...resultOf(tasks, runs), ...differencesByHost(workflow, reached, planOf(tasks)) } : null;
  if (cancelled) return { model: reached, cancelled, result };
  for (const [at, { service }] of tasks.entries()) {
    const run = runs[at] as ServiceRun;
    const failed = run.executions.find(({ status }) => status === 'failed');
    await run.reportHandled(run.executions);
    if (failed) await reportFailure(effects, service, failed, run);
  }
  return { model: reached, cancelled, result };
}

function tasksOf({ workflow, target, input, model, packages }: Omit<WorkflowJob, 'setUpAnew'>): Task[] {
  const graphs = graphsOf(model);
  const types = new Map((packages.serviceTypes ?? []).map((type) => [type.type, type]));
  const services = model.services.filter(({ id, type }) => graphs[id] && blueprintOf(packages, type));
  const name = input.operation?.name ?? '';
  const { types: typeNames, nodes, instances, parameters } = input;
  const filter = { types: typeNames, nodes, instances };
  const offered = ({ id, type }: Service) => {
    const { operations = [], customOperations = [] } = types.get(type) ?? {};
    const graph = graphs[id];
    const isDeclared = name !== '' && graph !== undefined && offersOperation(graph, name);
    return [...operations, ...customOperations.map((one) => one.name), ...(isDeclared ? [name] : [])];
  };
  const all = planUnits(workflow, { services }, target, offered, {
    operation: name,
    skipsDriftCheck: parameters.skip_drift_check === true,
    isMeant: unitFilter(filter, model, () => []),
    isNamed: nodes.length + instances.length > 0,
  });
  return services.flatMap((service): Task[] => {
    const own = all.filter(({ serviceId }) => serviceId === service.id);
    const chosen = new Set(own.filter(({ does }) => does !== 'nothing').map(({ unitId }) => unitId));
    if (own.length === 0) return [];
    const graph = graphs[service.id] as ServiceGraph;
    const meant = meantInstances(graph, service, chosen, filter);
    const blueprint = blueprintOf(packages, service.type) as ServiceBlueprint;
    const stopped = input.resumes === undefined ? undefined : instancesOn(graph, stoppedByRestart(service.units));
    const resumed = { ...meant, ...(stopped && { stopped }) };
    const unfinished = input.resumes !== undefined && graph.unfinished?.phases.length ? graph.unfinished : undefined;
    const asked = phasesOf({ workflow, operation: name, parameters }, blueprint, resumed, graph);
    const phases = (unfinished && asked.length > 0 ? unfinished.phases : asked).map((phase) => ({
      ...phase,
      operation: operationOfPhase(phase.workflow, phase.parameters),
      instances: plannedInstances(service, graph, blueprint, [phase]),
    }));
    const isAsked = workflow === 'execute_operation';
    const plan = isAsked ? unitsByInstances(own, plannedInstances(service, graph, blueprint, phases), name) : own;
    const goesOn = unfinished && asked.length > 0 ? { ...unfinished, force: input.repeatsInterrupted !== false } : null;
    return [{ service, blueprint, plan, ...resumed, phases, resumed: goesOn }];
  });
}

/** The document with what is known of the machines of a service now. */
function withConditions(
  model: EnvironmentModel,
  workflow: UnitWorkflow,
  task: Task,
  run: ServiceRun,
): EnvironmentModel {
  const { graph } = run;
  const services = model.services.map((service) => {
    if (service.id !== task.service.id) return service;
    const units = service.units.map((unit): Unit => {
      const known = conditionOf(unit);
      if (!known || !task.chosen.has(unit.id)) return unit;
      const on = instancesOn(graph, new Set([unit.id]));
      const instances = graph.model.instances.filter(({ id }) => on.has(id));
      const condition = conditionAfter(workflow, known, {
        instances,
        isPart: isPartOnly(task, graph, instances),
        phases: reachOfPhases(task.phases, run, unit.id),
        failure: failureOn(task, run, unit.id),
        at: run.answeredAt.get(unit.id) ?? null,
      });
      return { ...unit, state: withCondition(unit.state, condition) };
    });
    return { ...service, units };
  });
  return { ...model, services };
}

/** What failed for good on a machine, or could not be repaired there as it was allowed; null when nothing did. */
function failureOn(
  { phases }: Task,
  { executions, graph, failedOperations }: ServiceRun,
  unitId: string,
): string | null {
  const last = executions.find(({ status }) => status === 'failed');
  const { refused = [] } = (last?.report.sets ?? {}) as { refused?: string[] };
  if (refused.some((id) => machineOf(graph, id)?.unitId === unitId)) return last?.error?.message ?? null;
  // nothing mends what failed there, also when the run was stopped before the phase ended
  const isFinal = phases.every(({ workflow }) => ONE_OPERATION.includes(workflow));
  for (const { subject, message } of [...(last?.error?.operations ?? []), ...(isFinal ? failedOperations : [])]) {
    if (machineOf(graph, ownerOf(subject))?.unitId === unitId) return message;
  }
  return null;
}

/** Whether a phase leaves something alone on a machine that has the operation, too: the machine is not what it is then. */
function isPartOnly({ phases, stopped = new Set() }: Task, graph: ServiceGraph, on: readonly NodeInstance[]): boolean {
  const nodes = new Map(graph.model.template.nodes.map((node) => [node.id, node]));
  return phases.some(({ operation, instances }) => {
    if (operation === null) return false;
    const taken = new Set(instances.map(({ instanceId }) => instanceId));
    const has = ({ node }: NodeInstance) => isMapped(nodes.get(node) as NodeTemplate, operation);
    const isStopped = ({ id }: NodeInstance) => operation === 'lifecycle.stop' && stopped.has(id);
    return on.some((one) => has(one) && !taken.has(one.id) && !isStopped(one));
  });
}

interface CheckResult {
  /** whether some of what is on the machine was left alone */
  isPart: boolean;
  instances: readonly NodeInstance[];
  /** how far each phase came on the machine */
  phases: readonly Reach[];
  failure: string | null;
  at: string | null;
}

function conditionAfter(
  workflow: UnitWorkflow,
  known: Condition,
  { instances, isPart, phases, failure, at }: CheckResult,
): Condition {
  const reach = reachOf(phases);
  if (reach === 'unreached' || (isPart && failure === null && STATES.includes(workflow))) return known;
  if (reach === 'begun' && failure === null) return whileBegun(workflow, known, phases);
  const status = { ok: failure === null, message: failure ?? '', at };
  switch (workflow) {
    case 'stop':
      return failure === null ? { ...known, state: 'stopped', status: null } : { ...known, status };
    case 'check_status': {
      const wrong = instances.find((one) => one.status?.source === 'check' && !one.status.ok)?.status;
      const ok = wrong === undefined;
      return { ...known, ...(ok && { state: 'started' as const }), status: { ok, message: wrong?.message ?? '', at } };
    }
    case 'start':
    case 'restart':
    case 'heal': {
      if (failure === null) return { ...known, state: 'started', status };
      // what was stopped rests, though it does not start again
      const isStopped = workflow === 'restart' && phases.length > 1 && phases[0] === 'done';
      return { ...known, ...(isStopped && { state: 'starting' as const }), status };
    }
    case 'check_drift':
    case 'update': {
      const drifted = instances.filter(hasDrift).flatMap(({ drift }) => texts(drift?.result ?? null));
      return failure === null ? { ...known, drift: { differences: drifted, at } } : known;
    }
    default:
      return known;
  }
}

/** Workflows after which a machine is in another state, once all on it is. */
const STATES: readonly UnitWorkflow[] = ['start', 'stop', 'restart'];

/** What is known of a machine on which not all was done yet. */
function whileBegun(workflow: UnitWorkflow, known: Condition, phases: readonly Reach[]): Condition {
  switch (workflow) {
    case 'stop':
      return { ...known, state: 'stopping' };
    case 'start':
      return { ...known, state: 'starting' };
    case 'restart':
      // one that goes on with another has nothing to stop where that has
      return { ...known, state: phases.length === 1 || phases[0] === 'done' ? 'starting' : 'stopping' };
    default:
      return known;
  }
}

function texts(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(texts);
  return typeof value === 'string' ? [value] : [];
}

function resultOf(tasks: readonly Task[], runs: readonly ServiceRun[]): JsonObject {
  const failed: string[] = [];
  const repaired: string[] = [];
  const reinstalled: string[] = [];
  const done: string[] = [];
  const unreached: string[] = [];
  const untouched: string[] = [];
  const outputs: JsonObject = {};
  const sets: JsonObject = {};
  for (const [at, task] of tasks.entries()) {
    const run = runs[at] as ServiceRun;
    const { executions, graph, outputs: returned } = run;
    const hosts = new Map(task.service.units.map((unit) => [unit.id, hostOf(unit)]));
    const ofSets = (name: 'healed' | 'reinstalled') =>
      unitsOf(
        graph,
        executions.flatMap(({ report }) => ((report.sets ?? {}) as Record<string, string[]>)[name] ?? []),
      );
    const [healed, installed] = [ofSets('healed'), ofSets('reinstalled')];
    for (const { unitId, does } of task.plan) {
      const host = hosts.get(unitId) ?? unitId;
      const hasFailed = failureOn(task, run, unitId) !== null;
      const isDone = reachOf(reachOfPhases(task.phases, run, unitId)) === 'done';
      if (does === 'nothing') untouched.push(host);
      else if (hasFailed) failed.push(host);
      else if (isDone) done.push(host);
      else unreached.push(host);
      if (isDone && !hasFailed && (healed.has(unitId) || installed.has(unitId))) repaired.push(host);
      if (isDone && !hasFailed && installed.has(unitId)) reinstalled.push(host);
      const said = returned.get(unitId) ?? [];
      if (said.length > 0) outputs[host] = said;
    }
    const found = executions.flatMap(({ report }) => (report.sets ? [report.sets] : []));
    if (found.length > 0) sets[task.service.name] = joined(found, graph) as JsonObject;
  }
  const plan = planOf(tasks).map(({ unitId, host, does, because }) => ({ unitId, host, does, because }));
  return {
    ...{ failed, repaired, reinstalled, done, unreached, untouched, plan },
    ...(Object.keys(sets).length > 0 && { sets }),
    ...(runs.some(({ executions }) => executions.some(({ workflow }) => ANSWERING.includes(workflow))) && {
      outputs,
    }),
  };
}

function planOf(tasks: readonly Task[]): UnitPlan[] {
  return tasks.flatMap((task) => task.plan);
}

/** The sets of several repairs together: ids of instances, of each set once, in the order of the graph. */
function joined(all: readonly Json[], graph: ServiceGraph): JsonObject {
  const touched = new Set<string>();
  const sets: Record<string, string[]> = {};
  for (const name of ['checked', 'healed', 'healFailed', 'reinstalled', 'refused']) {
    const ids = new Set(all.flatMap((one) => ((one as JsonObject)[name] ?? []) as string[]));
    if (name === 'refused' && ids.size === 0) continue;
    if (name !== 'checked' && name !== 'refused') for (const id of ids) touched.add(id);
    sets[name] = graph.model.instances.filter(({ id }) => ids.has(id)).map(({ id }) => id);
  }
  sets.untouched = graph.model.instances.filter(({ id }) => !touched.has(id)).map(({ id }) => id);
  return sets;
}
