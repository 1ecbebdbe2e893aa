import {
  type Context,
  createLibrary,
  type DictValue,
  define,
  dictGet,
  dictHas,
  HostObject,
  isDict,
  type Payload,
  withEntry,
  YaqlDict,
} from '@vetro/yaql';
import { evaluationOf } from '../execution/compile-template';
import { legacyFunctions } from '../functions/index';
import type { Template } from '../source/value';

/** What the functions of one evaluation of a form know. */
export interface FormHost {
  /** the service's name */
  readonly serviceName: string;
  /** the beginning of names that nobody has chosen: the same for the same service */
  readonly namePrefix: string;
  /** objects that `ref` has made, by the name under which they are known */
  readonly references: Map<string, DictValue>;
  /** a new id: the same ones in the same order for the same service */
  newId(): string;
}

/** Something under `Templates`: it is evaluated where it is repeated or referred to. */
export class FormTemplate extends HostObject {
  constructor(readonly template: Template) {
    super();
  }

  typeName(): string {
    return 'template';
  }

  /** The value, with the variables that are set there. */
  in(context: Context): unknown {
    return evaluationOf(this.template).run(context);
  }
}

/**
 * The functions of forms: those of the first MuranoPL and a few of their own (Murano's dynamic forms: `repeat`,
 * `generateHostname`, `name`, `ref`, `encryptData`). The context's `host` is a {@link FormHost}.
 */
export function formLibrary(): Context {
  const standard = createLibrary({ legacy: true, iterableDicts: true }).child();
  for (const definition of legacyFunctions(standard)) standard.register(definition);
  const own = standard.child();
  for (const [name, signature, run] of FUNCTIONS) own.register(define(name, 'function', signature, run as Payload));
  return own;
}

type FormFunction = (context: Context, ...args: unknown[]) => unknown;

const FUNCTIONS: readonly [string, string, FormFunction][] = [
  ['repeat', 'template:any, count:int', (context, template, count) => repeated(context, template, Number(count))],
  ['generateHostname', 'pattern:any, number:any', hostName],
  ['name', '', (context) => hostOf(context).serviceName],
  ['ref', 'template:any, parameter:any=null, idOnly:any=null', reference],
  ['encryptData', 'value:any', (_context, value) => value],
];

/** As many values of a template; `$index` counts them from 1. */
function repeated(context: Context, template: unknown, count: number): unknown[] {
  return Array.from({ length: Math.max(0, count) }, (_, index) => {
    const inner = context.child();
    inner.set('index', index + 1);
    return template instanceof FormTemplate ? template.in(inner) : template;
  });
}

/** `web#` and 2 give web2; without a pattern a name is made up. */
function hostName(context: Context, pattern: unknown, number: unknown): string {
  if (typeof pattern !== 'string' || pattern === '') return `${hostOf(context).namePrefix}-${String(number)}`;
  return pattern.includes('#') ? pattern.replace('#', String(number)) : pattern;
}

/** The object of a template the first time it is referred to, then its id: it stands in the model once. */
function reference(context: Context, template: unknown, parameter: unknown, idOnly: unknown): unknown {
  const { references, newId } = hostOf(context);
  const name = typeof parameter === 'string' ? parameter : keyOf(template, context);
  const known = references.get(name);
  const object = known ?? (template instanceof FormTemplate ? template.in(context) : template);
  if (!isDict(object)) return object;
  if (known) return idIn(known);
  const header = dictGet(object, '?');
  const own: DictValue = isDict(header) ? header : new YaqlDict();
  const made = withEntry(object, '?', dictHas(own, 'id') ? own : withEntry(own, 'id', newId()));
  references.set(name, made);
  return idOnly === true ? idIn(made) : made;
}

function keyOf(template: unknown, context: Context): string {
  const names = hostOf(context).references;
  return template instanceof FormTemplate
    ? `${template.template.place.line}:${template.template.place.column}`
    : `${names.size}`;
}

function idIn(object: DictValue): unknown {
  const header = dictGet(object, '?');
  return isDict(header) ? dictGet(header, 'id') : null;
}

function hostOf(context: Context): FormHost {
  return context.host as FormHost;
}
