import type { Service } from '@/lib/model/environment';
import { valueAt } from '@/lib/model/installed';
import type { Property, ServiceType } from '@/lib/model/service-type';

/**
 * The facts a package wants shown, with its own labels; null where they are not set. Addresses of sites have a
 * button of their own, and what a service offers and joins a row.
 *
 * @param sizeOf puts the code of a machine size into words
 */
export function serviceFacts(
  type: ServiceType | null,
  service: Service | null,
  sizeOf: (code: string) => string | null,
): [string, string | null][] {
  if (!type || !service) return [];
  return type.facts
    .filter((fact) => fact.kind !== 'link' && !relating(type).some(({ name }) => name === fact.path))
    .map(({ label, path }) => {
      const said = inWords(valueAt(service, path));
      const isSize = type.properties.some(({ name, kind }) => name === path && kind === 'flavor');
      return [label, (isSize && said !== null ? sizeOf(said) : null) ?? said];
    });
}

/** What a service offers by a name of its own, and what its machines join, each as its package labels it. */
export function relationFacts(type: ServiceType | null, service: Service | null): [string, string | null][] {
  if (!type || !service) return [];
  return relating(type).map(({ label, name }) => [label, inWords(valueAt(service, name))]);
}

function relating(type: ServiceType): Property[] {
  const offered = new Set(type.offers.map(({ name }) => name).filter((name) => name !== 'name'));
  return type.properties.filter(({ name, joins }) => joins !== undefined || offered.has(name));
}

/** What its type lets a service list by name: its databases, its name servers. */
export function listedNames(type: ServiceType | null, service: Service | null): [string, string | null][] {
  if (!type || !service) return [];
  return type.properties
    .filter((property) => property.kind.endsWith('List') && !property.secret)
    .map(({ label, name }) => [label, inWords(valueAt(service, name))]);
}

function inWords(value: unknown): string | null {
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(String).join(', ');
  return typeof value === 'number' || (typeof value === 'string' && value !== '') ? String(value) : null;
}
