import type { useTranslations } from 'next-intl';
import type { Option } from '@/components/ui/option';
import { isObject, type Json } from '@/lib/model/json';
import { memory } from '@/lib/model/memory';
import { flavorsFor, imagesFor } from '@/lib/model/property-facts';
import { capabilitiesOf } from '@/lib/model/relations';
import type { Offer, Property } from '@/lib/model/service-type';
import type { PropertyFieldContext } from './property-field-context';

/** What a property that is picked offers, and how a pick becomes its value. */
export interface Choices {
  options: Option[];
  chosen: string | null;
  placeholder: string;
  /** said instead of the help when there is nothing to pick from */
  hint: string | null;
  valueOf: (chosen: string) => Json;
}

/** What is picked from this environment or the package; the rest is the cloud's. */
const OF_HERE: readonly string[] = ['membershipRef', 'serviceRef', 'choice'];

/** A cloud of enrolled servers: they have systems rather than images, and what they lack is enrolled. */
const POOL = 'pool';

/** Stands for "nothing" in the list; no name in a cloud or a domain has a space in front. */
const NONE = ' none';

/** The sentences below `forms` in the catalogue. */
export type FormWords = ReturnType<typeof useTranslations<'forms'>>;

/** The choices of a property of a kind that is picked: from the cloud's offer, or from this environment's domains and services. */
export function choicesOf(
  property: Property,
  value: Json | undefined,
  context: PropertyFieldContext,
  t: FormWords,
): Choices {
  const offered = optionsOf(property, context, t);
  const none = property.required ? null : noneLabel(property, t);
  const current = property.kind === 'image' && isObject(value) ? value.name : value;
  const known = typeof current === 'string' && current !== '' ? current : null;
  const gone = known !== null && !offered.some((option) => option.value === known);
  return {
    options: [
      ...(none === null ? [] : [{ value: NONE, label: none }]),
      ...offered,
      ...(gone
        ? [
            {
              value: known,
              label: known,
              hint: t(`gone.${goneKey(property, context)}`),
            },
          ]
        : []),
    ],
    chosen: known ?? (none === null ? null : NONE),
    placeholder: context.offer || OF_HERE.includes(property.kind) ? t('choose') : t('loading'),
    hint: offered.length === 0 && context.offer ? emptyHint(property, context.offer, t) : null,
    valueOf: (chosen) => {
      if (property.kind === 'image') return chosen === NONE ? null : imageOf(chosen, context);
      return chosen === NONE ? '' : chosen;
    },
  };
}

function noneLabel({ kind }: Property, t: FormWords): string {
  return t(kind === 'membershipRef' || kind === 'availabilityZone' ? `none.${kind}` : 'none.other');
}

function optionsOf(property: Property, { offer, offers }: PropertyFieldContext, t: FormWords): Option[] {
  switch (property.kind) {
    case 'flavor':
      return (offer ? flavorsFor(property, offer) : []).map((flavor) => ({
        value: flavor.name,
        label: t('flavor', { vcpus: flavor.vcpus, memory: memory(flavor.memoryMb) }),
        hint: t('flavorDetail', { name: flavor.name, disk: flavor.diskGb }),
      }));
    case 'image':
      return (offer ? imagesFor(property, offer) : []).map((image) => ({
        value: image.name,
        label: image.title || image.name,
        hint: image.title ? image.name : undefined,
      }));
    case 'choice':
      return property.choices ?? [];
    case 'availabilityZone':
      return (offer?.availabilityZones ?? []).map((zone) => ({ value: zone, label: zone }));
    case 'keyPair':
      return (offer?.keyPairs ?? []).map((pair) => ({ value: pair, label: pair }));
    default: {
      const capabilities = capabilitiesOf(property);
      const found = offers.filter(({ capability }) => capabilities.includes(capability));
      return [...new Map(found.map((one) => [one.name, one])).values()].map(({ name, serviceName, type }) => ({
        value: name,
        label: name,
        hint: name === serviceName ? type : t('providedBy', { service: serviceName }),
      }));
    }
  }
}

function imageOf(name: string, { offer }: PropertyFieldContext): Json {
  const image = offer?.images.find((candidate) => candidate.name === name);
  if (!image) return { name };
  return { name: image.name, type: image.type, title: image.title };
}

function goneKey({ kind }: Property, { offer }: PropertyFieldContext) {
  if (kind === 'membershipRef' || kind === 'serviceRef') return kind;
  return offer?.cloud === POOL ? 'ofServers' : 'other';
}

function emptyHint({ kind }: Property, { cloud }: Offer, t: FormWords): string | null {
  if (kind === 'membershipRef' || kind === 'serviceRef') return t(`nothing.${kind}`);
  if (kind !== 'image' && kind !== 'keyPair') return null;
  return t(cloud === POOL ? `nothingOfServers.${kind}` : `nothing.${kind}`);
}
