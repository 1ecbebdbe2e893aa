import { z } from 'zod';
import { patternProblem } from '@/lib/model/pattern';
import { isSecret, isUnset } from '@/lib/model/property-facts';
import { checkProperty } from '@/lib/model/property-rules';
import { schemaWords } from '@/lib/model/schema-words';
import {
  CapabilityOfferSchema,
  FormStepSchema,
  type Property,
  PropertyKindSchema,
  PropertySchema,
  type ServiceType,
  ServiceTypeSchema,
} from '@/lib/model/service-type';
import { type PackageProblem, problemsOf, readYaml } from '../yaml/read-yaml';

/** What a package says about itself elsewhere, and its service type takes over. */
export interface FormPackage {
  name: string;
  version: string;
  categories: string[];
  tags: string[];
}

export const FORM_FORMAT = 'Service/1.0';

const { shape } = ServiceTypeSchema;

/** A property as a package writes it. Packages of earlier releases call a kind after what the machines of their time joined, and leave out how it is named. */
export const FormPropertySchema = z
  .strictObject({
    ...PropertySchema.shape,
    kind: z.preprocess((kind) => (kind === 'domainRef' ? 'membershipRef' : kind), PropertyKindSchema),
  })
  .transform((property) =>
    property.kind === 'membershipRef' ? { ...property, names: property.names ?? 'domainName' } : property,
  );

/** Parts of a form that an extension has, too. */
export const formParts = {
  form: z.array(z.strictObject(FormStepSchema.shape)),
  roles: z.array(z.strictObject(shape.roles.element.shape)).default([]),
  facts: shape.facts,
};

const FormFileSchema = z.strictObject({
  ...ServiceTypeSchema.omit({ package: true, version: true, categories: true, tags: true }).shape,
  Format: z.literal(FORM_FORMAT),
  type: z.string().regex(/^[a-z][A-Za-z0-9]*$/, 'A type begins with a small letter and has only letters and digits'),
  title: z.string().min(1),
  summary: z.string().min(1),
  properties: z.array(FormPropertySchema).min(1),
  unitProperties: z.array(FormPropertySchema).default([]),
  units: z.strictObject(shape.units.shape),
  roles: formParts.roles,
  offers: z.array(z.strictObject(CapabilityOfferSchema.shape)).default([]),
  shared: z.array(z.strictObject(shape.shared.removeDefault().element.shape)).default([]),
  form: formParts.form.min(1),
});
type FormFile = z.infer<typeof FormFileSchema>;

/**
 * Reads a service type from its YAML (`UI/service.yaml`): the properties it has, the rules they obey, the
 * wizard's steps and the boxes of the graph. Reports everything that is wrong, with file, line and path;
 * the service type is null as soon as anything is.
 */
export function readServiceForm(
  file: string,
  text: string,
  pack: FormPackage,
): { serviceType: ServiceType | null; problems: PackageProblem[] } {
  const yaml = readYaml(file, text);
  if (yaml.problems.length > 0) return { serviceType: null, problems: yaml.problems };
  const parsed = FormFileSchema.safeParse(yaml.value, { error: schemaWords });
  if (!parsed.success) return { serviceType: null, problems: problemsOf(file, parsed.error, yaml) };
  const problems: PackageProblem[] = [];
  const note = (path: readonly PropertyKey[], code: string, sentence: string) => {
    const line = yaml.lineOf(path);
    problems.push({ file, path: path.map(String).join('.'), ...(line === undefined ? {} : { line }), code, sentence });
  };
  for (const check of CHECKS) check(parsed.data, note);
  if (problems.length > 0) return { serviceType: null, problems };
  const { Format: _format, ...rest } = parsed.data;
  const serviceType = {
    ...rest,
    package: pack.name,
    version: pack.version,
    categories: pack.categories,
    tags: pack.tags,
  };
  return { serviceType, problems };
}

type Note = (path: readonly PropertyKey[], code: string, sentence: string) => void;

const RESERVED = [
  'id',
  'type',
  'created',
  'updated',
  'units',
  'state',
  'temp',
  'status',
  'uri',
  'unitCount',
  'address',
];

/** What zod cannot say: names that must exist, and values that must fit. */
const CHECKS: ((form: FormFile, note: Note) => void)[] = [
  (form, note) => checkProperties(form.properties, 'properties', [], note),
  (form, note) => checkProperties(form.unitProperties, 'unitProperties', form.properties, note),
  checkName,
  checkUnits,
  checkReferences,
  checkSteps,
];

