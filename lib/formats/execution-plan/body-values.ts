import type { Json, JsonObject } from '@/lib/model/json';

/**
 * The calls of known names in a text of Python, in the order they stand there, with the texts between their
 * brackets. Brackets may hold further ones, and quotations anything.
 */
export function callsIn(text: string, isKnown: (name: string) => boolean): { name: string; given: string }[] {
  return [...text.matchAll(/(?<![\w.])(\w+)\(/g)].flatMap((match) => {
    const [found, name = ''] = match;
    const start = match.index + found.length;
    return isKnown(name) ? [{ name, given: text.slice(start, closing(text, start)) }] : [];
  });
}

/** The values that a call is given; arguments with a name (`x=1`) are left out. */
export function valuesOf(given: string, parameters: JsonObject): Json[] {
  return split(given, ',')
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '' && !/^\w+\s*=[^=]/.test(piece))
    .map((piece) => evaluate(piece, parameters));
}

/**
 * What a simple expression of Python comes to: a parameter (`args.name`), a constant, a text with others put in
 * (`'{0} {1}'.format(…)`), several texts in a row (`a + b`). Any other stands for itself.
 */
function evaluate(text: string, parameters: JsonObject): Json {
  const summands = split(text, '+').map((one) => one.trim());
  if (summands.length > 1) return summands.map((one) => pythonText(evaluate(one, parameters))).join('');
  const parameter = /^args\.(\w+)$/.exec(text)?.[1];
  if (parameter !== undefined) return parameters[parameter] ?? null;
  const filled = /^(['"])((?:(?!\1).)*)\1\.format\((.*)\)$/s.exec(text);
  if (filled) return formatted(filled[2] ?? '', valuesOf(filled[3] ?? '', parameters));
  if (CONSTANTS.has(text)) return CONSTANTS.get(text) ?? null;
  return /^-?\d+$/.test(text) ? Number(text) : text.replace(/^(['"])(.*)\1$/s, '$2');
}

const CONSTANTS: ReadonlyMap<string, Json> = new Map<string, Json>([
  ['True', true],
  ['False', false],
  ['None', null],
]);

function formatted(format: string, values: readonly Json[]): string {
  let next = 0;
  return format.replace(/\{(\d*)\}/g, (_, index: string) => {
    const place = index === '' ? next++ : Number(index);
    return pythonText(values[place] ?? null);
  });
}

function pythonText(value: Json): string {
  if (typeof value === 'string') return value;
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return JSON.stringify(value);
}

/** Pieces between separators that stand in no bracket and no quotation. */
function split(text: string, separator: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === separator) {
      pieces.push(text.slice(start, at));
      start = at + 1;
    } else at = skipped(text, at);
  }
  return [...pieces, text.slice(start)];
}

/** Where the bracket ends that was opened before `start`. */
function closing(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    if (text[at] === ')') return at;
    at = skipped(text, at);
  }
  return text.length;
}

/** The end of the quotation or bracket that begins here; the place itself where none does. */
function skipped(text: string, at: number): number {
  const char = text[at] ?? '';
  if (char === '(') return closing(text, at + 1);
  if (char !== "'" && char !== '"') return at;
  const end = text.indexOf(char, at + 1);
  return end < 0 ? text.length : end;
}
