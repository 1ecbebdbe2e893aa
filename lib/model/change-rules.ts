import { byId } from './by-id';
import type { Service } from './environment';
import type { FieldProblem } from './field-problem';
import { isObject, type UncheckedObject } from './json';
import { isSecret, isUnset } from './property-facts';
import { fingerprintOf, MASK } from './secret';
import type { Property, ServiceType } from './service-type';

/** What a service that is built cannot change any more, and whether two values of a property differ. */

/** The fingerprint that a secret in clear would have when sealed; the API knows it, a browser does not. */
export type Fingerprint = (plain: string) => string;

/**
 * Whether a property's value differs. Secrets are compared by fingerprint, a masked one is unchanged, images
 * by name; absent, null and empty are the same. Without `fingerprint` a secret in clear differs from a sealed one.
 */
export function differs(property: Property, before: unknown, after: unknown, fingerprint?: Fingerprint): boolean {
  if (isUnset(before) && isUnset(after)) return false;
  if (isSecret(property)) {
    if (after === MASK || before === MASK) return false;
    return sealOf(before, fingerprint) !== sealOf(after, fingerprint);
  }
  if (property.kind === 'image') return nameOf(before) !== nameOf(after);
  return canonical(before) !== canonical(after);
}

const sealOf = (value: unknown, fingerprint?: Fingerprint) => {
  if (typeof value !== 'string') return canonical(value);
  return fingerprintOf(value) ?? fingerprint?.(value) ?? `plain:${value}`;
};
const nameOf = (value: unknown) => (isObject(value) ? canonical(value.name) : canonical(value));

/** One text per JSON value, whatever the order of its keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value ?? null, (_key, inner: unknown) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
}

/** Whether machines of a service exist: a unit remembers more than the name it was given. */
export function isBuilt(service: { units?: unknown }): boolean {
  const units = Array.isArray(service.units) ? service.units : [];
  return units.some(isBuiltUnit);
}

/** Whether the machine of a unit exists. */
export function isBuiltUnit(unit: unknown): boolean {
  return isObject(unit) && isObject(unit.state) && Object.keys(unit.state).some((key) => key !== 'hostname');
}

/** Changes of a deployed service that its type refuses, and the removal of the one unit it stands on. */
export function refusedChanges(
  before: Service,
  service: UncheckedObject,
  type: ServiceType,
  fingerprint?: Fingerprint,
): FieldProblem[] {
  if (!isBuilt(before)) return [];
  const known = byId(before.units);
  const units = Array.isArray(service.units) ? service.units : [];
  const found = refusedIn(type.properties, before, service, { prefix: '', noun: 'service', fingerprint });
  units.forEach((unit: unknown, index) => {
    const old = isObject(unit) ? known.get(String(unit.id)) : undefined;
    if (old && isObject(unit) && isBuiltUnit(old)) {
      found.push(
        ...refusedIn(type.unitProperties, old, unit, { prefix: `units.${index}.`, noun: type.units.noun, fingerprint }),
      );
    }
  });
  return [...found, ...pillarGone(before, units, type)];
}

function refusedIn(
  properties: Property[],
  before: UncheckedObject,
  after: UncheckedObject,
  { prefix, noun, fingerprint }: { prefix: string; noun: string; fingerprint?: Fingerprint },
): FieldProblem[] {
  return properties
    .filter(({ change }) => change === 'refuse')
    .filter((property) => differs(property, before[property.name], after[property.name], fingerprint))
    .map((property) => ({
      path: property.kind === 'image' ? `${prefix}${property.name}.name` : `${prefix}${property.name}`,
      code: 'fixed_once_deployed',
      sentence: `"${property.label}" cannot change once the ${noun} is deployed. Put the old value back, or remove the ${noun} and add a new one.`,
    }));
}

function pillarGone(before: Service, units: unknown[], type: ServiceType): FieldProblem[] {
  const name = type.exactlyOne;
  const pillar = name ? before.units.find((unit) => unit[name] === true && isBuiltUnit(unit)) : undefined;
  if (!pillar || units.some((unit) => isObject(unit) && unit.id === pillar.id)) return [];
  const host = typeof pillar.state?.hostname === 'string' ? pillar.state.hostname : pillar.name;
  const label = type.unitProperties.find((property) => property.name === name)?.label ?? String(name);
  return [
    {
      path: 'units',
      code: 'pillar_removed',
      sentence: `${host} is the "${label}" of this service and cannot be removed alone. Remove the whole service, or keep it.`,
    },
  ];
}
