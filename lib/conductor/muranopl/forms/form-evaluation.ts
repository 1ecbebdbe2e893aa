import { Context, fromPlain, Runtime, STANDARD_OPERATORS, toPlain, YaqlEngine } from '@vetro/yaql';
import { errors } from '@/lib/errors';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { evaluationOf } from '../execution/compile-template';
import type { Template } from '../source/value';
import { type FormHost, FormTemplate, formLibrary } from './form-functions';

/** As Murano limits the expressions of forms: items and bytes of one value; and steps, for it has a limit of time. */
const LIMITS = { iterators: 10_000, memory: 1_000_000, steps: 1_000_000 };

/** Forms know plain YAQL, without the names of classes. */
export const FORM_ENGINE = new YaqlEngine({ operators: STANDARD_OPERATORS });
const library = formLibrary();

/** Templates within templates. */
const MAX_TEMPLATE_DEPTH = 32;

/** `$` alone or with a member: the answers of people. */
const ANSWERS = /\$(?!\w)/;

/** What the values of a form are worth: with answers, and before there are any. */
export class FormEvaluation {
  /**
   * @param templates values that are evaluated where they are used, by the names of their variables
   * @param parameters values of the form itself, the same
   * @param given parameters that a class gives
   */
  constructor(
    private readonly templates: readonly [string, Template][],
    private readonly parameters: readonly [string, Template][],
    private readonly given: JsonObject,
  ) {}

  /** A value with this as `$`. */
  valueOf(template: Template, data: Json, host: FormHost): Json {
    const context = this.contextWith(host);
    context.setFirst(fromPlain(data));
    for (const [name, one] of this.templates) context.set(name, new FormTemplate(one));
    return withTemplates(toPlain(evaluationOf(template).run(context), context), context, 0);
  }

  /** A value that hangs on no answer; undefined for one that does. */
  fixedValue(template: Template | undefined): Json | undefined {
    if (!template || mentionsAnswers(template)) return undefined;
    const context = this.contextWith({ serviceName: '', namePrefix: 'm', references: new Map(), newId: () => '' });
    try {
      return toPlain(evaluationOf(template).run(context), context) as Json;
    } catch {
      return undefined;
    }
  }

  private contextWith(host: FormHost): Context {
    const runtime = new Runtime(
      { ...FORM_ENGINE.limits, ...LIMITS },
      { input: false, output: false, tuplesToLists: true, setsToLists: false },
      { now: () => 0, localOffset: () => 0 },
      { next: () => 0 },
    );
    const context = new Context(library, runtime);
    context.host = host;
    for (const [name, value] of Object.entries(this.given)) context.set(name, fromPlain(value));
    for (const [name, parameter] of this.parameters) {
      if (!(name in this.given)) context.set(name, evaluationOf(parameter).run(context));
    }
    return context;
  }
}

/** A template that stands as a value, `$node`, is what it is worth there. */
function withTemplates(value: unknown, context: Context, depth: number): Json {
  if (depth > MAX_TEMPLATE_DEPTH)
    throw errors.language('form_endless', 'The templates of this form use each other without end.');
  if (value instanceof FormTemplate) return withTemplates(toPlain(value.in(context), context), context, depth + 1);
  if (Array.isArray(value)) return value.map((item) => withTemplates(item, context, depth));
  if (!isObject(value as Json)) return value as Json;
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([key, one]) => [key, withTemplates(one, context, depth)]),
  );
}

function mentionsAnswers(template: Template): boolean {
  if (template.kind === 'expression') return ANSWERS.test(template.expression.text);
  if (template.kind === 'list') return template.items.some(mentionsAnswers);
  return template.kind === 'map' && template.entries.some(({ value }) => mentionsAnswers(value));
}
