import { isDeepStrictEqual } from 'node:util';
import type { EnvironmentModel, Service } from '@/lib/model/environment';
import { isComplete } from '@/lib/model/installed';
import { maskSealed } from '@/lib/model/secret';
import type { ServiceType } from '@/lib/model/service-type';
import type { EnvironmentStatus } from '@/lib/model/states';
import type { ServiceStatus, ServiceView } from '@/lib/model/views';

/** From where a service's status is told. */
export interface ServicesContext {
  status: EnvironmentStatus;
  types: ServiceType[];
  /** the document a draft started from; absent when no draft is shown */
  base?: EnvironmentModel | null;
}

/** The services of a document as the API shows them: with a status each, secrets masked. */
export function servicesView(model: EnvironmentModel, context: ServicesContext): ServiceView[] {
  return model.services.map((service) => {
    const { id, type, name, created, updated, ...rest } = service;
    const head = { id, type, name, ...(created ? { created } : {}), ...(updated ? { updated } : {}) };
    return maskSealed({ ...head, status: serviceStatus(service, context), ...rest });
  });
}

function serviceStatus(service: Service, { status, types, base }: ServicesContext): ServiceStatus {
  if (status === 'deleting' || status === 'deploying') return status;
  if (base) {
    const deployed = base.services.find(({ id }) => id === service.id);
    if (!deployed || !isDeepStrictEqual(deployed, service)) return 'pending';
  }
  if (status !== 'failed') return 'ready';
  const type = types.find((known) => known.type === service.type) ?? null;
  return service.units.every((unit) => isComplete(type, service, unit)) ? 'ready' : 'failed';
}
