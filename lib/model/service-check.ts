import { nearestName } from '@vetro/nearest-name';
import { type Fingerprint, isBuiltUnit, refusedChanges } from './change-rules';
import type { Service } from './environment';
import type { FieldProblem } from './field-problem';
import { isObject } from './json';
import { hostNameProblems, sameAccountProblems, sameDomainProblems } from './neighbour-rules';
import type { Neighbours } from './neighbours';
import { addressProblems, networkNameProblems } from './network-name-rules';
import { isWholeObject } from './object-entry';
import {
  MAX_OWN_ATTRIBUTES,
  NOTE_ON_PLACE,
  OWN_ATTRIBUTE_CHARACTERS,
  OWN_ATTRIBUTES,
  ownAttributesOf,
} from './own-attributes';
import { accountsOf, isUnset } from './property-facts';
import { checkProperty } from './property-rules';
import { sameValueProblems, unitRelationProblems } from './relation-rules';
import type { Offer, Property, ServiceType } from './service-type';

/** What a service is checked against. */
export interface RuleContext {
  /** every service type the tenant may use */
  types: readonly ServiceType[];
  /** the services that are, or will be, beside it in its environment */
  others: Neighbours;
  /** what the cloud offers; without it flavors, images and the like are not looked up */
  offer?: Offer;
  /** the services as deployed now, by id: finds changes that a built service cannot take */
  deployed?: ReadonlyMap<string, Service>;
  /** lets a secret sent again in clear be known for the one that is sealed in `deployed` */
  fingerprint?: Fingerprint;
}

/** Keys of a service and of a unit that are Vetro's own; clients may send them back as they got them. */
export const SERVICE_KEYS: readonly string[] = [
  ...['?', 'id', 'type', 'created', 'updated', 'units', 'state', 'status', 'temp', 'uri', OWN_ATTRIBUTES],
];
export const UNIT_KEYS: readonly string[] = [
  ...['id', 'name', 'state', 'status', 'temp', 'address', 'byPackage', OWN_ATTRIBUTES],
];

/**
 * Every problem of one service, with paths like `adminPassword` or `units.0.recoveryPassword`. An empty list
 * means it may be saved. Sealed and masked secrets count as valid. Which domains exist is asked by
 * `checkEnvironment` alone: services may be added in any order.
 * Rules: Murano v0.2 guide, tables 4.35–4.44, made strict.
 */
export function checkService(service: Record<string, unknown>, context: RuleContext): FieldProblem[] {
  const type = context.types.find((candidate) => candidate.type === service.type);
  if (isWholeObject(service)) return checkObject(service, type, context);
  if (!type) return [unknownType(service.type, context.types)];
  if (type.form.length === 0) return [withoutForm(type)];
  const found = checkOwn(service, type, context);
  const { others, types, deployed, fingerprint } = context;
  found.push(...sameDomainProblems(service, others, types));
  found.push(...hostNameProblems(service, others, types));
  found.push(...networkNameProblems(service, others, types));
  found.push(...addressProblems(service, others, types));
  const before = deployed?.get(String(service.id));
  // whoever has the account already keeps it
  if (!before) found.push(...sameAccountProblems(service, others, types));
  if (type.offered === false && !before) found.push(switchedOff(type));
  if (before) found.push(...refusedChanges(before, service, type, fingerprint));
  return found;
}

/** An object that a program sent as it is: its class must be known; what its properties must be, the class itself checks. */
function checkObject(
  service: Record<string, unknown>,
  type: ServiceType | undefined,
  { deployed }: RuleContext,
): FieldProblem[] {
  if (type?.className === undefined) {
    const sentence = `No package has the class "${String(service.type)}".`;
    return [{ path: 'type', code: 'unknown_class', sentence }];
  }
  const isNew = !deployed?.has(String(service.id));
  return type.offered === false && isNew ? [switchedOff(type)] : [];
}

/** The problem of a service that was not described in full, of a class whose form is not known, or that has none. */
function withoutForm({ title, formUnread }: ServiceType): FieldProblem {
  if (formUnread) {
    const sentence = `Reading the form of ${title} took too long. It is read again: try once more in a minute.`;
    return { path: 'type', code: 'form_unread', sentence };
  }
  const sentence = `${title} has no form: describe its object in full, with a header "?" of id and type.`;
  return { path: '?', code: 'required', sentence };
}

/** The problem of a new service whose package is switched off; services that are deployed go on working. */
function switchedOff({ title }: ServiceType): FieldProblem {
  const sentence = `New services of the type ${title} are switched off. Ask an administrator of this installation to offer them again.`;
  return { path: 'type', code: 'package_switched_off', sentence };
}

/** The problem of a service whose `type` no package describes. */
function unknownType(given: unknown, types: readonly ServiceType[]): FieldProblem {
  const known = types.map((type) => type.type).join(', ');
  const sentence =
    typeof given === 'string' && given !== ''
      ? `There is no service type "${given}". Known types: ${known}.`
      : `Say which type of service this is. Known types: ${known}.`;
  return { path: 'type', code: 'unknown_type', sentence };
}

