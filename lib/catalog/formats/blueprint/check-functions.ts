import { FUNCTIONS, functionsIn, wordsOf } from '@/lib/model/blueprints/functions';
import { isObject, type Json } from '@/lib/model/json';
import type { Note } from './notes';

/** Written like a function of the DSL, or of a language near it. */
const LIKE_FUNCTION = /^(get|string)_[a-z_]+$/;

/**
 * Functions must name what there is, and be some that mean something here.
 *
 * @param nodes words that may stand for an instance: nodes, and SELF, SOURCE or TARGET where these are
 * @param inputs of the blueprint
 */
export function checkFunctions(
  value: Json,
  path: readonly PropertyKey[],
  nodes: readonly string[],
  { inputs }: { inputs: ReadonlySet<string> },
  note: Note,
): void {
  checkWords(value, path, note);
  for (const { name, argument, path: inside } of functionsIn(value)) {
    if (name === 'concat') {
      if (!Array.isArray(argument)) note([...path, ...inside], 'bad_function', 'concat takes a list of texts.');
      continue;
    }
    const [first, ...rest] = wordsOf(argument);
    const place = [...path, ...inside, name];
    if (name === 'get_input') {
      if (first === undefined || !inputs.has(first))
        note(place, 'unknown_input', `The blueprint has no input called ${first ?? 'so'}.`);
    } else if (first === undefined || rest.length === 0) {
      note(place, 'bad_function', `${name} takes a list: a node, and a path in it.`);
    } else if (!nodes.includes(first)) {
      note(place, 'unknown_node', `${name} names ${first}, and there is no such node here.`);
    }
  }
}

/** A function that nobody knows, or that has company, would stay in the value as it is written. */
function checkWords(value: Json, path: readonly PropertyKey[], note: Note): void {
  if (Array.isArray(value)) {
    for (const [at, inner] of value.entries()) checkWords(inner, [...path, at], note);
    return;
  }
  if (!isObject(value)) return;
  const keys = Object.keys(value);
  for (const key of keys) {
    const isKnown = FUNCTIONS.some((name) => name === key);
    if (LIKE_FUNCTION.test(key) && !isKnown && keys.length === 1) {
      const sentence = `There is no function called ${key}. Functions are: ${FUNCTIONS.join(', ')}.`;
      note([...path, key], 'unknown_function', sentence);
    } else if (LIKE_FUNCTION.test(key) && isKnown && keys.length > 1) {
      note([...path, key], 'bad_function', `${key} stands alone in its braces: what is beside it means nothing.`);
    }
    checkWords(value[key] as Json, [...path, key], note);
  }
}
