import { isObjectEntry } from '@/lib/model/object-entry';
import type { Blueprint } from '@/lib/model/templates/blueprint';
import type { TemplateService, TemplateView } from '@/lib/model/templates/views';

/**
 * The services of a blueprint with all that they hold, as Murano tells those of its templates: each that has an id has a
 * header of it.
 *
 * @param planned what is told of each for people
 */
export function servicesIn(
  { services }: Pick<Blueprint, 'services'>,
  planned: TemplateView['services'],
): TemplateService[] {
  return services.flatMap((service, index) => {
    const summary = planned[index];
    if (!summary) return [];
    const { id, type } = service;
    const header = isObjectEntry(service) || typeof id !== 'string' ? {} : { '?': { id, type: String(type) } };
    // what a service holds under a name of ours is its own
    return [{ ...summary, ...header, ...service, type: summary.type }];
  });
}
