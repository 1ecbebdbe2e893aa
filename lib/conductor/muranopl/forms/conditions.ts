import type { Json } from '@/lib/model/json';
import type { Property } from '@/lib/model/service-type';
import type { Template } from '../source/value';

/** Something that decides whether a field counts: an expression of the answers to all forms. */
export interface Condition {
  readonly expression: Template;
  /** whether the field counts where the expression is not true */
  readonly negated: boolean;
}

/** What decides whether a field counts, and whether the field counts where it is true. */
const DECIDING: readonly [key: string, negated: boolean][] = [
  ['enabled', false],
  ['hidden', true],
  ['hiddenWhen', true],
];

/** The conditions of a field that hang on answers; what is fixed is said by its property. */
export function conditionsOf(
  parts: ReadonlyMap<string, Template>,
  fixedValue: (template: Template) => Json | undefined,
): Condition[] {
  return DECIDING.flatMap(([key, negated]) => {
    const expression = parts.get(key);
    return expression && fixedValue(expression) === undefined ? [{ expression, negated }] : [];
  });
}

/** `$.form.field`, `not $.form.field` */
const FLAG = /^(not\s+)?\(?\$\.(\w+)\.(\w+)\)?$/;
/** `$.form.field = 'value'` */
const COMPARED = /^\$\.(\w+)\.(\w+)\s*=\s*(?:'([^'\\]*)'|"([^"\\]*)"|(true|false)|(\d+))$/;

/**
 * A condition as whoever shows the form can judge it without the language: that one property has one value.
 *
 * @param propertyOf what a field of a form is called among the properties
 * @returns undefined for anything more: then the field is shown, and counts as its form says once that is evaluated
 */
export function whenOf(
  conditions: readonly Condition[],
  propertyOf: (form: string, name: string) => string | undefined,
): Property['when'] {
  const [only, ...others] = conditions;
  if (!only || others.length > 0 || only.expression.kind !== 'expression') return undefined;
  const text = only.expression.expression.text.trim();
  const [, not, form = '', name = ''] = FLAG.exec(text) ?? [];
  const flag = propertyOf(form, name);
  if (flag !== undefined) return { property: flag, equals: (not === undefined) !== only.negated };
  const [, comparedForm = '', comparedName = '', single, double, truth, number] = COMPARED.exec(text) ?? [];
  const compared = only.negated ? undefined : propertyOf(comparedForm, comparedName);
  if (compared === undefined) return undefined;
  if (truth !== undefined) return { property: compared, equals: truth === 'true' };
  return { property: compared, equals: number === undefined ? (single ?? double ?? '') : Number(number) };
}
