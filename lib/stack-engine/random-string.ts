import type { PropertyRule } from '@/lib/formats/hot/property-rules';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';
const CLASSES: Readonly<Record<string, string>> = {
  lettersdigits: LETTERS + DIGITS,
  letters: LETTERS,
  lowercase: LETTERS.slice(26),
  uppercase: LETTERS.slice(0, 26),
  digits: DIGITS,
  hexdigits: `${DIGITS}ABCDEF`,
  octdigits: '01234567',
};
const USUAL_LENGTH = 32;
const MAX_LENGTH = 512;

/** The properties of an `OS::Heat::RandomString` (heat, `engine/resources/openstack/heat/random_string.py`). */
export const RANDOM_STRING_RULES = {
  length: { kind: 'integer', change: 'replace' },
  sequence: { kind: 'string', change: 'replace', oneOf: Object.keys(CLASSES) },
  character_classes: { kind: 'list', change: 'replace' },
  character_sequences: { kind: 'list', change: 'replace' },
  salt: { kind: 'string', change: 'replace' },
} as const satisfies Record<string, PropertyRule>;

interface Choice {
  characters: string;
  least: number;
}

/** What is wrong with the properties of an `OS::Heat::RandomString`, in Heat's words. */
export function randomStringProblems(name: string, properties: JsonObject): string[] {
  const path = `resources.${name}`;
  const length = lengthOf(properties);
  if (!Number.isInteger(length) || length < 1 || length > MAX_LENGTH) {
    return [`Property error: ${path}.properties.length: ${length} is out of range (min: 1, max: ${MAX_LENGTH})`];
  }
  const choices = choicesOf(properties);
  if (choices.some(({ characters, least }) => characters === '' || !Number.isInteger(least) || least < 0)) {
    const words = `needs a class of ${Object.keys(CLASSES).join(', ')}, or a sequence, and a "min" from 0`;
    return [`Property error: ${path}.properties: Each of character_classes and character_sequences ${words}`];
  }
  const least = choices.reduce((sum, choice) => sum + choice.least, 0);
  return least > length
    ? [`${path}: Length property cannot be smaller than combined character class and character sequence minimums`]
    : [];
}

/**
 * A random text as an `OS::Heat::RandomString` is: so many of each kind of character as it must have, the rest of any.
 *
 * @param random gives a whole number from 0 to below its argument
 */
export function randomText(properties: JsonObject, random: (below: number) => number): string {
  const choices = choicesOf(properties);
  const all = choices.map(({ characters }) => characters).join('');
  const pick = (characters: string) => characters[random(characters.length)] ?? '';
  const text = choices.flatMap(({ characters, least }) => Array.from({ length: least }, () => pick(characters)));
  while (text.length < lengthOf(properties)) text.push(pick(all));
  for (let at = text.length - 1; at > 0; at -= 1) {
    const other = random(at + 1);
    [text[at], text[other]] = [text[other] ?? '', text[at] ?? ''];
  }
  return text.join('');
}

function lengthOf({ length }: JsonObject): number {
  return Number(length ?? USUAL_LENGTH);
}

function choicesOf({ sequence, character_classes: classes, character_sequences: sequences }: JsonObject): Choice[] {
  const least = (value: Json | undefined) => Number(value ?? 1);
  const chosen = [
    ...entriesOf(classes).map((one) => ({
      characters: CLASSES[String(one.class ?? 'lettersdigits')] ?? '',
      least: least(one.min),
    })),
    ...entriesOf(sequences).map((one) => ({ characters: String(one.sequence ?? ''), least: least(one.min) })),
  ];
  if (chosen.length > 0) return chosen;
  return [{ characters: CLASSES[typeof sequence === 'string' ? sequence : 'lettersdigits'] ?? '', least: 1 }];
}

function entriesOf(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
