import type { Service, Unit } from './environment';
import type { Repair } from './failure-findings';
import { hasMachine, leadingUnit } from './installed';
import { typeOf } from './network-facts';
import type { ServiceType } from './service-type';

/** A machine of a service, as far as it is described. */
export interface UnitPlace {
  service: Service | undefined;
  unit: Unit | undefined;
  type: ServiceType | undefined;
}

/** What is done about a machine that does not come back: a fresh one in its place, or its service without it. */
export const MACHINE_REPAIRS = ['replace', 'takeOut'] as const;
export type MachineRepair = (typeof MACHINE_REPAIRS)[number];

/** Where a unit stands in a document. */
export function placeOfUnit(services: readonly Service[], types: readonly ServiceType[], unitId: string): UnitPlace {
  const service = services.find(({ units }) => units.some(({ id }) => id === unitId));
  return {
    service,
    unit: service?.units.find(({ id }) => id === unitId),
    type: service && typeOf(service, types),
  };
}

/** Why each of them cannot be done with a machine; null: it can. */
export function repairRefusals(place: UnitPlace): Record<MachineRepair, Repair['refused']> {
  return { replace: replacementRefusal(place), takeOut: removalRefusal(place) };
}

/** Why a machine cannot be replaced: a fresh one has nothing of what the others of its service follow. */
function replacementRefusal({ service, unit, type }: UnitPlace): Repair['refused'] {
  if (!service || !unit) return 'gone';
  if (!type || type.units.managed) return 'package';
  if (!hasMachine(unit)) return 'notMade';
  return leads({ service, unit, type }) ? 'leads' : null;
}

/** Why a service cannot go on without a machine. */
function removalRefusal({ service, unit, type }: UnitPlace): Repair['refused'] {
  if (!service || !unit) return 'gone';
  if (!type || type.units.managed) return 'package';
  if (service.units.length <= type.units.min) return 'least';
  return leads({ service, unit, type }) ? 'leads' : null;
}

function leads({ service, unit, type }: { service: Service; unit: Unit; type: ServiceType }): boolean {
  return type.exactlyOne !== null && leadingUnit(type, service)?.id === unit.id;
}
