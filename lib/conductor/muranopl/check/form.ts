import type { YaqlEngine } from '../../yaql';
import type { Problems } from '../diagnostics';
import { readYaml } from '../source/read-yaml';
import type { Template } from '../syntax/declarations';
import { Fields, isNothing } from '../syntax/fields';
import type { ReferenceCheck } from './class-references';

const KEYS = ['Version', 'Application', 'Templates', 'Parameters', 'ParametersSource', 'Forms'];
/** Field types that are no classes (Murano's dynamic forms). */
const FIELD_TYPES = new Set([
  ...['string', 'boolean', 'text', 'integer', 'password', 'choice', 'flavor', 'keypair', 'image', 'azone', 'network'],
  ...['volume', 'securitygroup', 'floatingip', 'clusterip', 'domain', 'databaselist', 'zone'],
]);

/**
 * Looks a form of a package over: that it is one, and that the classes are there of which it makes objects or
 * lets choose.
 */
export function checkForm(
  file: string,
  text: string,
  engine: YaqlEngine,
  references: (problems: Problems) => ReferenceCheck,
): Problems {
  const { documents, problems } = readYaml(file, text, engine);
  const [document] = documents;
  const fields = document && Fields.of(document, 'A form', problems);
  if (!fields) return problems;
  const check = references(problems);
  fields.allow(KEYS, 'A form', problems);
  if (isNothing(fields.get('Application'))) {
    problems.error('missing_key', 'A form needs Application, the object that it makes.', fields.place);
  }
  for (const key of ['Application', 'Templates'] as const) {
    const template = fields.get(key);
    if (template) checkObjects(template, check);
  }
  const forms = fields.get('Forms');
  for (const field of forms ? fieldsIn(forms) : []) checkField(field, check);
  return problems;
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

/** The fields of all forms: `Forms: [{name: {fields: […]}}]`. */
function fieldsIn(forms: Template): Template[] {
  return itemsOf(forms).flatMap((form) => {
    const bodies = form.kind === 'map' ? form.entries.map(({ value }) => value) : [];
    return bodies.flatMap((body) => itemsOf(under(body, 'fields')));
  });
}

function checkField(field: Template, check: ReferenceCheck): void {
  const type = under(field, 'type');
  for (const one of type?.kind === 'list' ? type.items : type ? [type] : []) {
    const name = one.kind === 'constant' ? one.value : undefined;
    if (typeof name === 'string' && !FIELD_TYPES.has(name) && name.includes('.')) check.full(name, one.place, name);
  }
}

function under(template: Template, key: string): Template | undefined {
  if (template.kind !== 'map') return undefined;
  return template.entries.find((entry) => entry.key.kind === 'constant' && entry.key.value === key)?.value;
}

function itemsOf(template: Template | undefined): readonly Template[] {
  return template?.kind === 'list' ? template.items : [];
}
