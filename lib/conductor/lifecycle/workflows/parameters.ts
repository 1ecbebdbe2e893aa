import { errors, type FieldProblem } from '@/lib/errors';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { listOf, someOf } from '@/lib/model/lifecycle/scaled';
import type { Deployment } from '../deployment';
import type { Naming, ParameterSchema, Workflow } from './workflow';

/**
 * The parameters of a workflow, complete and of the types that it declares (docs/lifecycle.md).
 *
 * @param given by whoever starts it
 * @throws invalid input with every problem there is
 */
export function workflowParameters(
  { parameters: schemas }: Workflow,
  given: JsonObject,
  deployment: Deployment,
): JsonObject {
  const { problems, result } = readParameters(schemas, given, (names, value) => exists(deployment, names, value));
  if (problems.length === 0) return result;
  throw errors.invalidInput(problems.map(({ sentence }) => sentence).join(' '), problems);
}

/**
 * What is wrong with the parameters of a workflow that is to run later.
 *
 * @param isKnown whether there is a node or a type of a name; instances are not known beforehand
 */
export function parameterProblems(
  { parameters }: Workflow,
  given: JsonObject,
  isKnown: (names: Naming, value: string) => boolean,
): FieldProblem[] {
  return readParameters(parameters, given, isKnown).problems;
}

function readParameters(
  schemas: Workflow['parameters'],
  given: JsonObject,
  isKnown: (names: Naming, value: string) => boolean,
): { problems: FieldProblem[]; result: JsonObject } {
  const problems: FieldProblem[] = [];
  const result: JsonObject = {};
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(schemas, name)) continue;
    problems.push(problem(name, 'undeclared', `The workflow has no parameter ${name}.`));
  }
  for (const [name, schema] of Object.entries(schemas)) {
    if (!Object.hasOwn(given, name)) {
      if (schema.default === undefined) problems.push(problem(name, 'missing', `The parameter ${name} is missing.`));
      else result[name] = schema.default;
      continue;
    }
    const value = converted(schema, given[name] as Json);
    if (value === undefined) {
      problems.push(problem(name, 'type', `The parameter ${name} must be ${KINDS[schema.type]}.`));
      continue;
    }
    result[name] = value;
    const unknown = schema.names ? listOf(value).filter((one) => !isKnown(schema.names as Naming, one)) : [];
    if (unknown.length > 0) {
      problems.push(problem(name, 'unknown', `${name}: there is no ${schema.names} ${someOf(unknown, 20)}.`));
    }
  }
  return { problems, result };
}

const KINDS: Record<ParameterSchema['type'], string> = {
  any: 'anything',
  string: 'a text',
  integer: 'a whole number',
  boolean: 'true or false',
  list: 'a list',
  dict: 'a map of names and values',
};

function problem(path: string, code: string, sentence: string): FieldProblem {
  return { path, code, sentence };
}

/** The value as it is declared; undefined where it cannot be one. */
function converted(schema: ParameterSchema, value: Json): Json | undefined {
  if (value === null && schema.default !== undefined) return schema.default;
  switch (schema.type) {
    case 'any':
      return value;
    case 'string':
      return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
    case 'integer':
      return typeof value === 'string' && /^\s*-?\d+\s*$/.test(value) ? Number(value) : integer(value);
    case 'boolean':
      return typeof value === 'boolean' ? value : BOOLEANS.get(typeof value === 'string' ? value.toLowerCase() : '');
    case 'list':
      return typeof value === 'string' ? [value] : Array.isArray(value) ? value : undefined;
    case 'dict':
      return isObject(value) ? value : undefined;
  }
}

const BOOLEANS = new Map([
  ['true', true],
  ['false', false],
]);

const integer = (value: Json) => (typeof value === 'number' && Number.isInteger(value) ? value : undefined);

function exists(deployment: Deployment, names: Naming, value: string): boolean {
  switch (names) {
    case 'instance':
      return value === '' || deployment.find(value) !== undefined;
    case 'node':
      return deployment.model.template.nodes.some(({ id }) => id === value);
    case 'type':
      return deployment.types.has(value);
  }
}
