import type { EnvironmentModel, Service, Unit } from '../environment';
import { textAt } from '../installed';
import { type Condition, conditionOf, isBroken } from '../operations/condition';
import type { UnitOperation } from '../operations/declared';
import type { RunTarget } from './target';

/** Workflows over the machines of an environment. */
export const UNIT_WORKFLOWS = ['start', 'stop', 'restart', 'check_status', 'heal'] as const;
export type UnitWorkflow = (typeof UNIT_WORKFLOWS)[number];

/** What a workflow asks of a package. */
const NEEDED: Record<UnitWorkflow, readonly UnitOperation[]> = {
  start: ['lifecycle.start'],
  stop: ['lifecycle.stop'],
  restart: ['lifecycle.stop', 'lifecycle.start'],
  check_status: ['validation.check_status'],
  heal: ['validation.check_status', 'lifecycle.heal'],
};

/**
 * Why a machine is skipped:
 * - `notDeployed`: it is not there yet
 * - `notOffered`: its package does not say how
 * - `stopped`: it rests because somebody wanted it so
 * - `running`: it runs already
 */
export const SKIP_REASONS = ['notDeployed', 'notOffered', 'stopped', 'running'] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/** What is done with a machine; `repair`: it is checked first, and repaired where it is known not to work. */
export const UNIT_PLAN_STEPS = ['start', 'stop', 'restart', 'check', 'repair', 'nothing'] as const;

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

/**
 * What a workflow will do with the machines that it is for, in the order of the model.
 *
 * @param operationsOf names of the operations that the package of a service declares
 * @returns one entry for each machine of the target; none where the target is not there
 */
export function planUnits(
  workflow: UnitWorkflow,
  model: Pick<EnvironmentModel, 'services'>,
  target: RunTarget,
  operationsOf: (service: Service) => readonly UnitOperation[],
): UnitPlan[] {
  return model.services.flatMap((service) => {
    const offered = operationsOf(service);
    const isOffered = NEEDED[workflow].every((name) => offered.includes(name));
    return service.units
      .filter((unit) => isMeant(target, service, unit))
      .map((unit): UnitPlan => {
        const condition = conditionOf(unit);
        const because = skipReason(workflow, condition, isOffered);
        const host = textAt(unit.state, 'hostname') ?? unit.name;
        const does = because === null && condition ? stepOf(workflow, condition) : 'nothing';
        return { serviceId: service.id, unitId: unit.id, host, does, because };
      });
  });
}

function skipReason(workflow: UnitWorkflow, condition: Condition | null, isOffered: boolean): SkipReason | null {
  if (!isOffered) return 'notOffered';
  if (condition === null) return 'notDeployed';
  if (workflow === 'start') return condition.state === 'started' ? 'running' : null;
  return condition.state === 'stopped' && workflow !== 'restart' ? 'stopped' : null;
}

function stepOf(workflow: UnitWorkflow, condition: Condition): UnitPlan['does'] {
  if (workflow === 'check_status') return 'check';
  if (workflow === 'heal') return isBroken(condition) ? 'repair' : 'check';
  return workflow;
}

function isMeant(target: RunTarget, service: Service, unit: Unit): boolean {
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
