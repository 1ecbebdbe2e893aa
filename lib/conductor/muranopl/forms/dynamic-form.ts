import type { Service } from '@/lib/model/environment';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { ENTRY_KEYS } from '@/lib/model/object-entry';
import type { FormStep, Property } from '@/lib/model/service-type';
import { Context, fromPlain, Runtime, STANDARD_OPERATORS, toPlain, YaqlEngine } from '../../yaql';
import { evaluationOf } from '../execution/compile-template';
import { readYaml } from '../source/read-yaml';
import type { Template } from '../source/value';
import { Fields } from '../syntax/fields';
import type { MuranoType } from '../types/murano-type';
import { type ApplicationForm, type FormContext, labelOf, SERVICE_NAME } from './application-form';
import { factsOf, headerOf } from './class-form';
import { fieldProperty, fieldValue } from './field-property';
import { type FormHost, FormTemplate, formLibrary } from './form-functions';
import { idAt, withIds } from './object-ids';

/** As Murano limits the expressions of forms: items and bytes of one value; and steps, for it has a limit of time. */
const LIMITS = { iterators: 10_000, memory: 1_000_000, steps: 1_000_000 };
/** More machines than this no form asks for; the quota bounds them before. */
const MOST_MACHINES = 100;

/** Forms know plain YAQL, without the names of classes. */
const engine = new YaqlEngine({ operators: STANDARD_OPERATORS });
const library = formLibrary();

/** A field of a form: the question, and where the answer stands in the form's data. */
interface Field {
  readonly form: string;
  readonly name: string;
  readonly type: string;
  readonly property: Property;
}

/**
 * A package's own form (`UI/ui.yaml`, Murano's dynamic forms 2.0 to 2.4): the questions of `Forms`, and the object that
 * `Application` makes of the answers.
 *
 * @returns null when the text is no such form: its problems are told when the package is checked
 */
export function dynamicForm(file: string, text: string, type: MuranoType): ApplicationForm | null {
  const { documents, problems } = readYaml(file, text, engine);
  const [document] = documents;
  const fields = document && Fields.of(document, 'A form', problems);
  const application = fields?.get('Application');
  if (!fields || !application || problems.errors.length > 0) return null;
  const forms = readForms(fields.get('Forms'));
  const asked = fieldsOf(forms);
  const named = asked.some(({ property }) => property.name === SERVICE_NAME.name);
  const variables = { templates: entriesOf(fields.get('Templates')), parameters: entriesOf(fields.get('Parameters')) };
  return {
    properties: [...(named ? [] : [SERVICE_NAME]), ...asked.map(({ property }) => property)],
    units: { min: 0, max: MOST_MACHINES, default: 0, noun: 'machine', managed: true },
    unitTemplates: [{}],
    unitProperties: [],
    steps: stepsOf(forms, asked, named),
    facts: factsOf(type),
    objectOf: (service, context) => {
      const made = evaluated(application, variables, service, asked, context);
      const object = withIds(isObject(made) ? made : {}, service.id);
      return { ...object, '?': { ...(isObject(object['?']) ? object['?'] : {}), ...headerOf(service, type) } };
    },
  };
}

interface FormPart {
  readonly name: string;
  readonly fields: readonly Template[];
}

/** `Forms: [{name: {fields: […]}}]` */
function readForms(template: Template | undefined): FormPart[] {
  return itemsOf(template).flatMap((form) =>
    entriesOf(form).flatMap(([name, value]) => [{ name, fields: itemsOf(new Map(entriesOf(value)).get('fields')) }]),
  );
}

/** Fields of all forms as properties of one service: what several forms call the same has the form's name before it. */
function fieldsOf(forms: readonly FormPart[]): Field[] {
  const taken = new Set<string>(ENTRY_KEYS);
  return forms.flatMap(({ name: form, fields }) =>
    fields.flatMap((template): Field[] => {
      const said = new Map(entriesOf(template));
      const written = constantOf(said.get('name'));
      if (typeof written !== 'string') return [];
      const name = taken.has(written) ? `${form}_${written}` : written;
      taken.add(name);
      const found = fieldProperty(name, (key) => fixedValue(said.get(key)));
      return [{ form, name: written, type: String(fixedValue(said.get('type')) ?? ''), property: found }];
    }),
  );
}

function stepsOf(forms: readonly FormPart[], asked: readonly Field[], named: boolean): FormStep[] {
  const steps = forms.map(({ name }) => ({
    title: labelOf(name),
    help: '',
    fields: asked
      .filter(({ form, property }) => form === name && !property.hidden)
      .map(({ property }) => property.name),
  }));
  const filled = steps.filter(({ fields }) => fields.length > 0);
  if (named) return filled;
  const [first, ...others] = filled;
  return [
    { title: first?.title ?? 'Settings', help: '', fields: [SERVICE_NAME.name, ...(first?.fields ?? [])] },
    ...others,
  ];
}

/** What `Application` is worth with the answers of a service as `$`. */
function evaluated(
  application: Template,
  variables: { templates: [string, Template][]; parameters: [string, Template][] },
  service: Service,
  asked: readonly Field[],
  form: FormContext,
): Json {
  let ids = 0;
  const host: FormHost = {
    serviceName: service.name,
    namePrefix: `m${service.id.slice(0, 6)}`,
    references: new Map(),
    newId: () => idAt(service.id, `reference ${ids++}`),
  };
  const context = contextWith(host);
  context.setFirst(fromPlain(answersOf(service, asked, form)));
  for (const [name, template] of variables.parameters) context.set(name, evaluationOf(template).run(context));
  for (const [name, template] of variables.templates) context.set(name, new FormTemplate(template));
  return toPlain(evaluationOf(application).run(context), context) as Json;
}

/** Answers by form and field, as expressions read them: `$.appConfiguration.name`. */
function answersOf(service: Service, asked: readonly Field[], context: FormContext): JsonObject {
  const answers: Record<string, JsonObject> = { workflowManagement: { application_name: service.name } };
  for (const { form, name, type, property } of asked) {
    answers[form] = {
      ...answers[form],
      [name]: fieldValue(property, type, service[property.name] as Json | undefined, context),
    };
  }
  return answers;
}

function contextWith(host: FormHost): Context {
  const runtime = new Runtime(
    { ...engine.limits, ...LIMITS },
    { input: false, output: false, tuplesToLists: true, setsToLists: false },
    { now: () => 0, localOffset: () => 0 },
    { next: () => 0 },
  );
  const context = new Context(library, runtime);
  context.host = host;
  return context;
}

/** A value that hangs on no answer; undefined for one that does. */
function fixedValue(template: Template | undefined): Json | undefined {
  if (!template) return undefined;
  const context = contextWith({ serviceName: '', namePrefix: 'm', references: new Map(), newId: () => '' });
  try {
    return toPlain(evaluationOf(template).run(context), context) as Json;
  } catch {
    return undefined;
  }
}

function constantOf(template: Template | undefined): unknown {
  return template?.kind === 'constant' ? template.value : undefined;
}

function entriesOf(template: Template | undefined): [string, Template][] {
  if (template?.kind !== 'map') return [];
  return template.entries.flatMap(({ key, value }): [string, Template][] =>
    key.kind === 'constant' ? [[String(key.value), value]] : [],
  );
}

function itemsOf(template: Template | undefined): readonly Template[] {
  return template?.kind === 'list' ? template.items : [];
}
