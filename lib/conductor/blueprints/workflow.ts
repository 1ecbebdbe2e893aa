import { graphsOf, instancesOn, machineOf, type ServiceGraph } from '@/lib/model/blueprints/graph';
import { type GraphPhase, meantInstances, phasesOf, type TargetInstances } from '@/lib/model/blueprints/phases';
import { onlyWithInstances, plannedInstances } from '@/lib/model/blueprints/planned-instances';
import type { ServiceBlueprint } from '@/lib/model/blueprints/service-blueprint';
import type { EnvironmentModel, Service, Unit } from '@/lib/model/environment';
import { hostOf } from '@/lib/model/installed';
import type { Json, JsonObject } from '@/lib/model/json';
import type { Execution } from '@/lib/model/lifecycle/execution';
import { hasDrift, type NodeInstance } from '@/lib/model/lifecycle/instance';
import { type Condition, conditionOf, withCondition } from '@/lib/model/operations/condition';
import { planUnits, type UnitPlan } from '@/lib/model/runs/unit-plan';
import type { UnitWorkflow } from '@/lib/model/runs/unit-workflows';
import type { WorkflowJob } from '../operations/run-workflow';
import { blueprintOf, reportFailure } from './deploy';
import { withMarks } from './marks';
import { ServiceRun } from './service-run';
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
  executions: Execution[];
  /** a phase did not do all; none after it was begun */
  hasFailed: boolean;
}

/** What their operations return is what they are run for. */
const ANSWERING = ['execute_operation', 'pull'];

/**
 * Runs a workflow on services of blueprints: on the instances of the machines that are meant, and on those beside them
 * where the whole service is. Repair sets up again what cannot be repaired, with all that is contained in it.
 */
export async function runBlueprintWorkflow(job: WorkflowJob): Promise<BlueprintWorkflowEnd> {
  const { workflow, model, packages, effects, isStopped } = job;
  const tasks = tasksOf(job);
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
          ignoresFailure: job.input.ignoreFailure,
        });
        const flow = async () => {
          for (const phase of phasesFor(job, task, graph)) {
            if (isStopped()) return;
            const execution = await run.phase(phase);
            task.executions.push(execution);
            if (execution.status === 'failed') {
              task.hasFailed = true;
              return;
            }
          }
        };
        return { run, flow };
      }),
    { waits: true },
  );
  let reached = model;
  for (const [at, task] of tasks.entries()) {
    const run = runs[at] as ServiceRun;
    reached = withMarks(reached, task.service.id, run.graph, task.blueprint.outputs);
    if (!cancelled) reached = withConditions(reached, workflow, task, run);
  }
  await effects.saveModel(reached);
  if (cancelled) return { model: reached, cancelled, result: null };
  for (const [at, { service, executions }] of tasks.entries()) {
    const failed = executions.find(({ status }) => status === 'failed');
    if (failed) await reportFailure(effects, service, failed, runs[at] as ServiceRun);
  }
  return { model: reached, cancelled, result: tasks.length > 0 ? resultOf(tasks, runs) : null };
}

function tasksOf({ workflow, target, input, model, packages }: WorkflowJob): Task[] {
  const graphs = graphsOf(model);
  const types = new Map((packages.serviceTypes ?? []).map((type) => [type.type, type]));
  const services = model.services.filter(({ id, type }) => graphs[id] && blueprintOf(packages, type));
  const offered = ({ type }: Service) => {
    const { operations = [], customOperations = [] } = types.get(type) ?? {};
    return [...operations, ...customOperations.map(({ name }) => name)];
  };
  const plan = planUnits(workflow, { services }, target, offered, {
    operation: input.operation?.name,
    skipsDriftCheck: input.skipDriftCheck,
    isOfType: ({ type }) => input.types.length === 0 || input.types.includes(type),
  });
  return services.flatMap((service): Task[] => {
    const own = plan.filter(({ serviceId }) => serviceId === service.id);
    const chosen = new Set(own.filter(({ does }) => does !== 'nothing').map(({ unitId }) => unitId));
    if (own.length === 0) return [];
    const graph = graphs[service.id] as ServiceGraph;
    const meant = meantInstances(
      graph,
      service.units.map(({ id }) => id),
      chosen,
    );
    const blueprint = blueprintOf(packages, service.type) as ServiceBlueprint;
    const task: Task = { service, blueprint, plan: own, ...meant, executions: [], hasFailed: false };
    if (workflow !== 'execute_operation') return [task];
    const phases = phasesFor({ workflow, input }, task, graph);
    return [{ ...task, plan: onlyWithInstances(own, plannedInstances(service, graph, blueprint, phases)) }];
  });
}

