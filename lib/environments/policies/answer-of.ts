import type { Service } from '@/lib/model/environment';
import type { ServiceType } from '@/lib/model/service-type';

/** What a machine has of its service under a common name: by that name, the kind of property that it comes from. */
const OF_SERVICE: Readonly<Record<string, string>> = {
  flavor: 'flavor',
  image: 'image',
  keyname: 'keyPair',
  availabilityZone: 'availabilityZone',
};

const NAME = 'name';

/** Names of the properties that rules read: what stands as a text in the second column of `properties`. */
export function propertiesRead(text: string): string[] {
  const found = text.matchAll(/\bproperties\s*\(\s*[^,()]+,\s*(?:"([^"]*)"|'([^']*)')/g);
  return [...new Set([...found].map(([, double, single]) => double ?? single ?? ''))];
}

/**
 * The answer in the form of a service that a rule is about, so that whoever is stopped finds the field. Rules name no
 * field: it is known where what they read of the object is one answer.
 *
 * @param read names of the properties that the rules read, as {@link propertiesRead} finds them
 * @param unitId of the machine that the rule is about; null for the service
 * @returns its path in the service, `size` or `units.0.zone`; null where none can be told, or more than one
 */
export function answerOf(
  read: readonly string[],
  service: Service,
  unitId: string | null,
  type: ServiceType | undefined,
): string | null {
  if (!type) return null;
  const unit = service.units.findIndex(({ id }) => id === unitId);
  const paths = read.flatMap((name) => {
    const own = unit >= 0 && type.unitProperties.some((property) => property.name === name && !property.hidden);
    if (own) return [`units.${unit}.${name}`];
    const kind = OF_SERVICE[name];
    const found = type.properties.find((property) => property.name === name || property.kind === kind);
    return found && !found.hidden ? [found.name] : [];
  });
  // a name is read to speak of the service, or to find it: it is what a rule is about where nothing else is
  const distinct = [...new Set(paths)];
  const about = distinct.length > 1 ? distinct.filter((path) => path !== NAME) : distinct;
  return about.length === 1 ? (about[0] ?? null) : null;
}
