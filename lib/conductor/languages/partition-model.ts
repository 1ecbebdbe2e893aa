import type { EnvironmentModel, Service } from '@/lib/model/environment';
import { isObjectEntry } from '@/lib/model/object-entry';

/**
 * A document without services that a language does not know, and the way to put them back.
 *
 * @param isApart whether a service is left out; left out, objects of MuranoPL are
 * @returns `together` takes the document as the workflows have left it
 */
export function partitionModel(
  model: EnvironmentModel,
  isApart: (service: Service) => boolean = isObjectEntry,
): {
  rest: EnvironmentModel;
  merge(changed: EnvironmentModel): EnvironmentModel;
} {
  if (!model.services.some(isApart)) return { rest: model, merge: (changed) => changed };
  return {
    rest: { ...model, services: model.services.filter((service) => !isApart(service)) },
    merge: (changed) => {
      const left = new Map(changed.services.map((service) => [service.id, service]));
      const inPlace = model.services.flatMap((service): Service[] => {
        if (isApart(service)) return [service];
        const now = left.get(service.id);
        left.delete(service.id);
        return now ? [now] : [];
      });
      return { ...changed, services: [...inPlace, ...left.values()] };
    },
  };
}
