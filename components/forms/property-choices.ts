import type { Option } from '@/components/ui/select';
import { isObject, type Json } from '@/lib/model/json';
import type { Property } from '@/lib/model/service-type';
import type { PropertySurroundings } from './property-surroundings';

/** What a property that is picked offers, and how a pick becomes its value. */
export interface Choices {
  options: Option[];
  chosen: string | null;
  placeholder: string;
  /** said instead of the help when there is nothing to pick from */
  hint: string | null;
  valueOf: (chosen: string) => Json;
}

/** Stands for "nothing" in the list; no name in a cloud or a domain has a space in front. */
const NONE = ' none';
const NONE_LABELS: Partial<Record<Property['kind'], string>> = {
  domainRef: 'Not in a domain',
  availabilityZone: 'Any',
  keyPair: 'None',
};

/** The choices of a property of a kind that is picked: from the cloud's offer, or from this environment's domains. */
export function choicesOf(property: Property, value: Json | undefined, surroundings: PropertySurroundings): Choices {
  const offered = optionsOf(property, surroundings);
  const none = property.required ? null : (NONE_LABELS[property.kind] ?? 'None');
  const current = property.kind === 'image' && isObject(value) ? value.name : value;
  const known = typeof current === 'string' && current !== '' ? current : null;
  const gone = known !== null && !offered.some((option) => option.value === known);
  return {
    options: [
      ...(none === null ? [] : [{ value: NONE, label: none }]),
      ...offered,
      ...(gone ? [{ value: known, label: known, hint: goneHint(property) }] : []),
    ],
    chosen: known ?? (none === null ? null : NONE),
    placeholder: surroundings.offer || property.kind === 'domainRef' ? 'Choose…' : 'Loading…',
    hint: offered.length === 0 && surroundings.offer ? emptyHint(property) : null,
    valueOf: (chosen) => {
      if (property.kind === 'image') return chosen === NONE ? null : imageOf(chosen, surroundings);
      return chosen === NONE ? '' : chosen;
    },
  };
}

function optionsOf(property: Property, { offer, domains }: PropertySurroundings): Option[] {
  switch (property.kind) {
    case 'flavor':
      return (offer?.flavors ?? []).map((flavor) => ({
        value: flavor.name,
        label: flavor.name,
        hint: `${flavor.vcpus} ${flavor.vcpus === 1 ? 'CPU' : 'CPUs'}, ${memory(flavor.memoryMb)} memory, ${flavor.diskGb} GB disk`,
      }));
    case 'image':
      return (offer?.images ?? [])
        .filter((image) => image.marked)
        .map((image) => ({
          value: image.name,
          label: image.title || image.name,
          hint: image.title ? image.name : undefined,
        }));
    case 'availabilityZone':
      return (offer?.availabilityZones ?? []).map((zone) => ({ value: zone, label: zone }));
    case 'keyPair':
      return (offer?.keyPairs ?? []).map((pair) => ({ value: pair, label: pair }));
    default:
      return domains.map((domain) => ({
        value: domain.name,
        label: domain.name,
        hint: `Provided by ${domain.serviceName}`,
      }));
  }
}

/** Megabytes as people say them: "512 MB", "4 GB". */
export function memory(megabytes: number): string {
  return megabytes < 1024 ? `${megabytes} MB` : `${Math.round((megabytes / 1024) * 10) / 10} GB`;
}

function imageOf(name: string, { offer }: PropertySurroundings): Json {
  const image = offer?.images.find((candidate) => candidate.name === name);
  if (!image) return { name };
  return { name: image.name, type: image.type, title: image.title };
}

function goneHint(property: Property): string {
  return property.kind === 'domainRef' ? 'No service here provides it' : 'The cloud no longer offers it';
}

function emptyHint(property: Property): string | null {
  switch (property.kind) {
    case 'image':
      return 'The cloud offers no Windows image yet. Ask an administrator to mark one.';
    case 'domainRef':
      return 'No service in this environment provides a domain yet. Add one first to join it here.';
    case 'keyPair':
      return 'You have no key pairs in the cloud. Machines work without one.';
    default:
      return null;
  }
}
