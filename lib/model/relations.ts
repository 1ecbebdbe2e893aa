// The one source of how services relate: packages say what a service offers and needs, and everything that asks who
// relates to whom asks here. The graph draws it, rules check it, and what walks an environment follows it.
import type { Service } from './environment';
import type { UncheckedObject } from './json';
import { applies } from './property-facts';
import type { CapabilityOffer, Property, ServiceType } from './service-type';

/** What a service says of another: the property, what it needs, and the name it gives. */
export interface Need {
  property: Property;
  /** several will do: the first that is offered counts */
  capabilities: readonly string[];
  name: string;
}

/** Something that a service offers, under the name by which others find it. */
export interface Offered {
  capability: string;
  name: string;
  offer: CapabilityOffer;
}

/** A service that needs another, and the other, found. */
export interface Relation {
  from: Service;
  to: Service;
  capability: string;
  need: Need;
}

/** Whether a property names something that another service offers. */
export function isReference(property: Property): boolean {
  return property.needs !== undefined;
}

/** The capabilities that will do for a reference. */
export function capabilitiesOf({ needs = '' }: Pick<Property, 'needs'>): string[] {
  return needs.split('|');
}

/** Whether a service comes after what it names: where circles are allowed neither can wait for the other. */
export function isOrdering({ property }: Pick<Need, 'property'>): boolean {
  return property.circular === undefined;
}

/** What a service names of others, by the properties that count at present; names as they are compared. */
export function needsOf(service: UncheckedObject, type: ServiceType | null | undefined): Need[] {
  return (type?.properties ?? []).flatMap((property) => {
    const name = isReference(property) && applies(property, service) ? nameIn(service, property.name) : null;
    return name === null ? [] : [{ property, capabilities: capabilitiesOf(property), name }];
  });
}

/** What a service offers to others; what has no name yet cannot be found. */
export function offeredBy(service: UncheckedObject, type: ServiceType | null | undefined): Offered[] {
  return (type?.offers ?? []).flatMap((offer) => {
    const name = nameIn(service, offer.name);
    return name === null ? [] : [{ capability: offer.capability, name, offer }];
  });
}

/** The text by which something is found: without blanks around it. */
function nameIn(service: UncheckedObject, property: string): string | null {
  const value = service[property];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

/** Services are called exactly what they are called; other names do not tell large letters from small ones. */
const exactly = (capability: string, name: string) => JSON.stringify([capability, name]);
const anyCase = (capability: string, name: string) => JSON.stringify([capability, name.toLowerCase(), 'any case']);

/** Whether what machines join goes by these names: large letters and small ones are the same to it. */
export function isSameMembership(one: string, other: string | null | undefined): boolean {
  return one.toLowerCase() === other?.trim().toLowerCase();
}

/** Who offers what among services, looked up by capability and name: the first in their order comes first. */
export class Offers {
  private readonly lists = new Map<string, { service: Service; place: number }[]>();

  constructor(services: readonly Service[], types: readonly ServiceType[]) {
    const typeOf = new Map(types.map((type) => [type.type, type]));
    services.forEach((service, place) => {
      for (const { capability, name, offer } of offeredBy(service, typeOf.get(service.type))) {
        const key = (offer.name === 'name' ? exactly : anyCase)(capability, name);
        const list = this.lists.get(key);
        if (!list) this.lists.set(key, [{ service, place }]);
        else if (!list.some((one) => one.place === place)) list.push({ service, place });
      }
    });
  }

  /** The services that have what is needed under that name. */
  of({ capabilities, name }: Pick<Need, 'capabilities' | 'name'>): readonly { service: Service; place: number }[] {
    const found = capabilities.flatMap((capability) => [
      ...(this.lists.get(exactly(capability, name)) ?? []),
      ...(this.lists.get(anyCase(capability, name)) ?? []),
    ]);
    return found.filter(({ place }, index) => found.findIndex((one) => one.place === place) === index);
  }
}

/** Every relation between services, in the order of those that need; needs that nobody meets are left out. */
export function relationsBetween(services: readonly Service[], types: readonly ServiceType[]): Relation[] {
  const offers = new Offers(services, types);
  const typeOf = new Map(types.map((type) => [type.type, type]));
  return services.flatMap((from) =>
    needsOf(from, typeOf.get(from.type)).flatMap((need): Relation[] => {
      const to = offers.of(need)[0]?.service;
      if (!to) return [];
      const offered = offeredBy(to, typeOf.get(to.type)).map(({ capability }) => capability);
      const capability = need.capabilities.find((one) => offered.includes(one)) ?? '';
      return [{ from, to, capability, need }];
    }),
  );
}

/** What the machines of a service are to be part of, and where each notes it down once it is: a domain. */
export interface Membership {
  capability: string;
  name: string;
  /** path in the unit's state */
  path: string;
}

/** What a service asks its machines to join; null when it asks for nothing. */
export function membershipOf(service: UncheckedObject, type: ServiceType | null | undefined): Membership | null {
  for (const { property, capabilities, name } of needsOf(service, type)) {
    if (property.joins !== undefined) return { capability: capabilities[0] ?? '', name, path: property.joins };
  }
  return null;
}
