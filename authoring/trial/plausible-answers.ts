import type { ActionArgument } from '@/lib/model/action-arguments';
import type { Json, JsonObject } from '@/lib/model/json';
import { fitsPattern, fitsWholePattern } from '@/lib/model/pattern';
import { flavorsFor, imagesFor } from '@/lib/model/property-facts';
import type { Offer, Property, ServiceType } from '@/lib/model/service-type';
import { tableOf } from '@/lib/model/table';

const PASSWORD = 'Passw0rd!one';
/** Texts that people answer; the first that a field takes is given. */
const TEXTS = [
  ...[
    'sample',
    'sample-1',
    'Sample1',
    'sample.example.com',
    'example.com',
    'sample.local',
    'host#',
    'root',
    '8080',
    '1',
    'admin',
  ],
  ...['192.0.2.10', '10.0.0.0/24', '192.0.2.10/24', '10.0.0.10-10.0.0.20', 'http://example.com/', 'a@example.com'],
  ...['https://example.com/team/sample.git', PASSWORD, 'Passw0rdOne1', '/var/sample', 'SAMPLE', '1.0', '8080:80'],
];

/** What a person who knows nothing of a service answers: what is suggested, and of what must be given something of its kind. */
export interface Answers {
  values: JsonObject;
  /** fields that need another service: by the field, the class or capability of it */
  references: Map<string, string>;
}

/** What people pick where there is something to pick, whether or not they must. */
const PICKED = new Set<Property['kind']>(['flavor', 'image', 'keyPair', 'availabilityZone']);
/** Kinds whose suggestions are answers as they stand. */
const TYPED = new Set<Property['kind']>(['string', 'name', 'hostnamePattern', 'integer', 'port', 'boolean']);
/** What somebody who tries everything switches on. */
const ENABLES = /^enable/i;
/** Words of fields that are typed and name something of the cloud. */
const NAMES_IMAGE = /image/i;
const NAMES_PORTS = /ports?$/i;

/** Answers to what a form asks of a service, or of each of its machines. */
export function plausibleAnswers(properties: readonly Property[], offer: Offer): Answers {
  const values: JsonObject = {};
  const references = new Map<string, string>();
  for (const property of properties) {
    const { name, kind, required } = property;
    if (name === 'name') continue;
    if (kind === 'serviceRef' || kind === 'membershipRef') {
      if (required) references.set(name, property.needs ?? '');
      continue;
    }
    if (kind === 'boolean' && ENABLES.test(name)) values[name] = true;
    const isAsked = (required || PICKED.has(kind)) && property.default === undefined && !property.hidden;
    const value =
      TYPED.has(kind) && property.suggest !== undefined ? property.suggest : isAsked ? valueFor(property, offer) : null;
    if (value !== null) values[name] = value;
  }
  return { values, references };
}

/** So many machines as the type begins with, each with answers of its own. */
export function plausibleUnits({ units, unitProperties }: ServiceType, offer: Offer): JsonObject[] {
  if (units.managed) return [];
  const { values } = plausibleAnswers(unitProperties, offer);
  return Array.from({ length: Math.max(units.min, units.default) }, () => ({ ...values }));
}

/** Arguments for what an action must be given. */
export function plausibleArguments(taken: readonly ActionArgument[]): JsonObject {
  return Object.fromEntries(
    taken.filter(({ required }) => required).map((argument) => [argument.name, argumentFor(argument)]),
  );
}

function argumentFor({ kind, choices, min, max, pattern }: ActionArgument): Json {
  // Not what the form was answered with: an action often adds to that.
  const text = () =>
    ['another', ...TEXTS].find(
      (one) =>
        (!pattern || fitsWholePattern(pattern.regex, one)) && one.length >= (min ?? 0) && one.length <= (max ?? 200),
    ) ?? 'sample';
  const values: Record<ActionArgument['kind'], () => Json> = {
    text,
    integer: () => min ?? Math.min(1, max ?? 1),
    number: () => min ?? Math.min(1, max ?? 1),
    boolean: () => false,
    choice: () => choices[0] ?? '',
    password: () => PASSWORD,
    list: () => [],
    map: () => ({}),
    json: () => 'sample',
  };
  return values[kind]();
}

/** A value of a property's kind within its rules; null where there is none to choose. */
function valueFor(property: Property, offer: Offer): Json {
  const { kind, min, max } = property;
  switch (kind) {
    case 'boolean':
      return false;
    case 'integer':
      return min ?? Math.min(1, max ?? 1);
    case 'port':
      return 8080;
    case 'choice':
      return property.choices?.[0]?.value ?? null;
    case 'textList':
    case 'databaseList':
      return ['sample'];
    case 'ipAddressList':
      return ['192.0.2.10'];
    case 'networkList':
      return ['10.20.0.0/16'];
    case 'flavor':
      return flavorsFor(property, offer)[0]?.name ?? null;
    case 'image':
      return imageFor(property, offer);
    case 'availabilityZone':
      return offer.availabilityZones[0] ?? null;
    case 'keyPair':
      return offer.keyPairs[0] ?? null;
    case 'password':
      return textFor(property, [PASSWORD, ...TEXTS]);
    case 'table':
      return rowFor(property);
    case 'string':
      return textFor(property, [
        ...(NAMES_IMAGE.test(property.name) ? imageNames(property, offer) : []),
        ...(NAMES_PORTS.test(property.name) ? ['8080'] : []),
        ...TEXTS,
      ]);
    default:
      return textFor(property, [...(OF_KIND[kind] ?? []), ...TEXTS]);
  }
}

/** Texts of kinds that have rules of their own. */
const OF_KIND: Partial<Record<Property['kind'], readonly string[]>> = {
  domainName: ['sample.local'],
  accountName: ['Administrator'],
  url: ['http://example.com/'],
  urlPath: ['/'],
  repositoryUrl: ['https://example.com/team/sample.git'],
  gitRevision: ['main'],
  ipAddress: ['10.0.0.200'],
  hostName: ['sample'],
  hostnamePattern: ['sample#'],
};

function textFor({ min = 0, max = 200, pattern, furtherPatterns = [] }: Property, texts: readonly string[]): Json {
  const isTaken = (text: string) =>
    text.length >= min &&
    text.length <= max &&
    [...(pattern ? [pattern] : []), ...furtherPatterns].every(({ expression }) => fitsPattern(expression, text));
  const longer = texts.map((text) => text.padEnd(min, text));
  return [...texts, ...longer].find(isTaken) ?? texts[0] ?? null;
}

/** One row of a table. */
function rowFor(property: Property): Json {
  const cells = { string: 'sample', integer: 1, boolean: false };
  return tableOf([Object.fromEntries((property.columns ?? []).map(({ name, kind }) => [name, cells[kind]]))], property);
}

function imageNames(property: Property, offer: Offer): string[] {
  return imagesFor({ ...property, imageType: 'linux' }, offer).map(({ name }) => name);
}

function imageFor(property: Property, offer: Offer): Json {
  const [image] = imagesFor(property, offer);
  return image ? { name: image.name, title: image.title, type: image.type } : null;
}
