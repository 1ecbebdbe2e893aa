import type { Property } from '@/lib/model/service-type';
import type { Template } from '../source/value';
import type { FormEvaluation } from './form-evaluation';
import { entriesOf, itemsOf } from './template-parts';
import { textPattern } from './text-pattern';

/** A rule of a field or a form: what must hold, and the sentence when it does not. */
export interface Validator {
  /** the form of the field, and its name: the value is what the expression sees as `$`; null: the answers of all forms */
  field: { form: string; name: string } | null;
  expression: Template;
  /** of a rule that is a pattern: the expression of it */
  pattern?: string;
  message: string;
}

/** What is said where an author gives no sentence. */
const NOT_ALLOWED = 'This is not allowed.';

/** `validators: [{expr: …, message: …}]` (Murano's dynamic forms). */
export function readValidators(
  template: Template | undefined,
  of: Pick<Validator, 'field'>,
  evaluation: FormEvaluation,
): Validator[] {
  return rulesOf(template, evaluation).map((rule) => ({ ...of, ...rule }));
}

/** The patterns among the validators of a field: rules of the property, so that whoever shows the form judges them, too. */
export function validatorPatterns(
  template: Template | undefined,
  evaluation: FormEvaluation,
): NonNullable<Property['pattern']>[] {
  return rulesOf(template, evaluation).flatMap(({ pattern, message }) =>
    pattern === undefined ? [] : (textPattern(pattern, message) ?? []),
  );
}

function rulesOf(template: Template | undefined, evaluation: FormEvaluation): Omit<Validator, 'field'>[] {
  return itemsOf(template).flatMap((item) => {
    const parts = new Map(entriesOf(item));
    const expression = parts.get('expr');
    if (!expression) return [];
    const message = evaluation.fixedValue(parts.get('message'));
    const pattern = evaluation.fixedValue(new Map(entriesOf(expression)).get('regexpValidator'));
    return [
      {
        expression,
        message: typeof message === 'string' ? message.replace(/\s+/g, ' ').trim() : NOT_ALLOWED,
        ...(typeof pattern === 'string' ? { pattern } : {}),
      },
    ];
  });
}
