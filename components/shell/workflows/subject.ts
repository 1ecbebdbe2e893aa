import type { ExecutionTarget } from '@/lib/client/executions';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { OfferedOperation } from '@/lib/model/operations/declared';
import type { RunTarget } from '@/lib/model/runs/target';
import { planUnits, type UnitPlan } from '@/lib/model/runs/unit-plan';
import type { UnitWorkflow } from '@/lib/model/runs/unit-workflows';
import type { ServiceType } from '@/lib/model/service-type';

/** What something is to be done with: machines by their units, a service, or with neither a whole environment. */
export interface WorkflowSubject {
  environmentId: string;
  /** what people call it */
  name: string;
  serviceId?: string;
  unitIds?: readonly string[];
}

/** The same for the API. */
export function targetFor({ serviceId, unitIds }: WorkflowSubject): ExecutionTarget {
  if (unitIds !== undefined) return { unit_ids: [...unitIds] };
  return serviceId === undefined ? {} : { service_id: serviceId };
}

/**
 * How many machines are meant, as sentences speak of them.
 *
 * @param services as they are deployed
 */
export function machinesOf(subject: WorkflowSubject, services: EnvironmentModel['services']): number {
  if (subject.unitIds !== undefined) return subject.unitIds.length;
  return services.filter((service) => isAbout(subject, service)).flatMap(({ units }) => units).length;
}

/** Why a workflow makes no sense for machines: what holds for all of them, or that none is in a state for it. */
export type Refusal = NonNullable<UnitPlan['because']> | 'none';

/**
 * Why a workflow makes no sense now.
 *
 * @param services as they are deployed
 * @param canSuspend whether the cloud suspends machines
 * @returns null where there is something to do
 */
export function refusalOf(
  workflow: UnitWorkflow,
  subject: WorkflowSubject,
  services: EnvironmentModel['services'],
  types: readonly ServiceType[],
  canSuspend = true,
): Refusal | null {
  const operations = new Map(types.map(({ type, operations: declared }) => [type, declared ?? []]));
  const plan = planUnits(workflow, { services }, entityOf(subject), ({ type }) => operations.get(type) ?? [], {
    canSuspend: () => canSuspend,
  });
  return refusalIn(plan);
}

function refusalIn(plan: readonly UnitPlan[]): Refusal | null {
  const [first] = plan;
  if (!first) return 'notDeployed';
  if (plan.some(({ does }) => does !== 'nothing')) return null;
  return plan.every(({ because }) => because === first.because) ? (first.because ?? 'none') : 'none';
}

/** Something that packages offer for machines, and why it makes no sense now; null where it does. */
export interface OperationFor {
  operation: OfferedOperation;
  refusal: Refusal | null;
}

/**
 * What the packages of machines offer beside the usual, each operation once. It runs on those of them whose package
 * declares it.
 *
 * @param services as they are deployed
 */
export function operationsFor(
  subject: WorkflowSubject,
  services: EnvironmentModel['services'],
  types: readonly ServiceType[],
): OperationFor[] {
  const offered = new Map(types.map(({ type, customOperations = [] }) => [type, customOperations]));
  const namesOf = (type: string) => (offered.get(type) ?? []).map(({ name }) => name);
  const meant = services.filter((service) => isAbout(subject, service)).flatMap(({ type }) => offered.get(type) ?? []);
  const first = new Map(meant.map((operation) => [operation.name, operation]));
  return [...first.values()].map((operation) => {
    const filter = { operation: operation.name };
    const plan = planUnits('execute_operation', { services }, entityOf(subject), ({ type }) => namesOf(type), filter);
    // a machine whose package has no such operation is no reason
    return { operation, refusal: refusalIn(plan.filter(({ because }) => because !== 'notOffered')) };
  });
}

function isAbout(
  { serviceId, unitIds }: WorkflowSubject,
  { id, units }: EnvironmentModel['services'][number],
): boolean {
  if (unitIds !== undefined) return units.some((unit) => unitIds.includes(unit.id));
  return serviceId === undefined || serviceId === id;
}

function entityOf({ serviceId, unitIds }: WorkflowSubject): RunTarget {
  if (unitIds !== undefined) return { entity: 'selection', unitIds: [...unitIds] };
  return serviceId === undefined ? { entity: 'environment' } : { entity: 'service', serviceId };
}
