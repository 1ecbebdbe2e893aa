import type { FieldProblem } from './field-problem';
import { isObject } from './json';
import { addressListViolations, addressViolations, networkListViolations } from './network-rules';
import { fitsPattern } from './pattern';
import { applies, flavorsFor, imagesFor, isKeptSecret, isSecret, isUnset } from './property-facts';
import { copiedFrom } from './secret';
import type { Offer, Property, PropertyKind } from './service-type';
import { databaseListViolations } from './sql-rules';
import { tableViolations } from './table';
import { gitRevisionViolations, repositoryUrlViolations, urlPathViolations } from './web-rules';
import {
  accountNameViolations,
  domainNameViolations,
  existingDomainNameViolations,
  hostNamePatternViolations,
  hostNameViolations,
  newAccountNameViolations,
  passwordViolations,
  type RuleViolation,
} from './windows-rules';

/** What surrounds the value being checked. */
export interface PropertyContext {
  /** the object the property belongs to, for `when` */
  owner: Record<string, unknown>;
  /** how many machines the service has, for host name patterns */
  unitCount: number;
  offer?: Offer;
  /** names that a password must not hold */
  accounts: readonly string[];
}

/**
 * Checks one value against its property: set when required, then the rules of its kind. Returns every problem,
 * with `path` for most and `path.name` for images (Murano v0.2 guide, tables 4.35–4.44).
 */
export function checkProperty(
  value: unknown,
  property: Property,
  path: string,
  context: PropertyContext,
): FieldProblem[] {
  if (!applies(property, context.owner)) return [];
  if (isUnset(value)) {
    if (!property.required) return [];
    return [{ path, code: 'required', sentence: missingSentence(property, context.offer) }];
  }
  if (isSecret(property) && (isKeptSecret(value) || copiedFrom(value) !== null)) return [];
  return CHECKS[property.kind](value, property, context).map(({ code, sentence, below }) => ({
    path: below ? `${path}.${below}` : path,
    code,
    sentence,
  }));
}

interface Finding extends RuleViolation {
  /** the part of the value that is wrong */
  below?: string;
}
type Check = (value: unknown, property: Property, context: PropertyContext) => Finding[];

const finding = (code: string, sentence: string, below?: string): Finding => ({ code, sentence, below });

function missingSentence(property: Property, offer?: Offer): string {
  if (property.kind === 'image' && offer && imagesFor(property, offer).length === 0) return noImages(property);
  if (property.kind === 'boolean') return `Say yes or no for "${property.label}".`;
  const picked = ['flavor', 'image', 'availabilityZone', 'keyPair', 'membershipRef', 'serviceRef', 'choice'].includes(
    property.kind,
  );
  return `${picked ? 'Choose' : 'Fill in'} "${property.label}".`;
}

function noImages(property: Property): string {
  const what = imageNoun(property);
  return `The cloud offers no ${what} yet. An administrator marks one by giving it the property murano_image_info.`;
}

/** `imageType: windows` makes it a Windows image. */
function imageNoun({ imageType = '' }: Property): string {
  return `${imageType.charAt(0).toUpperCase()}${imageType.slice(1)} image`.trim();
}

/** A check of texts: refuses other values, then asks `rules`. */
const text =
  (rules: (value: string, property: Property, context: PropertyContext) => Finding[]): Check =>
  (value, property, context) =>
    typeof value === 'string'
      ? rules(value, property, context)
      : [finding('not_text', `"${property.label}" must be a text.`)];

/** Characters that nobody sees; those that break lines are none in a text of several. */
const INVISIBLE = /\p{Cc}/u;
const INVISIBLE_IN_LINES = /[^\P{Cc}\n\r\t]/u;

const bounded: Check = text((value, { label, min, max, multiline }) => {
  const length = [...value].length;
  if (min !== undefined && length < min) {
    return [finding('too_short', `"${label}" needs at least ${min} characters.`)];
  }
  if (max !== undefined && length > max) return [finding('too_long', `"${label}" may have at most ${max} characters.`)];
  if ((multiline ? INVISIBLE_IN_LINES : INVISIBLE).test(value))
    return [finding('controls', `"${label}" holds a line break or another invisible character.`)];
  return [];
});

/** A text that may have to match a pattern. */
const patterned: Check = (value, property, context) => {
  const found = bounded(value, property, context);
  return found.length > 0 ? found : unmatched(value, property);
};

/** The first pattern of a property that a text does not match. */
function unmatched(value: unknown, { pattern, furtherPatterns = [] }: Property): Finding[] {
  if (typeof value !== 'string') return [];
  const missed = [...(pattern ? [pattern] : []), ...furtherPatterns].find(
    ({ expression }) => !fitsPattern(expression, value),
  );
  return missed ? [finding('no_match', missed.sentence)] : [];
}

const chosen: Check = text((value, { label, choices = [] }) =>
  choices.some((choice) => choice.value === value)
    ? []
    : [
        finding(
          'not_offered',
          `"${label}" cannot be "${value}". Choose one of: ${choices.map((choice) => choice.label).join(', ')}.`,
        ),
      ],
);

const serviceName: Check = (value, property, context) => {
  const bounds = bounded(value, { ...property, min: property.min ?? 2, max: property.max ?? 64 }, context);
  // what a service itself is called is for people (guide, table 4.43); other names are told to machines
  const forPeople = property.name === 'name';
  if (typeof value === 'string' && !(forPeople ? /^[A-Za-z0-9_ -]*$/ : /^[A-Za-z0-9_-]*$/).test(value)) {
    const sentence = forPeople
      ? `Use only letters, digits, blanks, hyphens and underscores in "${property.label}".`
      : `Use only letters, digits, hyphens and underscores in "${property.label}".`;
    bounds.push(finding('name_characters', sentence));
  }
  return bounds.length > 0 ? bounds : unmatched(value, property);
};

