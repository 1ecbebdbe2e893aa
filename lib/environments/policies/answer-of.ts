import type { Service } from '@/lib/model/environment';
import type { ServiceType } from '@/lib/model/service-type';
import type { RuleVerdict } from '@/lib/ports/policies';

/** What a machine has of its service under a common name: by that name, the kind of property that it comes from. */
const OF_SERVICE: Readonly<Record<string, string>> = {
  flavor: 'flavor',
  image: 'image',
  keyname: 'keyPair',
  availabilityZone: 'availabilityZone',
};

const NAME = 'name';

/** The machine that an object of rules is, or stands on, as a place in its service; below 0 where it is none. */
export const unitAt = ({ units }: Pick<Service, 'units'>, objectId: string): number =>
  units.findIndex(({ id }) => id === objectId || id === objectId.split('-')[0]);

/**
 * The answers in the form of a service that a rule is about, so that whoever is stopped finds the field, each once, in the
 * order of the rules. One that finds the object by its name is about the rest of it: a name comes last.
 *
 * @param rested properties that the verdict rests on, in the order of the rules
 * @param unitId of the machine that the verdict names; null where it names the service
 * @returns their paths in the service, `size` or `units.0.zone`; none where it rests on none that somebody is asked for
 */
export function answersOf(
  rested: RuleVerdict['properties'],
  service: Service,
  unitId: string | null,
  type: ServiceType | undefined,
): string[] {
  if (!type) return [];
  const named = service.units.findIndex(({ id }) => id === unitId);
  const paths = rested.flatMap(({ objectId, name }): string[] => {
    const unit = unitAt(service, objectId);
    if (unit < 0 && objectId !== service.id) return [];
    if (unit >= 0 && named >= 0 && unit !== named) return [];
    if (unit >= 0 && type.unitProperties.some((property) => property.name === name && !property.hidden))
      return [`units.${unit}.${name}`];
    const kind = unit >= 0 ? OF_SERVICE[name] : undefined;
    const found = type.properties.find((property) => (kind ? property.kind === kind : property.name === name));
    return found && !found.hidden ? [found.name] : [];
  });
  return [...new Set([...paths.filter((path) => path !== NAME), ...paths])];
}
