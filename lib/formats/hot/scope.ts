import { errors, type VetroError } from '@/lib/errors';
import { isObject, type Json } from '@/lib/model/json';

/** What an evaluation may ask: values of parameters, and of resources that exist. */
export interface Scope {
  parameter(name: string): Json;
  /** physical id of a resource */
  resource(name: string): string;
  /** value of an attribute, before any path into it; undefined when there is none */
  attribute(resource: string, name: string): Json | undefined;
  /** every attribute of a resource, for `get_attr` of a resource alone; absent: nobody knows them all */
  attributes?(resource: string): Json;
  /** the template's version: it says which functions there are; absent, all of them */
  version?: string | undefined;
  /** the text of a file that came with the template; undefined when there is none of that name */
  file?(path: string): string | undefined;
  /** evaluates an expression of YAQL on data; absent where there is no YAQL */
  yaql?(expression: string, data: Json): { value: unknown } | { problem: string };
}

/** Names that exist in a template. */
export interface Known {
  parameters: ReadonlySet<string>;
  resources: ReadonlySet<string>;
  version?: string | undefined;
  /** files that came with the template; absent where none can */
  files?: ReadonlySet<string> | undefined;
}

/** One thing wrong with the arguments of a function. */
export interface CallProblem {
  code: string;
  sentence: string;
}

/** One intrinsic function: what it refers to, what can be wrong, and its value. */
export interface FunctionDefinition {
  references(argument: Json): string[];
  check(argument: Json, known: Known): CallProblem[];
  /** @throws `template_unresolvable` (invalid input) */
  evaluate(argument: Json, scope: Scope, resolve: (value: Json) => Json): Json;
}

/** The error of a function that has no value. */
export function unresolvable(sentence: string): VetroError {
  return errors.invalidInput(sentence, [], { code: 'template_unresolvable' });
}

/** Arguments that a function cannot have. */
export function badArguments(sentence: string): CallProblem {
  return { code: 'bad_arguments', sentence };
}

/** A list as it is; anything else as a list of one. */
export function listOf(value: Json): Json[] {
  return Array.isArray(value) ? value : [value];
}

/**
 * Follows a path of keys and indexes into a value, as `get_attr` and `get_param` do.
 *
 * @returns undefined when the path leads nowhere
 */
export function follow(value: Json, path: readonly Json[]): Json | undefined {
  let here: Json | undefined = value;
  for (const step of path) {
    if (Array.isArray(here)) here = here.at(Number(step));
    else here = isObject(here) && Object.hasOwn(here, String(step)) ? here[String(step)] : undefined;
    if (here === undefined) return undefined;
  }
  return here;
}
