import type { Fingerprint } from './change-rules';
import type { FieldProblem } from './field-problem';
import { isObject, type UncheckedObject } from './json';
import { applies, isUnset } from './property-facts';
import { fingerprintOf, MASK } from './secret';
import type { Property, PropertyKind, ServiceType } from './service-type';

/** Rules between the properties of one service, and between those of its units. */

/** An object and what its properties are. */
interface Described {
  owner: UncheckedObject;
  properties: readonly Property[];
}

/**
 * Properties that have the value of one they must differ from: one of the same object or, for a unit, of its service.
 *
 * @param fingerprint lets a secret in clear be compared with one that is sealed
 */
export function sameValueProblems(
  { owner, properties }: Described,
  prefix: string,
  { service, fingerprint }: { service?: Described; fingerprint?: Fingerprint } = {},
): FieldProblem[] {
  const around = [{ owner, properties }, ...(service ? [service] : [])];
  return properties.flatMap((property) => {
    const value = owner[property.name];
    if (property.differsFrom === undefined || isUnset(value) || !applies(property, owner)) return [];
    for (const place of around) {
      const other = place.properties.find(({ name }) => name === property.differsFrom);
      if (!other) continue;
      if (!isSame(comparable(value, property), comparable(place.owner[other.name], other), fingerprint)) return [];
      const sentence = `"${property.label}" must differ from "${other.label}".`;
      return [{ path: `${prefix}${property.name}`, code: 'must_differ', sentence }];
    }
    return [];
  });
}

/** Names that Windows compares without regard to case. */
const ANY_CASE: readonly PropertyKind[] = ['accountName', 'domainName', 'hostName', 'hostnamePattern', 'membershipRef'];

function comparable(value: unknown, { kind }: Property): unknown {
  return typeof value === 'string' && ANY_CASE.includes(kind) ? value.trim().toLowerCase() : value;
}

/** Whether two values are known to be the same; masked secrets are not known. */
function isSame(one: unknown, other: unknown, fingerprint?: Fingerprint): boolean {
  if (one === MASK || other === MASK) return false;
  if (typeof one !== 'string' || typeof other !== 'string') return one === other;
  const [a, b] = [fingerprintOf(one), fingerprintOf(other)];
  if (a === null && b === null) return one === other;
  return (a ?? fingerprint?.(one)) === (b ?? fingerprint?.(other));
}

/** Units that break what one of their properties says of another, and properties that too many units have. */
export function unitRelationProblems(units: readonly unknown[], type: ServiceType): FieldProblem[] {
  return [...bound(units, type), ...tooMany(units, type)];
}

function bound(units: readonly unknown[], { unitProperties, units: { noun } }: ServiceType): FieldProblem[] {
  return unitProperties.flatMap((property) => {
    const master = unitProperties.find(({ name }) => name === property.trueWith);
    if (!master) return [];
    return units.flatMap((unit, index) =>
      isObject(unit) && unit[master.name] === true && unit[property.name] !== true
        ? [
            {
              path: `units.${index}.${property.name}`,
              code: 'must_be_true',
              sentence: `The ${noun} that is the "${master.label}" must have "${property.label}".`,
            },
          ]
        : [],
    );
  });
}

function tooMany(units: readonly unknown[], { unitLimits = [], unitProperties, units: { noun } }: ServiceType) {
  return unitLimits.flatMap(({ property, max }): FieldProblem[] => {
    const chosen = units.flatMap((unit, index) => (isObject(unit) && unit[property] === true ? [index] : []));
    const label = unitProperties.find(({ name }) => name === property)?.label ?? property;
    return chosen.slice(max).map((index) => ({
      path: `units.${index}.${property}`,
      code: 'too_many',
      sentence: `At most ${max} ${noun}s can have "${label}".`,
    }));
  });
}