/** Kinds of property that name what another service offers. */
const REFERENCES: readonly Property['kind'][] = ['serviceRef', 'membershipRef'];

/**
 * What zod cannot say of properties: names that must exist beside them, and values that must fit.
 *
 * @param path of the list in its file
 * @param around the properties of the service, for those of its units
 */
export function checkProperties(properties: Property[], path: string, around: Property[], note: Note): void {
  const names = properties.map(({ name }) => name);
  properties.forEach((property, index) => {
    const at = [path, index] as const;
    const { name, kind } = property;
    if (names.indexOf(name) !== index)
      note([...at, 'name'], 'name_taken', `There are two properties called "${name}".`);
    if (RESERVED.includes(name) || (path === 'unitProperties' && name === 'name')) {
      note([...at, 'name'], 'name_reserved', `"${name}" is Vetro's own; choose another name.`);
    }
    if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(name)) {
      note(
        [...at, 'name'],
        'name_characters',
        'A property name begins with a letter and has only letters, digits and _.',
      );
    }
    if (property.when && !names.includes(property.when.property)) {
      note(
        [...at, 'when', 'property'],
        'unknown_property',
        `There is no property "${property.when.property}" beside this one.`,
      );
    }
    if (property.defaultFrom !== undefined && !names.includes(property.defaultFrom)) {
      note(
        [...at, 'defaultFrom'],
        'unknown_property',
        `There is no property "${property.defaultFrom}" beside this one.`,
      );
    }
    for (const key of ['differsFrom', 'trueWith'] as const) {
      const known = key === 'differsFrom' ? [...names, ...around.map((other) => other.name)] : names;
      if (property[key] === undefined || known.includes(property[key])) continue;
      note([...at, key], 'unknown_property', `There is no property "${property[key]}" beside this one.`);
    }
    if (property.madeUnless !== undefined && (kind !== 'password' || path !== 'unitProperties')) {
      note([...at, 'madeUnless'], 'made', 'Only a password of a unit is made where its service has none.');
    }
    if (property.madeUnless !== undefined && !around.some((other) => other.name === property.madeUnless)) {
      const sentence = `The service has no property "${property.madeUnless}".`;
      note([...at, 'madeUnless'], 'unknown_property', sentence);
    }
    if (REFERENCES.includes(kind) !== (property.needs !== undefined)) {
      const sentence = `A ${REFERENCES.join(' or ')} says under "needs" what the other service must offer; nothing else does.`;
      note([...at, 'needs'], 'needs', sentence);
    }
    if (property.publicAddresses !== undefined && kind !== 'boolean') {
      note([...at, 'publicAddresses'], 'public_addresses', 'Only a boolean may ask for public addresses.');
    }
    if (property.circular !== undefined && kind !== 'serviceRef') {
      note([...at, 'circular'], 'circular', 'Only a serviceRef may say that circles are allowed.');
    }
    checkChoices(property, at, note);
    if (property.min !== undefined && property.max !== undefined && property.min > property.max) {
      note([...at, 'min'], 'bounds', 'min is greater than max.');
    }
    const wrong = property.pattern ? patternProblem(property.pattern.expression) : null;
    if (wrong !== null) note([...at, 'pattern', 'expression'], 'bad_pattern', wrong);
    if (property.purpose !== undefined && !isSecret(property)) {
      note([...at, 'purpose'], 'purpose', 'Only a secret has a purpose.');
    }
    if (kind === 'password' && !isUnset(property.default ?? property.suggest)) {
      note(
        [...at, property.default === undefined ? 'suggest' : 'default'],
        'password_default',
        'A password has no default.',
      );
    }
    for (const key of ['default', 'suggest'] as const) {
      if (isUnset(property[key])) continue;
      const context = { owner: {}, unitCount: 1, accounts: [] };
      const [wrong] = checkProperty(property[key], { ...property, when: undefined }, '', context);
      if (wrong) note([...at, key], 'bad_default', wrong.sentence);
    }
  });
}

