import type { Json, JsonObject } from './json';
import type { ActionArgument } from './object-actions';

/** What is wrong with the arguments of an action, by the argument's name. */
export interface ArgumentProblem {
  name: string;
  code: 'unknown' | 'missing' | 'wrong_type' | 'no_choice';
  sentence: string;
}

/** Compares arguments with what an action takes; what its contracts say beyond that is judged when it runs. */
export function argumentProblems(taken: readonly ActionArgument[], given: JsonObject): ArgumentProblem[] {
  const unknown = Object.keys(given)
    .filter((name) => !taken.some((argument) => argument.name === name))
    .map((name): ArgumentProblem => ({ name, code: 'unknown', sentence: `This action takes no argument ${name}.` }));
  return [...unknown, ...taken.flatMap((argument) => problemOf(argument, given[argument.name] ?? null))];
}

function problemOf({ name, label, kind, required, choices }: ActionArgument, value: Json): ArgumentProblem[] {
  if (value === null) {
    return required ? [{ name, code: 'missing', sentence: `${label} must be given.` }] : [];
  }
  if (!isOfKind(kind, value)) return [{ name, code: 'wrong_type', sentence: `${label} must be ${WORDS[kind]}.` }];
  if (kind === 'choice' && !choices.includes(String(value))) {
    return [{ name, code: 'no_choice', sentence: `${label} must be one of: ${choices.join(', ')}.` }];
  }
  return [];
}

const WORDS = {
  text: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'yes or no',
  choice: 'one of the choices',
  json: 'a value',
};

function isOfKind(kind: ActionArgument['kind'], value: Json): boolean {
  if (kind === 'text' || kind === 'choice') return typeof value === 'string';
  if (kind === 'integer') return Number.isInteger(value);
  if (kind === 'number') return typeof value === 'number';
  return kind !== 'boolean' || typeof value === 'boolean';
}
