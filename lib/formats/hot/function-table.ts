import { errors } from '@/lib/errors';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { follow, type Known, type Scope } from './scope';

type Problem = { code: string; sentence: string };

/** One intrinsic function: what it refers to, what can be wrong, and its value. */
interface FunctionDefinition {
  references(argument: Json): string[];
  check(argument: Json, known: Known): Problem[];
  evaluate(argument: Json, scope: Scope, resolve: (value: Json) => Json): Json;
}

/** Values that Heat gives to every template. */
const PSEUDO_PARAMETERS = ['OS::stack_name', 'OS::stack_id', 'OS::project_id'];

/** Functions of Heat that need what no cloud of ours has, or that packages do not use. */
export const KNOWN_ELSEWHERE = [
  'get_file',
  'resource_facade',
  'digest',
  'map_merge',
  'map_replace',
  'str_split',
  'str_replace_strict',
  'str_replace_vstrict',
  'yaql',
  'if',
  'equals',
  'contains',
  'filter',
  'make_url',
  'list_concat',
  'list_concat_unique',
  'Ref',
];

const none = () => [];

export const FUNCTIONS: Record<string, FunctionDefinition> = {
  get_param: {
    references: none,
    check: (argument, known) => {
      const [name] = listOf(argument);
      if (typeof name !== 'string') return [bad('get_param takes a name, or a list of a name and a path.')];
      if (known.parameters.has(name) || PSEUDO_PARAMETERS.includes(name)) return [];
      return [{ code: 'unknown_parameter', sentence: `The Parameter (${name}) is not defined in the template.` }];
    },
    evaluate: (argument, scope, resolve) => {
      const [name, ...path] = listOf(argument).map(resolve);
      return follow(scope.parameter(String(name)), path, `The parameter "${name}"`);
    },
  },
  get_resource: {
    references: (argument) => (typeof argument === 'string' ? [argument] : []),
    check: (argument, known) => {
      if (typeof argument !== 'string') return [bad('get_resource takes the name of a resource.')];
      return known.resources.has(argument) ? [] : [unknownResource(argument)];
    },
    evaluate: (argument, scope) => scope.resource(String(argument)),
  },
  get_attr: {
    references: (argument) => (Array.isArray(argument) && typeof argument[0] === 'string' ? [argument[0]] : []),
    check: (argument, known) => {
      const [name, attribute] = Array.isArray(argument) ? argument : [];
      if (typeof name !== 'string' || attribute === undefined) {
        return [bad('get_attr takes a list: a resource, an attribute and, if wanted, a path into it.')];
      }
      return known.resources.has(name) ? [] : [unknownResource(name)];
    },
    evaluate: (argument, scope, resolve) => {
      const [name, attribute, ...path] = listOf(argument).map(resolve);
      const value = scope.attribute(String(name), String(attribute));
      if (value === undefined) {
        const sentence = `The Referenced Attribute (${name} ${attribute}) is incorrect.`;
        throw errors.invalidInput(sentence, [], { code: 'template_unresolvable' });
      }
      return follow(value, path, `The attribute "${attribute}" of "${name}"`);
    },
  },
  str_replace: {
    references: none,
    check: (argument) =>
      isObject(argument) && argument.template !== undefined && isObject(argument.params)
        ? []
        : [bad('str_replace takes template and params.')],
    evaluate: (argument, _scope, resolve) => {
      const { template, params } = resolveObject(argument, resolve);
      return isObject(params) ? replaceAll(asText(template ?? ''), params) : asText(template ?? '');
    },
  },
  list_join: {
    references: none,
    check: (argument) =>
      Array.isArray(argument) && argument.length >= 2 ? [] : [bad('list_join takes a delimiter and a list.')],
    evaluate: (argument, _scope, resolve) => {
      const [delimiter, ...lists] = listOf(argument).map(resolve);
      return lists
        .flatMap(listOf)
        .map(asText)
        .join(asText(delimiter ?? ''));
    },
  },
  repeat: {
    references: none,
    check: (argument) =>
      isObject(argument) && isObject(argument.for_each) && argument.template !== undefined
        ? []
        : [bad('repeat takes for_each and template.')],
    evaluate: (argument, _scope, resolve) => {
      if (!isObject(argument) || argument.template === undefined) return [];
      const { template } = argument;
      const loops = Object.entries(isObject(argument.for_each) ? argument.for_each : {});
      const rounds = loops.reduce<JsonObject[]>(
        (sets, [name, list]) => listOf(resolve(list)).flatMap((item) => sets.map((set) => ({ ...set, [name]: item }))),
        [{}],
      );
      return rounds.map((values) => resolve(substitute(template, values)));
    },
  },
};

function listOf(value: Json): Json[] {
  return Array.isArray(value) ? value : [value];
}

function resolveObject(value: Json, resolve: (value: Json) => Json): JsonObject {
  const inner = isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolve(item)]))
    : {};
  return inner;
}

/** Longest names first, in one pass: what a value brings in is never replaced again. */
function replaceAll(template: string, params: JsonObject): string {
  const names = Object.keys(params)
    .filter((name) => name !== '')
    .sort((a, b) => b.length - a.length);
  if (names.length === 0) return template;
  const pattern = new RegExp(names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'), 'g');
  return template.replace(pattern, (name) => asText(params[name] ?? ''));
}

function substitute(value: Json, values: JsonObject): Json {
  if (typeof value === 'string') {
    const whole = values[value];
    return whole === undefined ? replaceAll(value, values) : whole;
  }
  if (Array.isArray(value)) return value.map((item) => substitute(item, values));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, item]) => [replaceAll(key, values), substitute(item, values)]);
  return Object.fromEntries(entries);
}

function asText(value: Json): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function bad(sentence: string): Problem {
  return { code: 'bad_arguments', sentence };
}

function unknownResource(name: string): Problem {
  return { code: 'unknown_resource', sentence: `"${name}" is not a resource of this template.` };
}
