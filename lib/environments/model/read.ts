import type { EnvironmentModel } from '@/lib/model/environment';
import type { Json, JsonObject } from '@/lib/model/json';
import { networkObject } from '@/lib/model/network-object';
import { isObjectEntry } from '@/lib/model/object-entry';
import type { ServiceView } from '@/lib/model/views';
import type { ReadAddress } from '../access/read-address';
import { visibleEnvironment } from '../access/visible';
import { requireRole, type UseCaseCall } from '../context';
import { listServices } from '../services/read';
import { nothingAtError, traverse } from '../services/traverse';

/**
 * The object model of an environment as Murano shows it, or a value below it: an object of the class Environment, whose
 * services have headers.
 *
 * @param input `path`: ids, indexes and keys; none is the whole model
 * @throws as `listServices`; not_found `service_not_found` where the path leads nowhere
 */
export async function readModel({ ctx, input }: UseCaseCall<ReadAddress & { path: string[] }>): Promise<Json> {
  requireRole(ctx, 'reader');
  const services = await listServices({ ctx, input });
  const environment = await visibleEnvironment(ctx, input.environmentId);
  const found = traverse(objectModel(environment, services), input.path);
  if (found === undefined) throw nothingAtError(input.path);
  return found;
}

/** An environment as an object of MuranoPL. */
function objectModel(
  { id, model, name }: { id: string; name: string; model: EnvironmentModel },
  services: readonly ServiceView[],
): JsonObject {
  return {
    '?': { id, type: 'io.murano.Environment', name },
    name,
    region: model.region ?? null,
    defaultNetworks: { environment: model.network ? networkObject(model.id, model.network) : null, flat: null },
    services: services.map((service) => {
      const entry = service as JsonObject;
      return isObjectEntry(entry) ? entry : { ...entry, '?': { id: service.id, type: service.type } };
    }),
  };
}
