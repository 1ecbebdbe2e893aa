import { isYaqlError } from '@vetro/yaql';
import { isVetroError } from '@/lib/errors';
import type { Service } from '@/lib/model/environment';
import type { FieldProblem } from '@/lib/model/field-problem';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { fitsPattern, patternProblem } from '@/lib/model/pattern';
import { isUnset } from '@/lib/model/property-facts';
import { holdsSealed } from '@/lib/model/secret';
import type { FormStep } from '@/lib/model/service-type';
import { readYaml } from '../source/read-yaml';
import type { Template } from '../source/value';
import { Fields } from '../syntax/fields';
import { written } from '../syntax/written';
import type { MuranoType } from '../types/murano-type';
import { type ApplicationForm, type FormContext, labelOf, SERVICE_NAME } from './application-form';
import { factsOf, headerOf } from './class-form';
import { fieldValue } from './field-property';
import { FORM_ENGINE, FormEvaluation } from './form-evaluation';
import type { FormHost } from './form-functions';
import { idAt, withIds } from './object-ids';
import { type Field, type FormPart, fieldsOf, readForms } from './read-form';
import { entriesOf, mentionedFields } from './template-parts';
import { readValidators, type Validator } from './validators';

/** More machines than this no form asks for; the quota bounds them before. */
const MAX_MACHINES = 100;

/**
 * A package's own form (`UI/ui.yaml`, Murano's dynamic forms 1 and 2.0 to 2.6): the questions of `Forms`, and the object that
 * `Application` makes of the answers.
 *
 * @param parametersOf what the method returns that `ParametersSource` names
 * @returns null when the text is no such form: its problems are told when the package is checked
 */
export function dynamicForm(
  file: string,
  text: string,
  type: MuranoType,
  parametersOf: (source: string) => JsonObject = () => ({}),
): ApplicationForm | null {
  const { documents, problems } = readYaml(file, text, FORM_ENGINE);
  const [document] = documents;
  const fields = document && Fields.of(document, 'A form', problems);
  const application = fields?.get('Application');
  if (!fields || !application || problems.errors.length > 0) return null;
  const source = fields.get('ParametersSource');
  const evaluation = new FormEvaluation(
    entriesOf(fields.get('Templates')),
    entriesOf(fields.get('Parameters')),
    source ? parametersOf(written(source)) : {},
  );
  const forms = readForms(fields.get('Forms'));
  const asked = fieldsOf(forms, evaluation);
  const rules = [
    ...asked.flatMap(({ validators }) => validators),
    ...forms.flatMap(({ validators }) => readValidators(validators, { field: null }, evaluation)),
  ];
  const named = asked.some(({ property }) => property.name === SERVICE_NAME.name);
  return {
    properties: [...(named ? [] : [SERVICE_NAME]), ...asked.map(({ property }) => property)],
    units: { min: 0, max: MAX_MACHINES, default: 0, noun: 'machine', managed: true },
    unitTemplates: [{}],
    unitProperties: [],
    steps: stepsOf(forms, asked, named),
    facts: factsOf(type),
    problemsOf: (service, context) =>
      answerProblems(service, answersOf(service, asked, context), asked, rules, evaluation),
    fieldOf: fieldsBehind(application, asked),
    objectOf: (service, context) => {
      const made = evaluation.valueOf(application, answersOf(service, asked, context), hostOf(service));
      const object = { ...nameOf(service, type), ...withIds(isObject(made) ? made : {}, service.id) };
      return { ...object, '?': { ...(isObject(object['?']) ? object['?'] : {}), ...headerOf(service, type) } };
    },
  };
}

/** The name of a service where its class must be given one, for an application that does not say where it comes from. */
function nameOf(service: Service, type: MuranoType): JsonObject {
  const declared = type.property(SERVICE_NAME.name)?.declaration;
  return declared?.usage === 'In' && declared.default === undefined ? { name: service.name } : {};
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

function hostOf(service: Service): FormHost {
  let ids = 0;
  return {
    serviceName: service.name,
    namePrefix: `m${service.id.slice(0, 6)}`,
    references: new Map(),
    newId: () => idAt(service.id, `reference ${ids++}`),
  };
}

/**
 * What the form's own rules do not let pass, each at its field. An optional field that was left empty is not held against
 * them, one that does not count neither; secrets are judged by their patterns alone, before they are sealed.
 */
function answerProblems(
  service: Service,
  answers: JsonObject,
  asked: readonly Field[],
  rules: readonly Validator[],
  evaluation: FormEvaluation,
): FieldProblem[] {
  // What cannot be evaluated with these answers holds back no field, and lets no answer pass.
  const isTrue = (expression: Template, data: Json, otherwise: boolean): boolean => {
    try {
      return Boolean(evaluation.valueOf(expression, data, hostOf(service)));
    } catch (error) {
      if (isYaqlError(error) || isVetroError(error)) return otherwise;
      throw error;
    }
  };
  const counting = asked.filter(({ conditions }) =>
    conditions.every(({ expression, negated }) => isTrue(expression, answers, !negated) !== negated),
  );
  const fieldNamed = (form: string, name: string) => asked.find((one) => one.form === form && one.name === name);
  const missing = counting.flatMap(({ form, name, property, required }): FieldProblem[] => {
    if (!required || !isUnset(answerIn(answers, form, name)) || !isTrue(required, answers, false)) return [];
    return [{ path: property.name, code: 'required', sentence: `Fill in "${property.label}".` }];
  });
  const refused = rules.flatMap(({ field, expression, pattern, message }): FieldProblem[] => {
    const own = field && fieldNamed(field.form, field.name);
    const value = field === null ? answers : answerIn(answers, field.form, field.name);
    if (field !== null && (isUnset(value) || !own || !counting.includes(own))) return [];
    if (isSealed(expression, value, answers, field === null)) return [];
    const holds = pattern === undefined ? isTrue(expression, value, false) : matches(pattern, value);
    if (holds) return [];
    if (own) return [{ path: own.property.name, code: 'field_refused', sentence: message }];
    const mentioned = mentionedFields(expression).flatMap(({ form, name }) => fieldNamed(form, name) ?? []);
    const place = mentioned.find(({ property }) => !property.hidden);
    return [{ path: place?.property.name ?? '', code: 'form_refused', sentence: message }];
  });
  return [...missing, ...refused];
}

/** Whether a rule speaks of a secret, which nothing can be told of once it is sealed. */
function isSealed(expression: Template, value: Json, answers: JsonObject, ofForm: boolean): boolean {
  const mentioned = mentionedFields(expression);
  const values =
    ofForm && mentioned.length > 0 ? mentioned.map(({ form, name }) => answerIn(answers, form, name)) : value;
  return holdsSealed(JSON.stringify(values));
}

/** One that is not searched for lets everything pass: the check of its package tells of it. */
function matches(pattern: string, value: Json): boolean {
  return patternProblem(pattern) !== null || fitsPattern(pattern, String(value));
}

function answerIn(answers: JsonObject, form: string, name: string): Json {
  const given = answers[form];
  return isObject(given) ? (given[name] ?? null) : null;
}

/** Which field a property of the object comes from, as far as its expression tells. */
function fieldsBehind(application: Template, asked: readonly Field[]): (property: string) => string | null {
  const entries = new Map(entriesOf(application));
  return (property) => {
    const template = entries.get(property);
    const [first] = template ? mentionedFields(template) : [];
    return asked.find(({ form, name }) => form === first?.form && name === first.name)?.property.name ?? null;
  };
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
