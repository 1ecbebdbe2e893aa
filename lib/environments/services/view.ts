import { isDeepStrictEqual } from 'node:util';
import { byId } from '@/lib/model/by-id';
import type { EnvironmentModel, Service } from '@/lib/model/environment';
import { isComplete } from '@/lib/model/installed';
import { toTheSecond } from '@/lib/model/instant';
import { maskSealed } from '@/lib/model/secret';
import type { ServiceType } from '@/lib/model/service-type';
import type { DeployedStatus } from '@/lib/model/states';
import type { ServiceStatus, ServiceView } from '@/lib/model/views';

/** From where a service's status is told. */
export interface ServicesContext {
  /** of its environment */
  deployed: DeployedStatus;
  types: ServiceType[];
  /** the document a draft started from; absent when no draft is shown */
  base?: EnvironmentModel | null;
  /** services that a deployment had when it succeeded: asked for where {@link needsHistory} says so */
  onceDeployed?: ReadonlySet<string>;
}

/** Whether the status of some service follows from earlier deployments alone: after a failure, an object without machines. */
export function needsHistory({ services }: EnvironmentModel, { deployed, types }: ServicesContext): boolean {
  return hasFailed(deployed) && services.some((service) => isWithoutMachines(service, types));
}

const hasFailed = (deployed: DeployedStatus) => deployed === 'failed' || deployed === 'stopped';

/** Nothing of such a service tells whether it was set up: of Vetro's own format, one without machines has nothing to set up. */
function isWithoutMachines({ type, units }: Service, types: readonly ServiceType[]): boolean {
  return units.length === 0 && types.find((known) => known.type === type)?.className !== undefined;
}

/** The services of a document as the API shows them: with a status each, secrets masked. */
export function servicesView(model: EnvironmentModel, context: ServicesContext): ServiceView[] {
  const base = context.base && byId(context.base.services);
  return model.services.map((service) => {
    const { id, type, name, created, updated, ...rest } = service;
    const head = {
      id,
      type,
      name,
      ...(created ? { created: toTheSecond(created) } : {}),
      ...(updated ? { updated: toTheSecond(updated) } : {}),
    };
    return maskSealed({ ...head, status: serviceStatus(service, context, base), ...rest });
  });
}

function serviceStatus(
  service: Service,
  { deployed, types, onceDeployed }: ServicesContext,
  base: ReadonlyMap<string, Service> | null | undefined,
): ServiceStatus {
  if (deployed === 'deleting' || deployed === 'deploying') return deployed;
  if (base) {
    const before = base.get(service.id);
    if (!before || !isDeepStrictEqual(before, service)) return 'pending';
  }
  if (!hasFailed(deployed)) return 'ready';
  if (isWithoutMachines(service, types)) return onceDeployed?.has(service.id) ? 'ready' : 'failed';
  const type = types.find((known) => known.type === service.type) ?? null;
  return service.units.every((unit) => isComplete(type, service, unit)) ? 'ready' : 'failed';
}
