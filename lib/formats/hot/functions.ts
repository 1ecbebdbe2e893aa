import type { FieldProblem } from '@/lib/errors';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { FUNCTIONS, KNOWN_ELSEWHERE } from './function-table';
import type { Known, Scope } from './scope';

/**
 * Evaluates every intrinsic function inside a value. Sealed secrets are texts like any other.
 *
 * @throws `template_unresolvable` (invalid input) that names what could not be resolved
 */
export function resolve(value: Json, scope: Scope): Json {
  if (Array.isArray(value)) return value.map((item) => resolve(item, scope));
  if (!isObject(value)) return value;
  const call = callIn(value);
  if (!call) return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolve(inner, scope)]));
  return call.definition.evaluate(call.argument, scope, (inner) => resolve(inner, scope));
}

/** Names of the resources that a value refers to by `get_resource` or `get_attr`, in order, maybe repeated. */
export function referencedResources(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(referencedResources);
  if (!isObject(value)) return [];
  const call = callIn(value);
  const own = call?.definition.references(call.argument) ?? [];
  return [...own, ...Object.values(value).flatMap(referencedResources)];
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
  if (name !== undefined && (KNOWN_ELSEWHERE.includes(name) || name.startsWith('Fn::'))) {
    problems.push({ path, code: 'unsupported_function', sentence: `The function ${name} is not supported.` });
  }
  const call = callIn(value);
  for (const problem of call?.definition.check(call.argument, known) ?? []) problems.push({ path, ...problem });
  for (const [key, inner] of Object.entries(value)) checkCalls(inner, `${path}.${key}`, known, problems);
}

function callIn(value: JsonObject) {
  const [name, ...more] = Object.keys(value);
  if (name === undefined || more.length > 0) return null;
  const definition = FUNCTIONS[name];
  const argument = value[name];
  return definition && argument !== undefined ? { definition, argument } : null;
}
