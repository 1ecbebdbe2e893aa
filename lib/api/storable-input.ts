import { errors, type FieldProblem, type VetroError } from '@/lib/errors';
import { holdsSealed } from '@/lib/model/secret';

/** How deep lists and objects of a body may lie in one another; our own documents need about twenty levels. */
export const MOST_LEVELS = 100;

interface Place {
  value: unknown;
  key: string;
  above: Place | null;
  level: number;
}

/**
 * Refuses what no part of the product could work with, whatever the schema says: values too deep for whoever walks
 * through them, texts that the database cannot store, numbers too large for a number, and sealed secrets, which only
 * ever go out: whoever has one took it from somewhere it must not be.
 *
 * @param value plain JSON of any depth
 * @param what names the value in sentences: `body`, `query`, `header`
 * @param prefix put before the path of a bad field
 * @throws invalid_input with code `malformed_body` (too deep), `sealed_input`, or `invalid_input` with the field
 */
export function assertStorable(value: unknown, what: string, prefix: string): void {
  const waiting: Place[] = [{ value, key: prefix, above: null, level: 0 }];
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    const { value: inner, level } = place;
    if (typeof inner === 'string') checkText(inner, place);
    else if (typeof inner === 'number' && !Number.isFinite(inner)) throw badField(place, NUMBER);
    if (typeof inner !== 'object' || inner === null) continue;
    if (level >= MOST_LEVELS) {
      throw errors.invalidInput(`The ${what} is nested more than ${MOST_LEVELS} levels deep.`, [], {
        code: 'malformed_body',
        details: { limitLevels: MOST_LEVELS },
      });
    }
    for (const [key, next] of Object.entries(inner)) {
      const below = { value: next, key, above: place, level: level + 1 };
      if (key === '__proto__') throw badField(place, NAME);
      if (!Array.isArray(inner)) checkText(key, below);
      waiting.push(below);
    }
  }
}

function checkText(text: string, place: Place): void {
  if (text.includes('\u0000') || LONE_SURROGATE.test(text)) throw badField(place, TEXT);
  if (holdsSealed(text)) {
    throw errors.invalidInput('The request holds a sealed secret. Send the secret itself, or leave it unchanged.', [], {
      code: 'sealed_input',
    });
  }
}

const LONE_SURROGATE = /\p{Surrogate}/u;
const TEXT = { code: 'not_a_character', sentence: 'This holds a character that is none: U+0000, or half of a pair.' };
const NUMBER = { code: 'too_big', sentence: 'This number is too large.' };
const NAME = { code: 'unknown_property', sentence: 'There is no property "__proto__" here. Remove it.' };

function badField(place: Place, problem: Omit<FieldProblem, 'path'>): VetroError {
  const path: string[] = [];
  for (let at: Place | null = place; at; at = at.above) if (at.key !== '') path.unshift(printable(at.key));
  return errors.invalidInput('The request has fields that need correction.', [{ path: path.join('.'), ...problem }]);
}

/** A name for a sentence: the very character it is refused for must not be in the response. */
function printable(key: string): string {
  return key.replace(/[\p{Cc}\p{Surrogate}]/gu, '\ufffd').slice(0, 100);
}
