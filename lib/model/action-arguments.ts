import { z } from 'zod';
import { isTooLargeToBeExact } from './exact-numbers';
import { isObject, type Json, type JsonObject } from './json';
import { JsonSchema } from './json-schema';
import { fitsWholePattern } from './pattern';

/** What an action of an object, or an operation of a machine, is to be given under one name. */
export const ActionArgumentSchema = z.object({
  name: z.string(),
  label: z.string(),
  help: z.string(),
  /** password: a text that is sealed; list, map: written as JSON; json: whatever else a contract takes */
  kind: z.enum(['text', 'integer', 'number', 'boolean', 'choice', 'password', 'list', 'map', 'json']),
  required: z.boolean(),
  /** what it is when nothing is said; null when that is nothing */
  default: JsonSchema,
  /** of a choice */
  choices: z.array(z.string()),
  /** of a number its value, of a text its length */
  min: z.number().optional(),
  max: z.number().optional(),
  /** of a text: a regular expression for the whole of it, and what to say when it does not match */
  pattern: z.object({ regex: z.string(), sentence: z.string() }).optional(),
});
export type ActionArgument = z.infer<typeof ActionArgumentSchema>;

/** What is wrong with the arguments of an action, by the argument's name. */
export interface ArgumentProblem {
  name: string;
  code: 'unknown' | 'missing' | 'wrong_type' | 'no_choice' | 'out_of_range' | 'wrong_form';
  sentence: string;
}

/** Compares arguments with what an action takes; what its contracts say beyond that is judged when it runs. */
export function argumentProblems(taken: readonly ActionArgument[], given: JsonObject): ArgumentProblem[] {
  const unknown = Object.keys(given)
    .filter((name) => !taken.some((argument) => argument.name === name))
    .map((name): ArgumentProblem => ({ name, code: 'unknown', sentence: `This action takes no argument ${name}.` }));
  return [...unknown, ...taken.flatMap((argument) => problemOf(argument, given[argument.name] ?? null))];
}

function problemOf(argument: ActionArgument, value: Json): ArgumentProblem[] {
  const { name, label, kind, required, choices } = argument;
  if (value === null) {
    return required ? [{ name, code: 'missing', sentence: `${label} must be given.` }] : [];
  }
  const limit = largestProblem(kind, value);
  if (limit !== null) return [{ name, code: 'out_of_range', sentence: `${label} must be ${limit}.` }];
  if (!isOfKind(kind, value)) return [{ name, code: 'wrong_type', sentence: `${label} must be ${WORDS[kind]}.` }];
  if (kind === 'choice' && !choices.includes(String(value))) {
    return [{ name, code: 'no_choice', sentence: `${label} must be one of: ${choices.join(', ')}.` }];
  }
  const sentence = limitProblem(argument, value);
  return sentence === null ? [] : [sentence];
}

/** What a whole number must be that no number holds exactly, as it was typed or sent; null for any other value. */
function largestProblem(kind: ActionArgument['kind'], value: Json): string | null {
  if (kind !== 'integer' && kind !== 'number') return null;
  if (!isTooLargeToBeExact(String(value))) return null;
  const most = Number.MAX_SAFE_INTEGER;
  return String(value).startsWith('-') ? `at least ${-most}` : `at most ${most}`;
}

function limitProblem({ name, label, min, max, pattern }: ActionArgument, value: Json): ArgumentProblem | null {
  const size = typeof value === 'string' ? value.length : value;
  if (typeof size !== 'number') return null;
  const unit = typeof value === 'string' ? ' characters' : '';
  const outOfRange = (sentence: string): ArgumentProblem => ({ name, code: 'out_of_range', sentence });
  if (min !== undefined && size < min) return outOfRange(`${label} must be at least ${min}${unit}.`);
  if (max !== undefined && size > max) return outOfRange(`${label} must be at most ${max}${unit}.`);
  if (typeof value === 'string' && pattern && !fitsWholePattern(pattern.regex, value)) {
    return { name, code: 'wrong_form', sentence: pattern.sentence };
  }
  return null;
}

const WORDS = {
  text: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'yes or no',
  choice: 'one of the choices',
  password: 'a text',
  list: 'a list as JSON writes it, such as ["one", "two"]',
  map: 'names and values as JSON writes them, such as {"name": "value"}',
  json: 'a value',
};

function isOfKind(kind: ActionArgument['kind'], value: Json): boolean {
  if (kind === 'text' || kind === 'choice' || kind === 'password') return typeof value === 'string';
  if (kind === 'integer') return Number.isSafeInteger(value);
  if (kind === 'number') return typeof value === 'number';
  // one value is a list of one; a text that begins as a list does was meant to be one, and cannot be read
  if (kind === 'list') return typeof value !== 'string' || !value.trimStart().startsWith('[');
  if (kind === 'map') return isObject(value);
  return kind !== 'boolean' || typeof value === 'boolean';
}