/** What is asked of the instances of one service, one after the other. */
function phasesFor(
  { workflow, input }: Pick<WorkflowJob, 'workflow' | 'input'>,
  task: Task,
  graph: ServiceGraph,
): GraphPhase[] {
  const { skipHeal, skipDriftCheck, byDependency } = input;
  const asked = { workflow, operation: input.operation?.name ?? '', byDependency, skipHeal, skipDriftCheck };
  return phasesOf(asked, task.blueprint, task, graph);
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
      const failure = failureOn(task, graph, unit.id);
      const condition = conditionAfter(workflow, known, {
        instances,
        failure,
        at: run.answeredAt.get(unit.id) ?? null,
      });
      return { ...unit, state: withCondition(unit.state, condition) };
    });
    return { ...service, units };
  });
  return { ...model, services };
}

/** What failed for good on a machine; null when nothing did. */
function failureOn({ executions }: Task, graph: ServiceGraph, unitId: string): string | null {
  const last = executions.find(({ status }) => status === 'failed');
  for (const { subject, message } of last?.error?.operations ?? []) {
    const id = 'instance' in subject ? subject.instance : subject.side === 'source' ? subject.source : subject.target;
    if (machineOf(graph, id)?.unitId === unitId) return message;
  }
  return null;
}

interface CheckResult {
  instances: readonly NodeInstance[];
  failure: string | null;
  at: string | null;
}

function conditionAfter(workflow: UnitWorkflow, known: Condition, { instances, failure, at }: CheckResult): Condition {
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
    case 'heal':
      return failure === null ? { ...known, state: 'started', status } : { ...known, status };
    case 'check_drift':
    case 'update': {
      const drifted = instances.filter(hasDrift).flatMap(({ drift }) => texts(drift?.result ?? null));
      return failure === null ? { ...known, drift: { differences: drifted, at } } : known;
    }
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
  const done: string[] = [];
  const untouched: string[] = [];
  const outputs: JsonObject = {};
  const sets: JsonObject = {};
  for (const [at, task] of tasks.entries()) {
    const { graph, outputs: returned } = runs[at] as ServiceRun;
    const hosts = new Map(task.service.units.map((unit) => [unit.id, hostOf(unit)]));
    const touched = new Set<string>();
    for (const { report } of task.executions) {
      const { healed = [], reinstalled = [] } = (report.sets ?? {}) as { healed?: string[]; reinstalled?: string[] };
      for (const id of [...healed, ...reinstalled]) {
        const machine = machineOf(graph, id);
        if (machine) touched.add(machine.unitId);
      }
    }
    for (const { unitId, does } of task.plan) {
      const host = hosts.get(unitId) ?? unitId;
      const hasFailed = failureOn(task, graph, unitId) !== null || (task.hasFailed && task.executions.length === 0);
      if (does === 'nothing') untouched.push(host);
      else if (hasFailed) failed.push(host);
      else done.push(host);
      if (touched.has(unitId) && !hasFailed) repaired.push(host);
      const said = returned.get(unitId) ?? [];
      if (said.length > 0) outputs[host] = said;
    }
    const found = task.executions.flatMap(({ report }) => (report.sets ? [report.sets] : []));
    if (found.length > 0) sets[task.service.name] = joined(found, graph) as JsonObject;
  }
  const plan = tasks.flatMap((task) =>
    task.plan.map(({ unitId, host, does, because }) => ({ unitId, host, does, because })),
  );
  return {
    ...{ failed, repaired, done, untouched, plan },
    ...(Object.keys(sets).length > 0 && { sets }),
    ...(tasks.some(({ executions }) => executions.some(({ workflow }) => ANSWERING.includes(workflow))) && {
      outputs,
    }),
  };
}

/** The sets of several repairs together: ids of instances, of each set once, in the order of the graph. */
function joined(all: readonly Json[], graph: ServiceGraph): JsonObject {
  const touched = new Set<string>();
  const sets: Record<string, string[]> = {};
  for (const name of ['checked', 'healed', 'healFailed', 'reinstalled']) {
    const ids = new Set(all.flatMap((one) => ((one as JsonObject)[name] ?? []) as string[]));
    if (name !== 'checked') for (const id of ids) touched.add(id);
    sets[name] = graph.model.instances.filter(({ id }) => ids.has(id)).map(({ id }) => id);
  }
  sets.untouched = graph.model.instances.filter(({ id }) => !touched.has(id)).map(({ id }) => id);
  return sets;
}
