import type { FieldProblem } from '@/lib/errors';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { FUNCTIONS, UNSUPPORTED_FUNCTIONS } from './function-table';
import type { Known, Scope } from './scope';
import { hasSince } from './versions';

/**
 * Evaluates every intrinsic function inside a value; one that the version of the template lacks is data. Sealed secrets
 * are texts like any other.
 *
 * @throws `template_unresolvable` (invalid input) that names what could not be resolved
 */
export function resolve(value: Json, scope: Scope): Json {
  if (Array.isArray(value)) return value.map((item) => resolve(item, scope));
  if (!isObject(value)) return value;
  const call = callIn(value, scope.version);
  if (!call) return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolve(inner, scope)]));
  return call.definition.evaluate(call.argument, scope, (inner) => resolve(inner, scope));
}

/**
 * Names of the resources that a value refers to by `get_resource` or `get_attr`, in order, maybe repeated.
 *
 * @param version of the template; absent, every function counts
 */
export function referencedResources(value: Json, version?: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => referencedResources(item, version));
  if (!isObject(value)) return [];
  const call = callIn(value, version);
  const own = call?.definition.references(call.argument) ?? [];
  return [...own, ...Object.values(value).flatMap((inner) => referencedResources(inner, version))];
}

/**
 * Checks all calls inside a value: known functions, right arguments, names that exist.
 *
 * @param path where the value stands, for problems
 */
export function checkCalls(value: Json, path: string, known: Known, problems: FieldProblem[]): void {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) checkCalls(item, `${path}.${index}`, known, problems);
    return;
  }
  if (!isObject(value)) return;
  const name = Object.keys(value).length === 1 ? Object.keys(value)[0] : undefined;
  if (name !== undefined && (UNSUPPORTED_FUNCTIONS.includes(name) || name.startsWith('Fn::'))) {
    problems.push({ path, code: 'unsupported_function', sentence: `The function ${name} is not supported.` });
  }
  const call = callIn(value, known.version);
  for (const problem of call?.definition.check(call.argument, known) ?? []) problems.push({ path, ...problem });
  for (const [key, inner] of Object.entries(value)) checkCalls(inner, `${path}.${key}`, known, problems);
}

/** The function that a map of one key calls; null when it is data. */
export function callIn(value: JsonObject, version: string | undefined) {
  const [name, ...more] = Object.keys(value);
  if (name === undefined || more.length > 0) return null;
  const definition = FUNCTIONS.get(name);
  const argument = value[name];
  if (!definition || argument === undefined || !hasSince(version, definition.since)) return null;
  return { name, definition, argument };
}
