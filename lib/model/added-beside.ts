import type { JsonObject } from './json';
import { capabilitiesOf, isReference, offeredBy } from './relations';
import type { Property, ServiceType } from './service-type';

/** Something in an environment that a service can refer to: what it is, and the name by which it is found. */
export interface Referable {
  capability: string;
  name: string;
}

/** Whether services of a type can refer to something. */
export function canReferTo(type: ServiceType, { capability }: Pick<Referable, 'capability'>): boolean {
  return referring(type, capability).length > 0;
}

/** Whether services of a type offer one of the capabilities of a need, which `|` separates. */
export function canMeet(type: ServiceType, needs: string): boolean {
  return type.offers.some(({ capability }) => capabilitiesOf({ needs }).includes(capability));
}

/** A new service that refers to something from the beginning, where its type can. */
export function referringTo(service: JsonObject, type: ServiceType, to: Referable): JsonObject {
  const named = referring(type, to.capability).map(({ name }) => [name, to.name] as const);
  return { ...service, ...Object.fromEntries(named) };
}

/** The name by which a property of another service finds a service; null where it offers nothing that would do. */
export function nameFor(property: Property, service: Record<string, unknown>, type: ServiceType): string | null {
  const wanted = capabilitiesOf(property);
  return offeredBy(service, type).find(({ capability }) => wanted.includes(capability))?.name ?? null;
}

function referring(type: ServiceType, capability: string): Property[] {
  return type.properties.filter(
    (property) => isReference(property) && !property.hidden && capabilitiesOf(property).includes(capability),
  );
}
