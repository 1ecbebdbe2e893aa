import { isObject, type Json } from '@/lib/model/json';
import { property } from '@/lib/model/property';
import type { Property, PropertyKind, TableColumn } from '@/lib/model/service-type';
import { type FormContext, labelOf, SERVICE_NAME } from './application-form';
import { textPattern } from './text-pattern';

/** What Murano's kinds of field are here. */
const KINDS: Readonly<Record<string, PropertyKind>> = {
  string: 'string',
  text: 'string',
  integer: 'integer',
  boolean: 'boolean',
  password: 'password',
  choice: 'choice',
  flavor: 'flavor',
  image: 'image',
  keypair: 'keyPair',
  azone: 'availabilityZone',
  zone: 'availabilityZone',
  domain: 'membershipRef',
  databaselist: 'databaseList',
  clusterip: 'ipAddress',
  floatingip: 'boolean',
  table: 'table',
};

/** Kinds that are not asked: the environment's network, and what is named by its id in a cloud. */
const NOT_ASKED = new Set(['network', 'volume', 'securitygroup']);

/**
 * A field of a form as a property of the service.
 *
 * @param name what the property is called
 * @param said the value that the field gives for a key; undefined for one that it does not have, or that hangs on answers
 */
export function fieldProperty(
  name: string,
  said: (key: string) => Json | undefined,
  validators: readonly NonNullable<Property['pattern']>[] = [],
): Property {
  const type = said('type');
  const initial = said('initial');
  if (name === SERVICE_NAME.name) {
    const suggest = typeof initial === 'string' && initial !== '' ? { suggest: initial } : {};
    return { ...SERVICE_NAME, ...words(name, said), ...suggest };
  }
  const kind = kindOf(type);
  const hidden =
    said('hidden') === true || said('hiddenWhen') === true || said('enabled') === false || NOT_ASKED.has(String(type));
  const standard = kind === 'boolean' && initial === undefined ? false : initial;
  return property({
    name,
    kind,
    ...words(name, said),
    hidden,
    // Murano's picker of sizes has no empty choice, so none of its packages expects one.
    required: (said('required') !== false || kind === 'flavor') && !hidden && kind !== 'boolean',
    ...(standard === undefined || standard === null || kind === 'password' || PICKED.has(kind)
      ? {}
      : { default: standard }),
    ...(PICKED.has(kind) && typeof initial === 'string' && initial !== '' ? { suggest: initial } : {}),
    ...(kind === 'flavor' ? requirementsOf(said('requirements')) : {}),
    ...(type === 'text' ? { multiline: true } : {}),
    ...(kind === 'table' ? { rows: 'objects', columns: columnsOf(said('columns')) } : {}),
    ...(kind === 'serviceRef' ? { needs: needsOf(type) } : {}),
    // a field that names what is joined is called as what the other service offers
    ...(kind === 'membershipRef' ? { needs: String(type) } : {}),
    ...(kind === 'choice' ? { choices: choicesOf(said('choices')) } : {}),
    ...(kind === 'image' ? imageType(said('imageType')) : {}),
    ...(kind === 'string' || kind === 'password' ? textRules(said, validators) : {}),
    ...(kind === 'integer' ? { ...number('min', said('minValue')), ...number('max', said('maxValue')) } : {}),
  });
}

/** What is chosen from the cloud or the environment: nobody knows beforehand what is there. */
const PICKED = new Set<PropertyKind>(['flavor', 'image', 'keyPair', 'availabilityZone', 'serviceRef', 'membershipRef']);

/** What is typed: left out it is an empty text, as Django's fields have it. */
const TYPED = new Set<PropertyKind>(['string', 'password', 'ipAddress']);

/** The value that expressions of a form find for an answer. */
export function fieldValue(asked: Property, type: string, given: Json | undefined, context: FormContext): Json {
  const value = given ?? asked.default ?? null;
  // no network chosen: that of the environment
  if (type === 'network') return [null, []];
  if (asked.kind === 'image') return isObject(value) ? (value.name ?? null) : value;
  if (asked.kind === 'serviceRef') return typeof value === 'string' ? context.idOf(value) : null;
  if (value === '' && PICKED.has(asked.kind)) return null;
  if (value === null && TYPED.has(asked.kind)) return '';
  return value;
}

