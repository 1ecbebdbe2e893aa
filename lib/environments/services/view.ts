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
  { deployed, types }: ServicesContext,
  base: ReadonlyMap<string, Service> | null | undefined,
): ServiceStatus {
  if (deployed === 'deleting' || deployed === 'deploying') return deployed;
  if (base) {
    const before = base.get(service.id);
    if (!before || !isDeepStrictEqual(before, service)) return 'pending';
  }
  if (deployed !== 'failed' && deployed !== 'stopped') return 'ready';
  const type = types.find((known) => known.type === service.type) ?? null;
  return service.units.every((unit) => isComplete(type, service, unit)) ? 'ready' : 'failed';
}
