import type { EnvironmentModel, Service, Unit } from '../environment';
import { hostOf } from '../installed';
import { type Condition, conditionOf, hasDrifted, isBroken, isInSuspension } from '../operations/condition';
import type { UnitOperation } from '../operations/declared';
import type { RunTarget } from './target';
import type { SimpleWorkflow, UnitWorkflow } from './unit-workflows';

/** What a workflow asks of a package; `execute_operation` asks for the operation that it is to run. */
const NEEDED: Record<SimpleWorkflow, readonly UnitOperation[]> = {
  start: ['lifecycle.start'],
  stop: ['lifecycle.stop'],
  restart: ['lifecycle.stop', 'lifecycle.start'],
  // The cloud does it, with every machine; what packages declare is done besides.
  suspend: [],
  wake: [],
  check_status: ['validation.check_status'],
  heal: ['validation.check_status', 'lifecycle.heal'],
  check_drift: ['lifecycle.check_drift'],
  update: ['lifecycle.check_drift', 'lifecycle.update'],
};

/**
 * Why a machine is skipped:
 * - `notDeployed`: it is not there yet
 * - `notOffered`: its package does not say how
 * - `stopped`: it rests because somebody wanted it so
 * - `running`: it runs already
 * - `suspended`: the machine is suspended
 * - `awake`: it is not
 * - `cloudCannot`: the cloud has no switch for it: it is a server that is there anyway
 * - `asMade`: nothing is known to have been changed by hand
 * - `settled`: no installation has stopped in the middle of it
 */
export const SKIP_REASONS = [
  'notDeployed',
  'notOffered',
  'stopped',
  'running',
  'suspended',
  'awake',
  'cloudCannot',
  'asMade',
  'settled',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/**
 * What is done with a machine; `repair`: it is checked first, and repaired where it is known not to work; `change`: it has
 * something to do because others come or go; `replace`: set up anew; `rollBack`: what was left half done is taken back; `run`: an operation runs on it; `compare`: it is compared with what its
 * service says, and in an update set so where it differs; `update`: it is known to differ.
 */
export const UNIT_PLAN_STEPS = [
  'start',
  'stop',
  'restart',
  'suspend',
  'wake',
  'check',
  'repair',
  'run',
  'compare',
  'update',
  'setUp',
  'remove',
  'replace',
  'rollBack',
  'change',
  'nothing',
] as const;

/** What a workflow will do with one machine. */
export interface UnitPlan {
  serviceId: string;
  unitId: string;
  host: string;
  /** `check` of a repair: it is repaired when the check finds something */
  does: (typeof UNIT_PLAN_STEPS)[number];
  /** why nothing is done */
  because: SkipReason | null;
}

/** What of a target is meant. */
export interface UnitFilter {
  /** of `execute_operation`: the operation */
  operation?: string | undefined;
  /** whether anything on a machine is meant; all is when left out */
  isMeant?: (service: Service, unit: Unit) => boolean;
  /** whether nodes or instances are named: on those `start` and `stop` run whatever is known of their machines */
  isNamed?: boolean;
  /** of `update`: go by what was last found out, without looking anew */
  skipsDriftCheck?: boolean;
  /** whether a machine can be suspended; all can when left out */
  canSuspend?: ((unit: Unit) => boolean) | undefined;
}

/**
 * What a workflow will do with the machines that it is for, in the order of the model.
 *
 * @param operationsOf names of the operations that the package of a service declares, its own among them
 * @param filter which operation is run, and on whom of those that the target names
 * @returns one entry for each machine of the target; none where the target is not there
 */
export function planUnits(
  workflow: UnitWorkflow,
  model: Pick<EnvironmentModel, 'services'>,
  target: RunTarget,
  operationsOf: (service: Service) => readonly string[],
  {
    operation = '',
    isMeant = () => true,
    isNamed = false,
    skipsDriftCheck = false,
    canSuspend = () => true,
  }: UnitFilter = {},
): UnitPlan[] {
  const needed = workflow === 'execute_operation' ? [operation] : NEEDED[workflow];
  return model.services.flatMap((service) => {
    const offered = operationsOf(service);
    const isOffered = needed.every((name) => offered.includes(name));
    return service.units
      .filter((unit) => isInTarget(target, service, unit) && isMeant(service, unit))
      .map((unit): UnitPlan => {
        const condition = conditionOf(unit);
        const isRefused = workflow === 'suspend' && condition !== null && !canSuspend(unit);
        const reason = isRefused ? 'cloudCannot' : skipReason(workflow, condition, isOffered, isNamed);
        const isAsMade = workflow === 'update' && skipsDriftCheck && condition !== null && !hasDrifted(condition);
        const because = reason ?? (isAsMade ? 'asMade' : null);
        const host = hostOf(unit);
        const does = because === null && condition ? stepOf(workflow, condition) : 'nothing';
        return { serviceId: service.id, unitId: unit.id, host, does, because };
      });
  });
}

function skipReason(
  workflow: UnitWorkflow,
  condition: Condition | null,
  isOffered: boolean,
  isNamed: boolean,
): SkipReason | null {
  if (!isOffered) return 'notOffered';
  if (condition === null) return 'notDeployed';
  if (workflow === 'suspend') return condition.state === 'suspended' ? 'suspended' : null;
  if (workflow === 'wake') return isInSuspension(condition) ? null : 'awake';
  if (isInSuspension(condition)) return 'suspended';
  // Its package's own operations know themselves what they need to run.
  if (workflow === 'execute_operation') return null;
  if (isNamed && (workflow === 'start' || workflow === 'stop')) return null;
  if (workflow === 'start') return condition.state === 'started' ? 'running' : null;
  return condition.state === 'stopped' && workflow !== 'restart' ? 'stopped' : null;
}

function stepOf(workflow: UnitWorkflow, condition: Condition): UnitPlan['does'] {
  if (workflow === 'check_status') return 'check';
  if (workflow === 'execute_operation') return 'run';
  if (workflow === 'check_drift') return 'compare';
  if (workflow === 'update') return hasDrifted(condition) ? 'update' : 'compare';
  if (workflow === 'heal') return isBroken(condition) ? 'repair' : 'check';
  return workflow;
}

function isInTarget(target: RunTarget, service: Service, unit: Unit): boolean {
  switch (target.entity) {
    case 'environment':
      return true;
    case 'service':
      return service.id === target.serviceId;
    case 'unit':
      return unit.id === target.unitId;
    case 'selection':
      return target.unitIds.includes(unit.id);
  }
}
