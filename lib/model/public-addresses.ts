import type { UncheckedObject } from './json';
import type { Offer, Property, ServiceType } from './service-type';

/** Of a service that asks for public addresses: by which of its answers, and how many; null: it asks for none. */
export function publicAddressesOf(
  service: UncheckedObject,
  type: Pick<ServiceType, 'properties'> | null | undefined,
): { property: string; label: string; count: number } | null {
  const property = type?.properties.find(
    ({ publicAddresses, name }) => publicAddresses !== undefined && service[name] === true,
  );
  if (!property) return null;
  const units = Array.isArray(service.units) ? service.units.length : 0;
  const count = property.publicAddresses === 'machine' ? units : 1;
  return { property: property.name, label: property.label, count };
}

/**
 * Whether a form has the field of a property: one for public addresses is left out where the cloud has none, unless it is to
 * be switched off.
 */
export function isOffered(
  property: Property,
  service: UncheckedObject,
  offer: Pick<Offer, 'quota'> | undefined,
): boolean {
  if (property.publicAddresses === undefined || offer?.quota.publicAddresses?.limit !== 0) return true;
  return service[property.name] === true;
}
