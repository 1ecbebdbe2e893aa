import type { Json } from '@/lib/model/json';
import { badArguments, type CallProblem, type FunctionDefinition, follow, listOf, unresolvable } from './scope';
import { hasSince } from './versions';

/** Functions of HOT that refer to something: parameters, resources, files (Heat, `engine/hot/functions.py`). */

/** Values that Heat gives to every template. */
const PSEUDO_PARAMETERS = ['OS::stack_name', 'OS::stack_id', 'OS::project_id'];

const none = () => [];

/** A path that leads nowhere gives an empty text, as in Heat. */
export const getParam: FunctionDefinition = {
  references: none,
  check: (argument, known) => {
    const [name] = listOf(argument);
    if (typeof name !== 'string') return [badArguments('get_param takes a name, or a list of a name and a path.')];
    if (known.parameters.has(name) || PSEUDO_PARAMETERS.includes(name)) return [];
    return [{ code: 'unknown_parameter', sentence: `The Parameter (${name}) is not defined in the template.` }];
  },
  evaluate: (argument, scope, resolve) => {
    const [name, ...path] = listOf(argument).map(resolve);
    return follow(scope.parameter(String(name)), path) ?? (path.length > 0 ? '' : null);
  },
};

export const getResource: FunctionDefinition = {
  references: (argument) => (typeof argument === 'string' ? [argument] : []),
  check: (argument, known) => {
    if (typeof argument !== 'string') return [badArguments('get_resource takes the name of a resource.')];
    return known.resources.has(argument) ? [] : [unknownResource(argument)];
  },
  evaluate: (argument, scope) => scope.resource(String(argument)),
};

/** A path that leads nowhere gives null, as in Heat; an attribute that the resource does not have is an error. */
export const getAttr: FunctionDefinition = {
  references: (argument) => {
    const [name] = listOf(argument);
    return typeof name === 'string' ? [name] : [];
  },
  check: (argument, known) => {
    const [name, attribute] = listOf(argument);
    const isWhole = attribute === undefined && hasSince(known.version, '2015-10-15');
    if (typeof name !== 'string' || (attribute === undefined && !isWhole)) {
      return [badArguments('get_attr takes a list: a resource, an attribute and, if wanted, a path into it.')];
    }
    return known.resources.has(name) ? [] : [unknownResource(name)];
  },
  evaluate: (argument, scope, resolve) => {
    const [name, attribute, ...path] = listOf(argument).map(resolve);
    if (attribute === undefined) return scope.attributes?.(String(name)) ?? {};
    const value = scope.attribute(String(name), String(attribute));
    if (value === undefined) throw unresolvable(`The Referenced Attribute (${name} ${attribute}) is incorrect.`);
    return follow(value, path) ?? null;
  },
};

/** What a resource is referred to by, in messages and in Heat's words. */
function unknownResource(name: string): CallProblem {
  return { code: 'unknown_resource', sentence: `"${name}" is not a resource of this template.` };
}

export const getFile: FunctionDefinition = {
  references: none,
  check: (argument, known) => {
    if (!known.files) {
      const sentence = 'The function get_file is not supported: no files come with this template.';
      return [{ code: 'unsupported_function', sentence }];
    }
    if (typeof argument !== 'string') return known.version ? [] : [badArguments('get_file takes a path.')];
    return known.files.has(argument) ? [] : [{ code: 'unknown_file', sentence: missingFile(argument) }];
  },
  evaluate: (argument, scope, resolve) => {
    const path: Json = resolve(argument);
    const text = typeof path === 'string' ? scope.file?.(path) : undefined;
    if (text === undefined) throw unresolvable(missingFile(String(path)));
    return text;
  },
};

function missingFile(path: string): string {
  return `No content found in the "files" section for get_file path: ${path}`;
}
