import type { FieldProblem } from '@/lib/errors';
import { isObject, type Json } from '@/lib/model/json';
import { contains, sameValue, yaql } from './collection-functions';
import { pythonText } from './python-text';
import { follow, listOf, type Scope } from './scope';
import { hasSince } from './versions';

/** Tells whether a condition holds: a name, a truth value or a call of a condition function. */
export type ConditionReader = (condition: Json, path: string) => boolean;

/**
 * Conditions of a template (Heat, `engine/conditions.py`): they may ask for parameters and for each other, for nothing
 * else.
 *
 * @param defined the section `conditions`
 * @param scope parameters and version of the template
 * @param problems gets what is wrong; then a condition does not hold
 */
export function conditionReader(
  defined: Readonly<Record<string, Json>>,
  scope: Pick<Scope, 'parameter' | 'version' | 'yaql'>,
  problems: FieldProblem[],
): ConditionReader {
  const known = new Map<string, boolean>();
  const trail: string[] = [];
  const wrong = (path: string, sentence: string): false => {
    problems.push({ path, code: 'invalid_condition', sentence });
    return false;
  };
  const named = (name: string, path: string): boolean => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const definition = defined[name];
    if (definition === undefined) return wrong(path, `Invalid condition "${name}".`);
    if (trail.includes(name)) return wrong(path, `Circular definition for condition "${name}".`);
    trail.push(name);
    const holds = read(definition, `conditions.${name}`);
    trail.pop();
    known.set(name, holds);
    return holds;
  };
  const plain = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(plain);
    if (!isObject(value)) return value;
    const [[name, argument] = [], ...more] = Object.entries(value);
    if (name === 'get_param' && argument !== undefined && more.length === 0) {
      const [parameter, ...path] = listOf(argument).map(plain);
      return follow(scope.parameter(String(parameter)), path) ?? '';
    }
    const further = { contains, yaql }[String(name)];
    if (further && argument !== undefined && more.length === 0 && hasSince(scope.version, '2017-09-01'))
      return further.evaluate(argument, { ...NO_RESOURCES, ...scope }, plain);
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
  };
  const read: ConditionReader = (condition, path) => {
    if (typeof condition === 'boolean') return condition;
    if (typeof condition === 'string') return named(condition, path);
    const [[name, argument] = [], ...more] = isObject(condition) ? Object.entries(condition) : [];
    if (name === undefined || argument === undefined || more.length > 0)
      return wrong(path, `Invalid condition "${JSON.stringify(condition)}".`);
    if (name === 'not') return !read(argument, path);
    if (name === 'and' || name === 'or') {
      if (!Array.isArray(argument) || argument.length < 2)
        return wrong(path, `The minimum number of condition arguments to "${name}" is 2.`);
      const each = argument.map((one) => read(one, path));
      return name === 'and' ? each.every(Boolean) : each.some(Boolean);
    }
    if (name === 'equals') {
      if (!Array.isArray(argument) || argument.length !== 2)
        return wrong(path, 'Arguments to "equals" must be of the form: [value_1, value_2]');
      return sameValue(plain(argument[0] ?? null), plain(argument[1] ?? null));
    }
    const value = plain(condition);
    return typeof value === 'boolean' ? value : wrong(path, `Invalid condition "${pythonText(value)}".`);
  };
  return read;
}

const NO_RESOURCES: Pick<Scope, 'resource' | 'attribute'> = { resource: () => '', attribute: () => undefined };
