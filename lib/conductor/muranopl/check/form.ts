import { STANDARD_OPERATORS, YaqlEngine } from '@vetro/yaql';
import { patternProblem } from '@/lib/model/pattern';
import type { Problems } from '../diagnostics';
import { readYaml } from '../source/read-yaml';
import type { Template } from '../source/value';
import { Fields, isNothing, nearest } from '../syntax/fields';
import { written } from '../syntax/written';
import type { ReferenceCheck } from './class-references';
import { checkFormExpressions, type FormNames } from './form-expressions';

const KEYS = ['Version', 'Application', 'Templates', 'Parameters', 'ParametersSource', 'Forms'];
/** Field types that are no classes (Murano's dynamic forms). */
const FIELD_TYPES = new Set([
  ...['string', 'boolean', 'text', 'integer', 'password', 'choice', 'flavor', 'keypair', 'image', 'azone', 'network'],
  ...['volume', 'securitygroup', 'floatingip', 'clusterip', 'domain', 'databaselist', 'zone', 'table'],
]);

/** Forms know plain YAQL, without the names of classes. */
const engine = new YaqlEngine({ operators: STANDARD_OPERATORS });

/**
 * Looks a form of a package over: that it is one, that the classes are there of which it makes objects or lets
 * choose, and that its expressions speak of what there is. Rules: Murano's dynamic forms, versions 1 and 2.0 to 2.6.
 */
export function checkForm(file: string, text: string, references: (problems: Problems) => ReferenceCheck): Problems {
  const { documents, problems } = readYaml(file, text, engine);
  const [document] = documents;
  const fields = document && Fields.of(document, 'A form', problems);
  if (!fields) return problems;
  const check = references(problems);
  fields.allow(KEYS, 'A form', problems);
  if (isNothing(fields.get('Application'))) {
    problems.error('missing_key', 'A form needs Application, the object that it makes.', fields.place);
  }
  const version = fields.get('Version');
  if (version && !isNothing(version) && !/^(?:1(?:\.0)?|2(?:\.[0-6])?)$/.test(written(version))) {
    problems.error('bad_version', 'A form of this version cannot be shown.', version.place, {
      text: written(version),
      hint: 'Forms have the Version 1 or one from 2.0 to 2.6.',
    });
  }
  const forms = readForms(fields.get('Forms'), problems);
  const names = namesOf(fields, forms);
  for (const key of ['Application', 'Templates', 'Parameters'] as const) {
    const template = fields.get(key);
    if (!template) continue;
    checkObjects(template, check);
    checkFormExpressions(template, names, key !== 'Parameters', problems);
  }
  for (const { fields: list, validators } of forms) {
    for (const field of list) checkField(field, check, names, problems);
    if (validators) checkFormExpressions(validators, names, true, problems);
  }
  return problems;
}

interface Form {
  readonly name: string;
  readonly fields: readonly Template[];
  readonly validators: Template | undefined;
}

/** `Forms: [{name: {fields: […], validators: […]}}]` */
function readForms(template: Template | undefined, problems: Problems): Form[] {
  return itemsOf(template).flatMap((form) => {
    const entry = form.kind === 'map' ? form.entries[0] : undefined;
    const fields = entry && under(entry.value, 'fields');
    if (entry?.key.kind === 'constant' && fields?.kind === 'list') {
      return [{ name: String(entry.key.value), fields: fields.items, validators: under(entry.value, 'validators') }];
    }
    problems.error('bad_form', 'A form is a name with its fields.', form.place, {
      text: written(form),
      hint: '- name: {fields: [{name: size, type: integer}]}',
    });
    return [];
  });
}

