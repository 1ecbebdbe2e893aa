import type { EnvironmentModel } from './environment';
import { isObject, type Json, type JsonObject } from './json';
import { plannedHostNames, typeOf } from './network-facts';
import { flavorsFor, imagesFor, isKeptSecret, isUnset } from './property-facts';
import { capabilitiesOf, isReference, offeredBy } from './relations';
import type { Offer, Property, ServiceType } from './service-type';
import { emptyTable } from './table';

/**
 * A service as a client sent it, made whole: defaults for what is missing, domain names in small letters,
 * type and title of a known image. What was sent otherwise stays as it is, right or wrong; `checkService` tells.
 * Murano v0.2 defaults: a medium flavor, the first marked image.
 */
export function completeService(service: JsonObject, type: ServiceType, offer?: Offer): JsonObject {
  const whole = completeObject(service, type.properties, offer);
  if (Array.isArray(service.units)) whole.units = completeUnits(service.units, type, offer);
  else if (type.units.max === 0 && isUnset(service.units)) whole.units = [];
  return whole;
}

function completeUnits(units: Json[], type: ServiceType, offer?: Offer): Json[] {
  const one = type.exactlyOne;
  const chosen = one !== null && units.some((unit) => isObject(unit) && unit[one] === true);
  return units.map((unit, index) => {
    if (!isObject(unit)) return unit;
    const template: JsonObject = { ...templateOf(type, index), ...(one !== null && chosen ? { [one]: false } : {}) };
    for (const { name, trueWith } of type.unitProperties) {
      if (trueWith !== undefined && (unit[trueWith] ?? template[trueWith]) === true) template[name] = true;
    }
    const missing = Object.entries(template).filter(([name]) => unit[name] === undefined || unit[name] === null);
    return completeObject({ ...unit, ...Object.fromEntries(missing) }, type.unitProperties, offer);
  });
}

function templateOf(type: ServiceType, index: number): JsonObject {
  return type.unitTemplates[Math.min(index, type.unitTemplates.length - 1)] ?? {};
}

function completeObject(owner: JsonObject, properties: Property[], offer?: Offer): JsonObject {
  const whole: JsonObject = { ...owner };
  for (const property of properties) {
    const value = whole[property.name];
    const filled = isUnset(value) ? defaultOf(property, offer) : tidied(value as Json, property, offer);
    if (filled !== undefined) whole[property.name] = filled;
  }
  for (const { name, defaultFrom } of properties) {
    const source = defaultFrom ? whole[defaultFrom] : undefined;
    if (isUnset(whole[name]) && source !== undefined) whole[name] = source;
  }
  return whole;
}

function defaultOf(property: Property, offer?: Offer): Json | undefined {
  if (property.default !== undefined) return property.default;
  if (!property.required || !offer) return undefined;
  const suggested = offeredSuggestion(property, offer);
  if (suggested !== undefined) return suggested;
  if (property.kind === 'flavor') {
    const flavors = flavorsFor(property, offer);
    return (flavors.find(({ name }) => name.includes('medium')) ?? flavors[0])?.name;
  }
  if (property.kind === 'image') {
    const [image] = imagesFor(property, offer);
    return image && { name: image.name, type: image.type, title: image.title };
  }
  return undefined;
}

/** What is suggested for a property that is picked from the cloud, as far as the cloud has it; undefined for any other. */
function offeredSuggestion(property: Property, offer: Offer): Json | undefined {
  const { kind, suggest } = property;
  const offered: Partial<Record<Property['kind'], readonly string[]>> = {
    flavor: flavorsFor(property, offer).map(({ name }) => name),
    availabilityZone: offer.availabilityZones,
    keyPair: offer.keyPairs,
  };
  if (kind !== 'image') return offered[kind]?.find((name) => name === suggest);
  const image = imagesFor(property, offer).find(({ id, name, title }) => [id, name, title].includes(String(suggest)));
  return image && { name: image.name, type: image.type, title: image.title };
}

/** What is picked from the cloud: nothing else can be suggested than what that has. */
const PICKED: readonly Property['kind'][] = ['flavor', 'image', 'availabilityZone', 'keyPair'];

