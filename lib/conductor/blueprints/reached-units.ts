import { machineOf, type ServiceGraph } from '@/lib/model/blueprints/graph';
import { type InstancePlan, workflowOperation } from '@/lib/model/blueprints/planned-instances';
import type { Execution } from '@/lib/model/lifecycle/execution';
import { callOf, type ServiceRun } from './service-run';

/** What one phase of a workflow was to do. */
export interface PlannedPhase {
  /** the operation that it asks of each instance; null for one that asks for several */
  operation: string | null;
  instances: readonly Pick<InstancePlan, 'instanceId' | 'unitId'>[];
}

/**
 * How far a workflow came on a machine:
 * - `done`: all that was to be done there went well
 * - `begun`: some of it was begun; what more was to come is open
 * - `unreached`: nothing was begun there
 */
export type Reach = 'done' | 'begun' | 'unreached';

/** The operation of a phase, by its workflow and parameters. */
export function operationOfPhase(workflow: string, parameters: Readonly<Record<string, unknown>>): string | null {
  return workflow === 'execute_operation' ? String(parameters.operation) : workflowOperation(workflow);
}

/** How far each phase came on a machine, in order. */
export function reachOfPhases(
  phases: readonly PlannedPhase[],
  { executions, begun, ended, graph }: Pick<ServiceRun, 'executions' | 'begun' | 'ended' | 'graph'>,
  unitId: string,
): Reach[] {
  return phases.map(({ operation, instances }, at) => {
    const execution = executions[at];
    if (execution?.status === 'terminated') return 'done';
    if (execution?.status === 'failed' && isMended(execution, graph, unitId)) return 'done';
    const own = instances.filter((one) => one.unitId === unitId).map(({ instanceId }) => instanceId);
    if (operation === null) return execution ? 'begun' : 'unreached';
    // Where nothing is to be done, it is done once its phase was.
    if (own.length === 0) return execution ? 'done' : 'unreached';
    if (own.every((id) => ended.has(callOf(operation, id)))) return 'done';
    return own.some((id) => begun.has(callOf(operation, id))) ? 'begun' : 'unreached';
  });
}

/** Whether a repair that failed elsewhere has repaired a machine, or installed anew what is on it. */
function isMended({ report }: Execution, graph: ServiceGraph, unitId: string): boolean {
  const { healed = [], reinstalled = [] } = (report.sets ?? {}) as { healed?: string[]; reinstalled?: string[] };
  const isUp = ({ id, state }: { id: string; state: string }) =>
    machineOf(graph, id)?.unitId !== unitId || state === 'started';
  return unitsOf(graph, [...healed, ...reinstalled]).has(unitId) && graph.model.instances.every(isUp);
}

/** How far all phases together came on a machine. */
export function reachOf(phases: readonly Reach[]): Reach {
  if (phases.every((reach) => reach === 'done')) return 'done';
  return phases.every((reach) => reach === 'unreached') ? 'unreached' : 'begun';
}

/** Units on whose machines instances are. */
export function unitsOf(graph: ServiceGraph, instanceIds: readonly string[]): Set<string> {
  return new Set(instanceIds.flatMap((id) => machineOf(graph, id)?.unitId ?? []));
}