function namesOf(fields: Fields, forms: readonly Form[]): FormNames {
  const keysOf = (template: Template | undefined) =>
    template?.kind === 'map'
      ? template.entries.flatMap(({ key }) => (key.kind === 'constant' ? [String(key.value)] : []))
      : [];
  return {
    forms: new Map(
      forms.map(({ name, fields: list }) => [
        name,
        new Set(list.flatMap((field) => under(field, 'name') ?? []).map((field) => written(field))),
      ]),
    ),
    variables: fields.has('ParametersSource')
      ? undefined
      : new Set([...keysOf(fields.get('Templates')), ...keysOf(fields.get('Parameters'))]),
  };
}

/** Objects are mappings with a header: `'?': {type: a.b.Name}`. */
function checkObjects(template: Template, check: ReferenceCheck): void {
  if (template.kind === 'list') for (const item of template.items) checkObjects(item, check);
  if (template.kind !== 'map') return;
  for (const { key, value } of template.entries) {
    if (key.kind === 'constant' && key.value === '?' && value.kind === 'map') {
      const type = value.entries.find((entry) => entry.key.kind === 'constant' && entry.key.value === 'type')?.value;
      if (type) checkType(type, check);
    }
    checkObjects(value, check);
  }
}

/** `a.b.Name`, `a.b.Name/1.0`, `a.b.Name/1.0@package` */
function checkType(type: Template, check: ReferenceCheck): void {
  const text = textOf(type);
  const [name = ''] = text?.split(/[/@]/) ?? [];
  if (text !== undefined && name !== '') check.full(name, type.place, text);
}

function textOf(template: Template): string | undefined {
  if (template.kind === 'expression') return /^[\w.]+\/[\w.-]+(@[\w.]+)?$/.exec(template.expression.text)?.[0];
  return template.kind === 'constant' && typeof template.value === 'string' ? template.value : undefined;
}

function checkField(field: Template, check: ReferenceCheck, names: FormNames, problems: Problems): void {
  for (const key of ['name', 'type']) {
    if (!isNothing(under(field, key))) continue;
    problems.error('missing_key', `A field needs ${key}.`, field.place, { text: written(field) });
  }
  const type = under(field, 'type');
  for (const one of type?.kind === 'list' ? type.items : type ? [type] : []) checkFieldType(one, check, problems);
  checkPattern(under(field, 'regexpValidator'), problems);
  for (const validator of itemsOf(under(field, 'validators'))) {
    const expression = under(validator, 'expr');
    if (expression) checkPattern(under(expression, 'regexpValidator'), problems);
    else problems.error('missing_key', 'A validator needs expr.', validator.place, { text: written(validator) });
  }
  for (const { key, value } of field.kind === 'map' ? field.entries : []) {
    const isValidators = key.kind === 'constant' && key.value === 'validators';
    checkFormExpressions(value, names, !isValidators, problems);
  }
}

/** A pattern that is written out must be one that is searched for. */
function checkPattern(pattern: Template | undefined, problems: Problems): void {
  const wrong =
    pattern?.kind === 'constant' && typeof pattern.value === 'string' ? patternProblem(pattern.value) : null;
  if (pattern && wrong !== null) problems.error('bad_pattern', wrong, pattern.place, { text: written(pattern) });
}

/** A kind of field, or the class of the objects to choose from. */
function checkFieldType(type: Template, check: ReferenceCheck, problems: Problems): void {
  const name = type.kind === 'constant' ? type.value : undefined;
  if (typeof name !== 'string' || FIELD_TYPES.has(name)) return;
  if (name.includes('.')) check.choosable(name, type.place);
  else {
    problems.warn('unknown_type', `There is no kind of field ${name}.`, type.place, {
      text: name,
      hint: nearest(name, FIELD_TYPES),
    });
  }
}

function under(template: Template, key: string): Template | undefined {
  if (template.kind !== 'map') return undefined;
  return template.entries.find((entry) => entry.key.kind === 'constant' && entry.key.value === key)?.value;
}

function itemsOf(template: Template | undefined): readonly Template[] {
  return template?.kind === 'list' ? template.items : [];
}
