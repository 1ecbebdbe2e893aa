import type { FieldProblem } from '@/lib/errors';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { holdsSealed } from '@/lib/model/secret';
import { type Constraint, checkConstraint, readConstraints } from './constraints';

export const PARAMETER_TYPES = ['string', 'number', 'boolean', 'comma_delimited_list', 'json'] as const;
export type ParameterType = (typeof PARAMETER_TYPES)[number];

/** One parameter of a template. */
export interface Parameter {
  type: ParameterType;
  label: string;
  description: string;
  /** a value nobody may see; it is masked wherever parameters are shown */
  hidden: boolean;
  default?: Json;
  constraints: Constraint[];
}

/**
 * Reads the `parameters` section.
 *
 * @param raw the section
 * @param problems gets what is wrong, with paths below `parameters.`
 */
export function readParameters(raw: JsonObject, problems: FieldProblem[]): Record<string, Parameter> {
  const parameters: Record<string, Parameter> = {};
  for (const [name, definition] of Object.entries(raw)) {
    const path = `parameters.${name}`;
    const given = isObject(definition) ? definition.type : undefined;
    const type = PARAMETER_TYPES.find((known) => known === given);
    if (!isObject(definition) || !type) {
      const sentence = `The parameter "${name}" needs a type: ${PARAMETER_TYPES.join(', ')}.`;
      problems.push({ path: `${path}.type`, code: 'unknown_type', sentence });
      continue;
    }
    const parameter: Parameter = {
      type,
      label: text(definition.label),
      description: text(definition.description),
      hidden: definition.hidden === true || definition.hidden === 'true',
      constraints: readConstraints(definition.constraints, `${path}.constraints`, problems),
    };
    if (definition.default !== undefined && definition.default !== null) {
      const value = typedValue(parameter, definition.default, `${path}.default`, name, problems);
      if (value !== undefined) parameter.default = value;
    }
    parameters[name] = parameter;
  }
  return parameters;
}

/**
 * The values a template works with: what was given, in its type, else the default.
 *
 * @param parameters the template's parameters
 * @param given values by name; texts are accepted for every type, as on a command line
 * @returns the values and every problem at once, in Heat's words, with paths below `parameters.`
 */
export function resolveParameters(
  parameters: Record<string, Parameter>,
  given: JsonObject,
): { values: JsonObject; problems: FieldProblem[] } {
  const values: JsonObject = {};
  const problems: FieldProblem[] = [];
  for (const name of Object.keys(given)) {
    if (name in parameters) continue;
    const sentence = `Parameter '${name}' was not defined in template.`;
    problems.push({ path: `parameters.${name}`, code: 'unknown_parameter', sentence });
  }
  for (const [name, parameter] of Object.entries(parameters)) {
    const raw = given[name];
    if (raw === undefined || raw === null) {
      if (parameter.default !== undefined) values[name] = parameter.default;
      else {
        const sentence = `The Parameter (${name}) was not provided.`;
        problems.push({ path: `parameters.${name}`, code: 'required', sentence });
      }
      continue;
    }
    const value = typedValue(parameter, raw, `parameters.${name}`, name, problems);
    if (value !== undefined) values[name] = value;
  }
  return { values, problems };
}

function typedValue(
  parameter: Parameter,
  raw: Json,
  path: string,
  name: string,
  problems: FieldProblem[],
): Json | undefined {
  const value = convertTo(parameter.type, raw);
  if (value === undefined) {
    const sentence = `Parameter '${name}' is invalid: the value is no ${parameter.type.replaceAll('_', ' ')}.`;
    problems.push({ path, code: 'wrong_type', sentence });
    return undefined;
  }
  // What is sealed cannot be looked at, and was checked where it was typed.
  if (typeof value === 'string' && holdsSealed(value)) return value;
  for (const constraint of parameter.constraints) {
    const sentence = checkConstraint(constraint, value, name);
    if (sentence) problems.push({ path, code: constraint.kind, sentence });
  }
  return value;
}

/**
 * A value as a parameter of a type has it; texts are accepted for every type, as on a command line.
 *
 * @returns undefined when it is none
 */
export function convertTo(type: ParameterType, raw: Json): Json | undefined {
  return CONVERT[type](raw);
}

const TRUE = ['true', 't', '1', 'on', 'y', 'yes'];
const FALSE = ['false', 'f', '0', 'off', 'n', 'no'];

const CONVERT: Record<ParameterType, (raw: Json) => Json | undefined> = {
  string: (raw) => (typeof raw === 'string' ? raw : isObject(raw) || Array.isArray(raw) ? undefined : String(raw)),
  number: (raw) => {
    if (typeof raw === 'number') return raw;
    return typeof raw === 'string' && raw.trim() !== '' && Number.isFinite(Number(raw)) ? Number(raw) : undefined;
  },
  boolean: (raw) => {
    const word = String(raw).toLowerCase();
    return TRUE.includes(word) ? true : FALSE.includes(word) ? false : undefined;
  },
  comma_delimited_list: (raw) => {
    if (Array.isArray(raw)) return raw.map((item) => (typeof item === 'string' ? item : String(item)));
    return typeof raw === 'string' ? (raw === '' ? [] : raw.split(',').map((item) => item.trim())) : undefined;
  },
  json: (raw) => {
    if (typeof raw !== 'string') return isObject(raw) || Array.isArray(raw) ? raw : undefined;
    try {
      const value: Json = JSON.parse(raw);
      return isObject(value) || Array.isArray(value) ? value : undefined;
    } catch {
      return undefined;
    }
  },
};

function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
