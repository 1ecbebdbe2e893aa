// What is known of a property and its value without checking it: apart from the checks, because pages that only show
// services load no rules.
import { isObject } from './json';
import { fingerprintOf, MASK } from './secret';
import type { Offer, Property, ServiceType } from './service-type';

/** The accounts that each Windows machine begins with. */
export const BUILT_IN_ACCOUNTS: readonly string[] = ['Administrator'];

/** Whether nothing was said: absent, null, an empty text or an empty list. */
export function isUnset(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** The images of a cloud that a property may have: those that are marked, of its type if it says one. */
export function imagesFor(
  { imageType }: Pick<Property, 'imageType'>,
  { images }: Pick<Offer, 'images'>,
): Offer['images'] {
  const fits = (type: string) => imageType === undefined || type === imageType || type.startsWith(`${imageType}.`);
  return images.filter(({ marked, type }) => marked && fits(type));
}

/** The machine sizes of a cloud that a property may have. */
export function flavorsFor(
  { requirements = {} }: Pick<Property, 'requirements'>,
  { flavors }: Pick<Offer, 'flavors'>,
): Offer['flavors'] {
  const within = (value: number, min = 0, max = Number.POSITIVE_INFINITY) => value >= min && value <= max;
  const { minVcpus, maxVcpus, minMemoryMb, maxMemoryMb, minDiskGb, maxDiskGb } = requirements;
  return flavors.filter(
    ({ vcpus, memoryMb, diskGb }) =>
      within(vcpus, minVcpus, maxVcpus) &&
      within(memoryMb, minMemoryMb, maxMemoryMb) &&
      within(diskGb, minDiskGb, maxDiskGb),
  );
}

/** Whether the property's values are kept sealed: passwords always are. */
export function isSecret(property: Property): boolean {
  return property.secret || property.kind === 'password';
}

/** Whether the property counts at present: it has no `when`, or its condition holds in the same object. */
export function applies(property: Property, owner: Record<string, unknown>): boolean {
  if (!property.when) return true;
  return JSON.stringify(owner[property.when.property] ?? null) === JSON.stringify(property.when.equals);
}

/**
 * The accounts that passwords of an object are for, as far as its properties tell: the one that every machine has, and
 * those that it names itself. Windows refuses a password that holds the name of its account.
 */
export function accountsOf(owner: Record<string, unknown>, properties: readonly Property[]): string[] {
  const named = properties.flatMap(({ kind, name }) => {
    const account = kind === 'accountName' ? owner[name] : undefined;
    return typeof account === 'string' && account !== '' ? [account] : [];
  });
  return [...BUILT_IN_ACCOUNTS, ...named];
}

/** Whether a value stands for a secret that was accepted before: sealed, or masked for "unchanged". */
export function isKeptSecret(value: unknown): boolean {
  return typeof value === 'string' && (value === MASK || fingerprintOf(value) !== null);
}

/** The paths of a service's secrets that hold a value: `adminPassword`, `units.0.recoveryPassword`. */
export function secretPaths(service: Record<string, unknown>, type: ServiceType): string[] {
  const secretsOf = (owner: Record<string, unknown>, properties: Property[], prefix: string) =>
    properties
      .filter(
        (property) => isSecret(property) && typeof owner[property.name] === 'string' && owner[property.name] !== '',
      )
      .map((property) => `${prefix}${property.name}`);
  const units = Array.isArray(service.units) ? service.units : [];
  return [
    ...secretsOf(service, type.properties, ''),
    ...units.flatMap((unit, index) => (isObject(unit) ? secretsOf(unit, type.unitProperties, `units.${index}.`) : [])),
  ];
}