function words(name: string, said: (key: string) => Json | undefined): { label: string; help: string } {
  const [label, help, more] = ['label', 'helpText', 'description'].map(said);
  const text = (value: Json | undefined) => (typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : '');
  return { label: text(label) || labelOf(name), help: text(help) || text(more) };
}

/** A kind of field, or the class of the services to choose from. */
function kindOf(type: Json | undefined): PropertyKind {
  if (Array.isArray(type)) return 'serviceRef';
  const name = String(type ?? 'string');
  return KINDS[name] ?? (name.includes('.') ? 'serviceRef' : 'string');
}

function needsOf(type: Json | undefined): string {
  return (Array.isArray(type) ? type : [type]).map((one) => String(one).split(/[/@]/)[0]).join('|');
}

/** `[[value, label], …]`, `{value: label}` or values alone. */
function choicesOf(choices: Json | undefined): Property['choices'] {
  const pairs = isObject(choices) ? Object.entries(choices) : Array.isArray(choices) ? choices : [];
  return pairs.map((pair) => {
    const [value, label] = Array.isArray(pair) ? pair : [pair, pair];
    return { value: String(value), label: String(label ?? value) };
  });
}

/** Which images a field offers: those of Linux where it says nothing, all that are marked for the empty text. */
function imageType(said: Json | undefined): Pick<Property, 'imageType'> {
  if (said === '') return {};
  return { imageType: typeof said === 'string' ? said : 'linux' };
}

/** Kinds of cells by the kinds of columns that forms of Murano have. */
const CELLS: Readonly<Record<string, TableColumn['kind']>> = {
  integer: 'integer',
  number: 'integer',
  boolean: 'boolean',
  checkbox: 'boolean',
  radio: 'boolean',
};

/** `[{name: …, label: …, type: …}]`, as newer forms call it, or `[{column_name: …, title: …, column_type: …}]`. */
function columnsOf(said: Json | undefined): TableColumn[] {
  const columns = (Array.isArray(said) ? said : []).filter(isObject).flatMap((column): TableColumn[] => {
    const name = column.name ?? column.column_name;
    if (typeof name !== 'string') return [];
    const label = column.label ?? column.title;
    const kind = CELLS[String(column.type ?? column.column_type)] ?? 'string';
    return [
      { name, label: typeof label === 'string' ? label : labelOf(name), kind, required: column.required === true },
    ];
  });
  return columns.length > 0 ? columns : [{ name: 'name', label: 'Name', kind: 'string', required: true }];
}

/** What Murano calls the limits of a machine size. */
const REQUIREMENTS: Readonly<Record<string, keyof NonNullable<Property['requirements']>>> = {
  min_vcpus: 'minVcpus',
  max_vcpus: 'maxVcpus',
  min_memory_mb: 'minMemoryMb',
  max_memory_mb: 'maxMemoryMb',
  min_disk: 'minDiskGb',
  max_disk: 'maxDiskGb',
};

function requirementsOf(said: Json | undefined): Pick<Property, 'requirements'> {
  if (!isObject(said)) return {};
  const limits = Object.entries(said).flatMap(([key, value]) => {
    const limit = REQUIREMENTS[key];
    return limit === undefined || typeof value !== 'number' ? [] : [[limit, value] as const];
  });
  return limits.length === 0 ? {} : { requirements: Object.fromEntries(limits) };
}

function textRules(
  said: (key: string) => Json | undefined,
  validators: readonly NonNullable<Property['pattern']>[],
): Partial<Property> {
  const expression = said('regexpValidator');
  const messages = said('errorMessages');
  const sentence = isObject(messages) && typeof messages.invalid === 'string' ? messages.invalid : undefined;
  const own = typeof expression === 'string' ? textPattern(expression, sentence) : null;
  const [pattern, ...further] = [...(own ? [own] : []), ...validators];
  return {
    ...number('min', said('minLength')),
    ...number('max', said('maxLength')),
    ...(pattern ? { pattern } : {}),
    ...(further.length > 0 ? { furtherPatterns: further } : {}),
  };
}

function number(key: 'min' | 'max', value: Json | undefined): Partial<Property> {
  return typeof value === 'number' ? { [key]: value } : {};
}
