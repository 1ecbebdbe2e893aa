import type { EnvironmentModel } from '@/lib/model/environment';
import { isObject, type Json } from '@/lib/model/json';
import type { PolicyParameters } from '@/lib/model/policies/parameters';
import { flavorsFor, imagesFor } from '@/lib/model/property-facts';
import { capabilitiesOf, offeredBy } from '@/lib/model/relations';
import type { Offer, Property, ServiceType } from '@/lib/model/service-type';

/** A value that a property may have, and what it is called. */
export interface Candidate {
  value: Json;
  text: string;
  size?: { vcpus: number; memory_mb: number };
}

/** What values are found among. */
export interface ValueContext {
  model: EnvironmentModel;
  types: readonly ServiceType[];
  offer: Offer;
  /** the parameters of the policies that stop: numbers and words that their rules compare with */
  parameters: readonly PolicyParameters[];
}

/**
 * Other values that a property may have than the one it has, the nearest first: what its kind offers, and for numbers and
 * texts, which are too many, those that rules compare with. Whether one is good is for the rules of services and policies.
 */
export function allowedValues(property: Property, present: Json, around: ValueContext): Candidate[] {
  const current = keyOf(present);
  const found = candidatesOf(property, present, around);
  return [...new Map(found.map((one) => [keyOf(one.value), one])).values()].filter(
    ({ value }) => keyOf(value) !== current,
  );
}

/** An image is known by its name alone. */
function keyOf(value: Json): string {
  return JSON.stringify(isObject(value) && typeof value.name === 'string' ? value.name : value);
}

function candidatesOf(property: Property, present: Json, around: ValueContext): Candidate[] {
  const { offer, parameters } = around;
  switch (property.kind) {
    case 'flavor':
      return sizes(property, present, offer);
    case 'image':
      return imagesFor(property, offer).map(({ name, type, title }) => ({
        value: { name, type, title },
        text: title || name,
      }));
    case 'choice':
      return (property.choices ?? []).map(({ value, label }) => ({ value, text: label }));
    case 'availabilityZone':
      return offer.availabilityZones.map(named);
    case 'keyPair':
      return offer.keyPairs.map(named);
    case 'boolean':
      return [true, false].map((value) => ({ value, text: String(value) }));
    case 'integer':
    case 'port':
      return numbers(property, present, parameters).map((value) => ({ value, text: String(value) }));
    case 'membershipRef':
    case 'serviceRef':
      return offered(property, around).map(named);
    case 'string':
    case 'name':
      return texts(present, parameters).map(named);
    default:
      return [];
  }
}

const named = (value: string): Candidate => ({ value, text: value });

/** Machine sizes by how far they are from the present one: half as much is as far as twice as much. */
function sizes(property: Property, present: Json, offer: Offer): Candidate[] {
  const now = offer.flavors.find(({ name }) => name === present);
  const far = (one: Offer['flavors'][number]) =>
    now ? Math.abs(Math.log2(one.vcpus / now.vcpus)) + Math.abs(Math.log2(one.memoryMb / now.memoryMb)) : one.vcpus;
  return [...flavorsFor(property, offer)]
    .sort((a, b) => far(a) - far(b))
    .map(({ name, vcpus, memoryMb }) => ({ value: name, text: name, size: { vcpus, memory_mb: memoryMb } }));
}

/** Numbers within the bounds of a property: those beside what rules compare with, and the bounds themselves. */
function numbers({ min, max }: Property, present: Json, parameters: readonly PolicyParameters[]): number[] {
  const compared = valuesOf(parameters).flatMap((value) =>
    typeof value === 'number' ? [value, value - 1, value + 1] : [],
  );
  const now = typeof present === 'number' ? present : 0;
  return [...compared, ...(min === undefined ? [] : [min]), ...(max === undefined ? [] : [max])]
    .filter((value) => value >= (min ?? value) && value <= (max ?? value))
    .sort((a, b) => Math.abs(a - now) - Math.abs(b - now));
}

/** A text as rules may want it: one of theirs, or the present one with one of theirs before or behind it. */
function texts(present: Json, parameters: readonly PolicyParameters[]): string[] {
  const now = typeof present === 'string' ? present : '';
  return valuesOf(parameters).flatMap((value) =>
    typeof value === 'string' ? [`${value}${now}`, `${now}${value}`, value] : [],
  );
}

function valuesOf(parameters: readonly PolicyParameters[]): (string | number | boolean)[] {
  return parameters.flatMap((all) => Object.values(all).flatMap((value) => [value].flat()));
}

/** Names of what the services of the environment offer for a reference. */
function offered(property: Property, { model, types }: ValueContext): string[] {
  const capabilities = capabilitiesOf(property);
  return model.services.flatMap((service) =>
    offeredBy(
      service,
      types.find(({ type }) => type === service.type),
    ).flatMap(({ capability, name }) => (capabilities.includes(capability) ? [name] : [])),
  );
}
