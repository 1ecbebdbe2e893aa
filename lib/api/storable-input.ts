import { errors, type FieldProblem, type VetroError } from '@/lib/errors';
import { isInEveryLanguage } from '@/lib/model/policies/every-language';
import { holdsSealed } from '@/lib/model/secret';

/** How deep lists and objects of a body may lie in one another; our own documents need about twenty levels. */
export const MAX_LEVELS = 100;
/** How many fields one object of a body may have, and how many values there may be in all of it. Told in docs/api.md. */
export const MAX_FIELDS_OF_OBJECT = 10_000;
export const MAX_VALUES = 100_000;
/** How long the name of a field may be, in characters. */
export const MAX_NAME_CHARACTERS = 1_000;

interface Place {
  value: unknown;
  key: string;
  above: Place | null;
  level: number;
}

/**
 * Refuses what no part of the product could work with, whatever the schema says: values too deep for whoever walks
 * through them, or too many, texts that the database cannot store, numbers too large for a number, and sealed secrets,
 * which only ever go out: whoever has one took it from somewhere it must not be. It ends at the first of them.
 *
 * @param value plain JSON of any depth
 * @param what names the value in sentences: `body`, `query`, `header`
 * @param prefix put before the path of a bad field
 * @throws invalid_input with code `malformed_body` (too deep), `too_many_values`, `sealed_input`, or `invalid_input` with
 *   the field
 */
export function assertStorable(value: unknown, what: string, prefix: string): void {
  const waiting: Place[] = [{ value, key: prefix, above: null, level: 0 }];
  let values = 0;
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    const { value: inner, level } = place;
    if (typeof inner === 'string') checkText(inner, place);
    else if (typeof inner === 'number' && !Number.isFinite(inner)) throw badField(place, NUMBER);
    if (typeof inner !== 'object' || inner === null) continue;
    if (level >= MAX_LEVELS) {
      throw errors.invalidInput(`The ${what} is nested more than ${MAX_LEVELS} levels deep.`, [], {
        code: 'malformed_body',
        details: { limitLevels: MAX_LEVELS },
      });
    }
    const isList = Array.isArray(inner);
    const entries = Object.entries(inner);
    values += entries.length;
    if (values > MAX_VALUES) throw tooManyValues(what, place);
    if (!isList && entries.length > MAX_FIELDS_OF_OBJECT) throw badField(place, TOO_MANY_FIELDS);
    for (const [key, next] of entries) {
      const below = { value: next, key, above: place, level: level + 1 };
      if (key === '__proto__') throw badField(place, NAME);
      if (!isList && key.length > MAX_NAME_CHARACTERS) throw badField(below, NAME_TOO_LONG);
      if (!isList) checkText(key, below);
      waiting.push(below);
    }
  }
}

function checkText(text: string, place: Place): void {
  if (text.includes('\u0000') || LONE_SURROGATE.test(text)) throw badField(place, TEXT);
  if (isInEveryLanguage(text)) throw badField(place, RESERVED);
  if (holdsSealed(text)) {
    throw errors.invalidInput('The request holds a sealed secret. Send the secret itself, or leave it unchanged.', [], {
      code: 'sealed_input',
    });
  }
}

const LONE_SURROGATE = /\p{Surrogate}/u;
const TEXT = { code: 'not_a_character', sentence: 'This holds a character that is none: U+0000, or half of a pair.' };
const RESERVED = {
  code: 'not_a_character',
  sentence: 'The characters U+E000, U+E001 and U+E002 are for sentences in several languages. Leave them out.',
};
const NUMBER = { code: 'too_big', sentence: 'This number is too large.' };
const TOO_MANY_FIELDS = {
  code: 'too_many_fields',
  sentence: `An object has at most ${MAX_FIELDS_OF_OBJECT.toLocaleString('en')} fields.`,
};
const NAME_TOO_LONG = {
  code: 'too_big',
  sentence: `The name of a field has at most ${MAX_NAME_CHARACTERS.toLocaleString('en')} characters.`,
};
const NAME = { code: 'unknown_property', sentence: 'There is no property "__proto__" here. Remove it.' };

/** The list or the object in which the last value was that there may be is named: mostly it is the one that is too long. */
function tooManyValues(what: string, place: Place): VetroError {
  const limit = MAX_VALUES.toLocaleString('en');
  const problem = { code: 'too_many_values', sentence: `All lists and objects together have at most ${limit} values.` };
  return errors.invalidInput(`The ${what} has more than ${limit} values.`, [{ path: pathOf(place), ...problem }], {
    code: 'too_many_values',
    details: { limit: MAX_VALUES },
  });
}

function badField(place: Place, problem: Omit<FieldProblem, 'path'>): VetroError {
  return errors.invalidInput('The request has fields that need correction.', [{ path: pathOf(place), ...problem }]);
}

function pathOf(place: Place): string {
  const path: string[] = [];
  for (let at: Place | null = place; at; at = at.above) if (at.key !== '') path.unshift(printable(at.key));
  return path.join('.');
}

/** A name for a sentence: the very character it is refused for must not be in the response. */
function printable(key: string): string {
  return key.replace(/[\p{Cc}\p{Surrogate}]/gu, '\ufffd').slice(0, 100);
}