function tidied(value: Json, property: Property, offer?: Offer): Json {
  if ((property.kind === 'domainName' || property.names === 'domainName') && typeof value === 'string') {
    return value.trim().toLowerCase();
  }
  if (typeof value === 'string' && isFormed(property)) return value.trim();
  // Murano's own clients send "true" as often as true
  if (property.kind === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  if (LISTS.includes(property.kind) && typeof value === 'string') return listOf(value);
  if (property.kind === 'image' && (isObject(value) || typeof value === 'string')) {
    // the guide's tables have the name alone (4.35, 4.36), its chapter 5 the object
    const given = typeof value === 'string' ? { name: value } : value;
    const image = offer?.images.find(({ name }) => name === given.name);
    return image ? { ...given, name: image.name, type: image.type, title: image.title } : given;
  }
  return value;
}

const FORMED: readonly Property['kind'][] = [
  ...(['name', 'accountName', 'hostName', 'hostnamePattern'] as const),
  ...(['url', 'urlPath', 'repositoryUrl', 'gitRevision', 'ipAddress'] as const),
];

/** Whether a text has a form, in which the blanks that one copies along have no place. */
function isFormed({ kind, pattern, multiline }: Property): boolean {
  return FORMED.includes(kind) || (kind === 'string' && pattern !== undefined && multiline !== true);
}

const LISTS: readonly Property['kind'][] = ['ipAddressList', 'networkList', 'databaseList', 'textList'];

/** A list that a person typed: its items stand between commas, semicolons, spaces or line breaks. */
export function listOf(text: string): string[] {
  return text.split(/[,;\s]+/).filter((item) => item !== '');
}

/**
 * What people are asked of one more unit of a service begins with: what its type proposes for the next one, and defaults.
 *
 * @param count how many units the service has
 */
export function newUnit(type: ServiceType, count: number): JsonObject {
  const whole = completeObject(templateOf(type, count), type.unitProperties);
  const asked = type.unitProperties.filter(({ name, hidden }) => !hidden && whole[name] !== undefined);
  return Object.fromEntries(asked.map(({ name }) => [name, whole[name] as Json]));
}

/**
 * The values a new service begins with in the wizard: defaults, suggestions that clash with no other service
 * of `model`, the only neighbour where one is named and there is no choice, empty texts where the person must write,
 * and the usual number of units. It has no ids yet.
 */
export function newService(
  type: ServiceType,
  context: { offer?: Offer; model: EnvironmentModel; types: readonly ServiceType[] },
): JsonObject {
  const blank = (properties: Property[]): JsonObject =>
    Object.fromEntries(
      properties
        .filter((property) => !property.hidden)
        .map((property) => [
          property.name,
          suggestion(property, type, context) ??
            onlyNeighbour(property, context) ??
            defaultOf(property, context.offer) ??
            emptyOf(property),
        ]),
    );
  const units = Array.from({ length: type.units.default }, (_, index) => ({
    ...blank(type.unitProperties),
    ...templateOf(type, index),
  }));
  return { type: type.type, ...blank(type.properties), units };
}

const emptyOf = (property: Property): Json => {
  if (property.kind === 'boolean') return false;
  if (property.kind === 'table') return emptyTable(property);
  if (LISTS.includes(property.kind)) return [];
  return ['integer', 'port', 'image'].includes(property.kind) ? null : '';
};

function suggestion(
  property: Property,
  type: ServiceType,
  { model, types, offer }: { model: EnvironmentModel; types: readonly ServiceType[]; offer?: Offer },
): Json | undefined {
  const suggested = property.suggest;
  if (PICKED.includes(property.kind)) return offer && offeredSuggestion(property, offer);
  if (typeof suggested !== 'string') return suggested;
  if (property.kind === 'hostnamePattern') {
    const taken = new Set(model.services.flatMap((service) => plannedHostNames(service, types)));
    const clashes = (pattern: string) =>
      plannedHostNames(
        { type: type.type, [property.name]: pattern, units: Array(type.units.default).fill({}) },
        types,
      ).some((host) => taken.has(host));
    return firstFree((n) => (n === 1 ? suggested : suggested.replace('#', `-${letter(n)}#`)), clashes);
  }
  const names = model.services.map((service) => service[property.name]);
  return firstFree(
    (n) => (n === 1 ? suggested : `${suggested}-${n}`),
    (name) => names.includes(name),
  );
}

/** The one domain of an environment, or the one service that a service cannot do without; undefined where one chooses. */
function onlyNeighbour(
  property: Property,
  { model, types }: { model: EnvironmentModel; types: readonly ServiceType[] },
): string | undefined {
  const candidates = new Set(
    model.services.flatMap((service): string[] => {
      // what machines join is joined where there is no choice; another service only where it must be named
      if (!isReference(property) || !(property.required || property.joins !== undefined)) return [];
      const capabilities = capabilitiesOf(property);
      return offeredBy(service, typeOf(service, types)).flatMap(({ capability, name }) =>
        capabilities.includes(capability) ? [name] : [],
      );
    }),
  );
  const [only, ...others] = candidates;
  return others.length === 0 ? only : undefined;
}

/**
 * A service that was left half filled in, gone on with later: what nobody had touched is as a new one would have it
 * now, because the environment may have got a domain or lost a name meanwhile; the rest is as it was left.
 *
 * @param kept what was left
 * @param begun what it had begun with, from `newService`
 * @param now what it would begin with now
 */
export function resumeService(kept: JsonObject, begun: JsonObject, now: JsonObject): JsonObject {
  const untouched = Object.keys(now).filter((key) => JSON.stringify(kept[key]) === JSON.stringify(begun[key]));
  return { ...kept, ...Object.fromEntries(untouched.map((key) => [key, now[key] as Json])) };
}

const letter = (n: number) => String.fromCharCode('a'.charCodeAt(0) + ((n - 1) % 26));

/** The first of 26 tries that does not clash; the last one when all do, for the person to see and change. */
function firstFree(make: (n: number) => string, clashes: (text: string) => boolean): string {
  for (let n = 1; n < 26; n += 1) if (!clashes(make(n))) return make(n);
  return make(26);
}

/**
 * The units of a service brought to `count`: new ones at the end, from the type's templates and with the
 * answers asked once (a masked secret must be typed again); removed from the end, but never the one unit
 * that `exactlyOne` marks.
 */
export function resizeUnits(units: JsonObject[], count: number, type: ServiceType): JsonObject[] {
  const kept = [...units];
  while (kept.length > Math.max(count, 1)) {
    const at = kept.findLastIndex((unit) => type.exactlyOne === null || unit[type.exactlyOne] !== true);
    kept.splice(at < 0 ? kept.length - 1 : at, 1);
  }
  const shared = Object.fromEntries(
    type.unitProperties
      .filter(({ askOnce }) => askOnce)
      .map(({ name }) => [name, isKeptSecret(kept[0]?.[name]) ? '' : (kept[0]?.[name] ?? '')]),
  );
  const hasOne = type.exactlyOne !== null && kept.some((unit) => unit[type.exactlyOne as string] === true);
  while (kept.length < count) {
    const template = templateOf(type, kept.length);
    kept.push({ ...shared, ...template, ...(hasOne ? { [type.exactlyOne as string]: false } : {}) });
  }
  return kept;
}
