import type { PredictedPlan, Prediction } from '@/lib/conductor';
import type { EnvironmentModel, Service, Unit } from '@/lib/model/environment';
import type { Json, JsonObject } from '@/lib/model/json';
import type { MachineSize, PreviewMachine } from '@/lib/model/preview';
import type { Offer } from '@/lib/model/service-type';
import { agentQueue, inboxOfServer, isMachine } from '@/lib/ports/cloud/cloud';

/**
 * What becomes of each machine, in the order of the cloud's resources.
 *
 * @param documents the document as deployed and as asked for: their units say whose machine it is
 */
export function previewMachines(
  { resources, rounds }: Pick<Prediction, 'resources' | 'rounds'>,
  documents: readonly EnvironmentModel[],
  flavors: Offer['flavors'],
): PreviewMachine[] {
  const owners = ownersOf(documents);
  const plans = rounds.flat().filter((step): step is PredictedPlan => step.effect === 'plan');
  return resources.filter(isMachine).map((resource) => {
    const { name, change, before, after } = resource;
    const made = after ?? before ?? {};
    const owner = owners.get(inboxOfServer(made)) ?? null;
    const mine = plans.filter((plan) => owner !== null && plan.unitId === owner.unit.id);
    const stays = change === 'unchanged' || change === 'inPlace';
    const size = sizeOf(made, flavors);
    const sizeBefore = before && after ? sizeOf(before, flavors) : null;
    return {
      host: textOf(made.name) ?? name,
      serviceId: owner?.service.id ?? null,
      serviceName: owner?.service.name ?? null,
      serviceType: owner?.service.type ?? null,
      unitId: owner?.unit.id ?? null,
      change: stays ? (change === 'inPlace' || mine.length > 0 ? 'change' : 'keep') : change,
      restarts: stays && mine.some(({ reboots }) => reboots),
      size,
      sizeBefore: sizeBefore && sizeBefore.name !== size?.name ? sizeBefore : null,
      image: textOf(made.image),
      plans: mine.length,
    };
  });
}

function ownersOf(documents: readonly EnvironmentModel[]): Map<string, { service: Service; unit: Unit }> {
  const owners = new Map<string, { service: Service; unit: Unit }>();
  for (const { id, services } of documents) {
    for (const service of services) {
      for (const unit of service.units) owners.set(agentQueue(id, service.id, unit.id), { service, unit });
    }
  }
  return owners;
}

/** The size that a machine's properties name; null when the cloud does not offer it. */
export function sizeOf({ flavor }: JsonObject, flavors: Offer['flavors']): MachineSize | null {
  const found = flavors.find(({ name }) => name === flavor);
  return found ? { name: found.name, vcpus: found.vcpus, memoryMb: found.memoryMb, diskGb: found.diskGb } : null;
}

function textOf(value: Json | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