/** The problems of a service taken alone. */
function checkOwn(
  service: Record<string, unknown>,
  type: ServiceType,
  { offer, fingerprint }: Pick<RuleContext, 'offer' | 'fingerprint'>,
): FieldProblem[] {
  // machines that the package has made by itself are its own affair
  const units = Array.isArray(service.units) ? service.units.filter((unit) => unit?.byPackage !== true) : service.units;
  const unitCount = Array.isArray(units) ? units.length : 0;
  const found = [
    ...checkOwner(service, type.properties, SERVICE_KEYS, '', `"${type.title}"`, { unitCount, offer }),
    ...sameValueProblems({ owner: service, properties: type.properties }, '', { fingerprint }),
    ...checkUnitCount(units, type),
  ];
  if (!Array.isArray(units)) return found;
  units.forEach((unit: unknown, index) => {
    const path = `units.${index}`;
    if (!isObject(unit)) {
      found.push({ path, code: 'not_object', sentence: `Each ${type.units.noun} is an object, for example {}.` });
      return;
    }
    const whose = `A ${type.units.noun}`;
    found.push(
      ...checkOwner(unit, withNoteOnPlace(type.unitProperties), UNIT_KEYS, `${path}.`, whose, { unitCount, offer }),
    );

    // what a machine was made with it keeps, and nobody could put it right
    if (isBuiltUnit(unit)) return;
    const inService = { service: { owner: service, properties: type.properties }, fingerprint };
    found.push(...sameValueProblems({ owner: unit, properties: type.unitProperties }, `${path}.`, inService));
  });
  if (type.exactlyOne) found.push(...checkExactlyOne(units, type.exactlyOne, type));
  found.push(...unitRelationProblems(units, type));
  return found;
}

function checkOwner(
  owner: Record<string, unknown>,
  properties: Property[],
  ownKeys: readonly string[],
  prefix: string,
  whose: string,
  context: { unitCount: number; offer?: Offer },
): FieldProblem[] {
  const known = new Set([...ownKeys, ...properties.map((property) => property.name), ...ownAttributesOf(owner)]);
  const strangers = Object.keys(owner).filter((key) => !known.has(key));
  const accounts = accountsOf(owner, properties);
  return [
    ...ownAttributeProblems(owner, prefix),
    ...strangers.map((key) => ({
      path: `${prefix}${key}`,
      code: 'unknown_property',
      sentence: unknownProperty(whose, key, [...properties.map((property) => property.name), ...ownKeys]),
    })),
    ...properties.flatMap((property) =>
      lacksSource(property, owner, properties)
        ? []
        : checkProperty(owner[property.name], property, `${prefix}${property.name}`, { ...context, owner, accounts }),
    ),
  ];
}

/** Whether a property follows from another one that has to be filled in as well: with that one it is. */
function lacksSource({ name, defaultFrom }: Property, owner: Record<string, unknown>, all: Property[]): boolean {
  const source = all.find((property) => property.name === defaultFrom);
  return source?.required === true && isUnset(owner[source.name]) && isUnset(owner[name]);
}

/** The properties of machines, among which each may have a note on its place. */
function withNoteOnPlace(properties: readonly Property[]): Property[] {
  return properties.some(({ name }) => name === NOTE_ON_PLACE.name) ? [...properties] : [...properties, NOTE_ON_PLACE];
}

/** What is meant, where it can be guessed; else all that there is. */
function unknownProperty(whose: string, key: string, names: readonly string[]): string {
  const meant = nearestName(key, names);
  if (meant !== null) return `${whose} has no property "${key}". Did you mean "${meant}"?`;
  return `${whose} has no property "${key}". It has: ${names.filter((name) => /^[a-z]/i.test(name)).join(', ')}.`;
}

function ownAttributeProblems(owner: Record<string, unknown>, prefix: string): FieldProblem[] {
  const given = owner[OWN_ATTRIBUTES];
  if (given === undefined) return [];
  const names = ownAttributesOf(owner);
  const fits =
    Array.isArray(given) &&
    names.length === given.length &&
    names.length <= MAX_OWN_ATTRIBUTES &&
    names.every((name) => name !== '' && name.length <= OWN_ATTRIBUTE_CHARACTERS);
  if (fits) return [];
  const sentence = `An object has at most ${MAX_OWN_ATTRIBUTES} attributes of its own, whose names have at most ${OWN_ATTRIBUTE_CHARACTERS} characters.`;
  return [{ path: `${prefix}${OWN_ATTRIBUTES}`, code: 'own_attributes', sentence }];
}

function checkUnitCount(units: unknown, type: ServiceType): FieldProblem[] {
  const { min, max, noun, managed } = type.units;
  if (managed) return [];
  const problem = (code: string, sentence: string): FieldProblem[] => [{ path: 'units', code, sentence }];
  if (!Array.isArray(units))
    return problem('required', `Say which machines there are: a list of one object per ${noun}.`);
  if (max === 0 && units.length > 0) {
    return problem('too_many_units', `${type.title} has no machines of its own; leave "units" empty.`);
  }
  if (units.length < min) return problem('too_few_units', `${type.title} needs at least ${count(min, noun)}.`);
  if (units.length > max) return problem('too_many_units', `${type.title} can have at most ${count(max, noun)}.`);
  return [];
}

function checkExactlyOne(units: unknown[], name: string, type: ServiceType): FieldProblem[] {
  const label = type.unitProperties.find((property) => property.name === name)?.label ?? name;
  const chosen = units.flatMap((unit, index) => (isObject(unit) && unit[name] === true ? [index] : []));
  if (chosen.length === 1 || units.length === 0) return [];
  if (chosen.length === 0) {
    return [
      {
        path: `units.0.${name}`,
        code: 'none_chosen',
        sentence: `Choose which ${type.units.noun} is the "${label}"; there must be one.`,
      },
    ];
  }
  return chosen.slice(1).map((index) => ({
    path: `units.${index}.${name}`,
    code: 'more_than_one',
    sentence: `Only one ${type.units.noun} can be the "${label}".`,
  }));
}

function count(number: number, noun: string): string {
  return number === 1 ? `one ${noun}` : `${number} ${noun}s`;
}