/** What is chosen from is there, and each of it once. */
function checkChoices({ kind, choices = [] }: Property, at: readonly PropertyKey[], note: Note): void {
  if (kind === 'choice' && choices.length === 0)
    note([...at, 'choices'], 'no_choices', 'A choice says under "choices" what there is to choose from.');
  choices.forEach(({ value }, index) => {
    if (choices.findIndex((other) => other.value === value) === index) return;
    note([...at, 'choices', index], 'choice_taken', `"${value}" is among the choices twice.`);
  });
}

function checkName({ properties }: FormFile, note: Note): void {
  if (properties.some(({ name, required }) => name === 'name' && required)) return;
  note(['properties'], 'no_name', 'A service needs a required property "name".');
}

function checkUnits({ units, unitTemplates, unitProperties, exactlyOne, unitLimits }: FormFile, note: Note): void {
  if (units.min > units.max) note(['units', 'min'], 'bounds', 'min is greater than max.');
  if (units.default < units.min || units.default > units.max) {
    note(['units', 'default'], 'bounds', 'The default is not between min and max.');
  }
  if (unitTemplates.length === 0) note(['unitTemplates'], 'missing', 'Give at least one template, {} if need be.');
  unitTemplates.forEach((template, index) => {
    for (const name of Object.keys(template)) {
      if (unitProperties.some((property) => property.name === name)) continue;
      note(['unitTemplates', index, name], 'unknown_property', `Units have no property "${name}".`);
    }
  });
  (unitLimits ?? []).forEach(({ property }, index) => {
    if (unitProperties.find(({ name }) => name === property)?.kind === 'boolean') return;
    const sentence = `Units have no property "${property}" of kind boolean.`;
    note(['unitLimits', index, 'property'], 'unknown_property', sentence);
  });
  if (exactlyOne === null) return;
  if (unitProperties.find(({ name }) => name === exactlyOne)?.kind !== 'boolean') {
    note(['exactlyOne'], 'unknown_property', `Units have no property "${exactlyOne}" of kind boolean.`);
  } else if (
    unitTemplates[0]?.[exactlyOne] !== true ||
    unitTemplates.slice(1).some((other) => other[exactlyOne] === true)
  ) {
    note(['unitTemplates'], 'exactly_one', `The first template, and no other, sets ${exactlyOne} to true.`);
  }
}

function checkReferences({ properties, unitProperties, offers, roles }: FormFile, note: Note): void {
  offers.forEach(({ name }, index) => {
    if (properties.some((property) => property.name === name)) return;
    note(['offers', index, 'name'], 'unknown_property', `There is no property "${name}".`);
  });
  roles.forEach(({ id, when }, index) => {
    if (roles.findIndex((other) => other.id === id) !== index) {
      note(['roles', index, 'id'], 'name_taken', `There are two roles with the id "${id}".`);
    }
    if (when && !unitProperties.some(({ name }) => name === when.property)) {
      note(['roles', index, 'when', 'property'], 'unknown_property', `Units have no property "${when.property}".`);
    }
  });
}

/** Steps that ask for what is not there, hidden or asked already, and properties that no step asks for. */
export function checkSteps(
  { form, properties, unitProperties }: Pick<FormFile, 'form' | 'properties' | 'unitProperties'>,
  note: Note,
): void {
  const places = form.flatMap(({ fields }, step) =>
    fields.map((field, at) => ({ field, path: ['form', step, 'fields', at] })),
  );
  places.forEach(({ field, path }, index) => {
    if (field !== 'units' && field !== 'unitCount' && !properties.some(({ name }) => name === field)) {
      note(path, 'unknown_property', `There is no property "${field}" to ask for.`);
    }
    if (properties.find(({ name }) => name === field)?.hidden)
      note(path, 'hidden', `"${field}" is hidden; do not ask for it.`);
    if (places.findIndex((other) => other.field === field) !== index)
      note(path, 'asked_twice', `"${field}" is asked twice.`);
  });
  const asked = new Set(places.map(({ field }) => field));
  const unasked = (property: Property) => property.required && !property.hidden && property.default === undefined;
  properties.forEach((property, index) => {
    if (!unasked(property) || asked.has(property.name)) return;
    note(['properties', index], 'not_asked', `"${property.name}" is required, but no step of the form asks for it.`);
  });
  if (unitProperties.some(unasked) && !asked.has('units')) {
    note(['form'], 'not_asked', 'Units have required properties, but no step of the form places "units".');
  }
}
