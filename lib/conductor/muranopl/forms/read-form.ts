import type { Json } from '@/lib/model/json';
import { ENTRY_KEYS } from '@/lib/model/object-entry';
import type { Property } from '@/lib/model/service-type';
import type { Template } from '../source/value';
import { SERVICE_NAME } from './application-form';
import { type Condition, conditionsOf, whenOf } from './conditions';
import { fieldProperty } from './field-property';
import type { FormEvaluation } from './form-evaluation';
import { entriesOf, itemsOf } from './template-parts';
import { readValidators, type Validator, validatorPatterns } from './validators';

/** A field of a form: the question, and where the answer stands in the form's data. */
export interface Field {
  readonly form: string;
  readonly name: string;
  readonly type: string;
  readonly property: Property;
  /** when it counts at all; none: always */
  readonly conditions: readonly Condition[];
  /** whether it must be answered where that hangs on answers; absent: its property says it */
  readonly required?: Template;
  readonly validators: readonly Validator[];
}

/** One form of several, a step of the wizard. */
export interface FormPart {
  readonly name: string;
  readonly fields: readonly Template[];
  readonly validators: Template | undefined;
}

/** `Forms: [{name: {fields: […]}}]` */
export function readForms(template: Template | undefined): FormPart[] {
  return itemsOf(template).flatMap((form) =>
    entriesOf(form).map(([name, value]) => {
      const parts = new Map(entriesOf(value));
      return { name, fields: itemsOf(parts.get('fields')), validators: parts.get('validators') };
    }),
  );
}

/** Fields of all forms as properties of one service: what several forms call the same has the form's name before it. */
export function fieldsOf(forms: readonly FormPart[], evaluation: FormEvaluation): Field[] {
  const fixedValue = (template: Template | undefined) => evaluation.fixedValue(template);
  const named = namedFields(forms);
  const propertyOf = (form: string, name: string) =>
    named.find((one) => one.form === form && one.name === name)?.property;
  return named.map(({ form, name, property, parts }): Field => {
    const conditions = conditionsOf(parts, fixedValue);
    const required = parts.get('required');
    const hangs = required !== undefined && fixedValue(required) === undefined;
    const found = fieldProperty(
      property,
      (key) => fixedValue(parts.get(key)),
      validatorPatterns(parts.get('validators'), evaluation),
    );
    const when = whenOf(conditions, propertyOf);
    return {
      ...{ form, name, conditions },
      type: String(fixedValue(parts.get('type')) ?? ''),
      property: {
        ...found,
        ...(when ? { when } : {}),
        // Whether it counts cannot be told beforehand, so nobody is held to it until its form is evaluated.
        ...(hangs || (conditions.length > 0 && !when) ? { required: false } : {}),
      },
      ...(hangs ? { required } : found.required && conditions.length > 0 && !when ? { required: ALWAYS } : {}),
      validators: readValidators(parts.get('validators'), { field: { form, name } }, evaluation),
    };
  });
}

/** `true`, written nowhere. */
const ALWAYS: Template = { kind: 'constant', value: true, place: { file: '', line: 1, column: 1 } };

function namedFields(
  forms: readonly FormPart[],
): { form: string; name: string; property: string; parts: ReadonlyMap<string, Template> }[] {
  const taken = new Set<string>(ENTRY_KEYS);
  return forms.flatMap(({ name: form, fields }) =>
    fields.flatMap((template) => {
      const parts = new Map(entriesOf(template));
      const name = constantOf(parts.get('name'));
      if (typeof name !== 'string') return [];
      // What obeys rules of its own is no name of a service, which people choose as they like.
      const isOwn = name === SERVICE_NAME.name && (parts.has('regexpValidator') || parts.has('validators'));
      const property = isOwn || taken.has(name) ? `${form}_${name}` : name;
      taken.add(property);
      return [{ form, name, property, parts }];
    }),
  );
}

function constantOf(template: Template | undefined): Json | undefined {
  return template?.kind === 'constant' ? (template.value as Json) : undefined;
}
