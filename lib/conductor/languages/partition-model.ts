import type { EnvironmentModel, Service } from '@/lib/model/environment';
import { isObjectEntry } from '@/lib/model/object-entry';

/**
 * A document without its objects of MuranoPL, which workflows do not know, and the way to put them back.
 *
 * @returns `together` takes the document as the workflows have left it
 */
export function partitionModel(model: EnvironmentModel): {
  rest: EnvironmentModel;
  together(changed: EnvironmentModel): EnvironmentModel;
} {
  if (!model.services.some(isObjectEntry)) return { rest: model, together: (changed) => changed };
  return {
    rest: { ...model, services: model.services.filter((service) => !isObjectEntry(service)) },
    together: (changed) => {
      const left = new Map(changed.services.map((service) => [service.id, service]));
      const inPlace = model.services.flatMap((service): Service[] => {
        if (isObjectEntry(service)) return [service as Service];
        const now = left.get(service.id);
        left.delete(service.id);
        return now ? [now] : [];
      });
      return { ...changed, services: [...inPlace, ...left.values()] };
    },
  };
}