const wholeNumber =
  (lowest?: number, highest?: number): Check =>
  (value, property) => {
    const min = property.min ?? lowest ?? Number.MIN_SAFE_INTEGER;
    const max = property.max ?? highest ?? Number.MAX_SAFE_INTEGER;
    if (typeof value !== 'number' || !Number.isInteger(value)) {
      return [finding('not_whole_number', `"${property.label}" must be a whole number.`)];
    }
    if (value < min) return [finding('too_small', `"${property.label}" must be ${min} or more.`)];
    if (value > max) return [finding('too_large', `"${property.label}" must be ${max} or less.`)];
    return [];
  };

const url: Check = text((value, { label }) => {
  const parsed = URL.canParse(value) ? new URL(value) : null;
  if (parsed && ['http:', 'https:'].includes(parsed.protocol) && parsed.hostname !== '') return [];
  return [finding('not_url', `"${label}" must be a web address that begins with http:// or https://.`)];
});

const oneOf = (value: string, offered: string[] | undefined, label: string, noun: string): Finding[] => {
  if (!offered || offered.includes(value)) return [];
  const choice = offered.length > 0 ? ` Choose one of: ${offered.slice(0, 8).join(', ')}.` : '';
  return [finding('not_offered', `The cloud has no ${noun} "${value}" for "${label}".${choice}`)];
};

/** A check of lists of texts: refuses other values, then asks `rules`. */
const texts =
  (rules: (values: string[]) => Finding[]): Check =>
  (value, { label }) =>
    Array.isArray(value) && value.every((item): item is string => typeof item === 'string')
      ? rules(value)
      : [finding('not_list', `"${label}" must be a list of texts.`)];

const image: Check = (value, property, { offer }) => {
  const example = 'an object with the image\'s name, for example {"name": "ws-2012-std"}';
  if (!isObject(value)) return [finding('not_image', `"${property.label}" must be ${example}.`, 'name')];
  const unknown = Object.keys(value).filter((key) => !['name', 'type', 'title'].includes(key));
  const strangers = unknown.map((key) => finding('unknown_property', `An image has no property "${key}".`, key));
  if (typeof value.name !== 'string' || value.name === '') {
    return [...strangers, finding('not_image', `"${property.label}" must be ${example}.`, 'name')];
  }
  if (!offer) return strangers;
  const offered = imagesFor(property, offer);
  if (offered.length === 0) return [...strangers, finding('not_offered', noImages(property), 'name')];
  const names = offered.map((candidate) => candidate.name);
  return [
    ...strangers,
    ...oneOf(value.name, names, property.label, imageNoun(property)).map((f) => ({ ...f, below: 'name' })),
  ];
};

const tableRules: Check = (value, property) =>
  tableViolations(value, property).map(({ code, sentence, below }) => finding(code, sentence, below));

const CHECKS: Record<PropertyKind, Check> = {
  string: patterned,
  textList: texts(() => []),
  table: tableRules,
  choice: chosen,
  name: serviceName,
  domainName: text((value, { existing }) =>
    existing ? existingDomainNameViolations(value) : domainNameViolations(value),
  ),
  // What it is called was judged where it is made, or is somebody else's choice.
  membershipRef: (value, property, context) =>
    CHECKS[property.names ?? 'string'](value, { ...property, existing: true }, context),
  serviceRef: bounded,
  accountName: text((value, { createsAccount }) =>
    createsAccount ? newAccountNameViolations(value) : accountNameViolations(value),
  ),
  password: text((value, property, { accounts }) => {
    const found = passwordViolations(value, accounts);
    return found.length > 0 ? found : unmatched(value, property);
  }),
  boolean: (value, { label }) =>
    typeof value === 'boolean' ? [] : [finding('not_boolean', `"${label}" must be true or false.`)],
  integer: wholeNumber(),
  port: wholeNumber(1, 65_535),
  url,
  urlPath: text(urlPathViolations),
  repositoryUrl: text(repositoryUrlViolations),
  gitRevision: text(gitRevisionViolations),
  ipAddress: text((value, _property, { offer }) => addressViolations(value, offer?.network?.cidr)),
  ipAddressList: texts(addressListViolations),
  networkList: texts(networkListViolations),
  databaseList: texts(databaseListViolations),
  hostName: text(hostNameViolations),
  hostnamePattern: text((value, _property, { unitCount }) => hostNamePatternViolations(value, unitCount)),
  flavor: text((value, property, { offer }) => {
    const { label } = property;
    const unknown = oneOf(
      value,
      offer?.flavors.map((f) => f.name),
      label,
      'machine size',
    );
    if (unknown.length > 0 || !offer) return unknown;
    const fitting = flavorsFor(property, offer).map(({ name }) => name);
    if (fitting.includes(value)) return [];
    if (fitting.length === 0) return [finding('not_fitting', `The cloud has no machine size that fits "${label}".`)];
    const choice = fitting.slice(0, 8).join(', ');
    return [finding('not_fitting', `The machine size "${value}" does not fit "${label}". Choose one of: ${choice}.`)];
  }),
  image,
  availabilityZone: text((value, { label }, { offer }) => oneOf(value, offer?.availabilityZones, label, 'location')),
  keyPair: text((value, { label }, { offer }) => oneOf(value, offer?.keyPairs, label, 'key pair')),
};
