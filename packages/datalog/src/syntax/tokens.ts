import { policyError } from '../errors';
import type { Place } from './ast';

export interface Token {
  kind: 'name' | 'number' | 'text' | 'mark' | 'end';
  /** as written; of a text what stands between its quotes */
  text: string;
  /** of a number that can be read */
  value?: bigint | number;
  place: Place;
}

/** Longest first. */
const MARKS = [':-', '(', ')', '[', ']', ',', ';', '=', ':', '+', '-', '!'];

const SPACE = /[ \t\r\n]+|\/\/[^\n]*|#[^\n]*|\/\*[\s\S]*?\*\//y;
/** a point is part of a name; a point that stands alone ends a statement */
const NAME = /[A-Za-z_.][A-Za-z0-9_.]*/y;
const FLOAT = /(?:\d+\.\d+|\.\d+|\d+\.)(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+/y;
const WHOLE = /0[xX][0-9a-fA-F]+|0[oO][0-7]+|0[bB][01]+|0+|[1-9]\d*/y;
const TEXT = /"""(?:\\[\s\S]|[^\\])*?"""|'''(?:\\[\s\S]|[^\\])*?'''|"(?:\\.|[^"\\\r\n])*"|'(?:\\.|[^'\\\r\n])*'/y;

/**
 * Cuts a policy into its words. Numbers have no sign, texts no escapes (a backslash stays); a comment goes from `//`
 * or `#` to the end of its line, or from `/*` to its end. A name may hold points and begin with one, so that a number
 * may too.
 *
 * @returns the tokens, the last of which is the end
 * @throws PolicyError `syntax`, `bad_number`
 */
export function tokens(source: string): Token[] {
  const found: Token[] = [];
  const place = places(source);
  let at = 0;
  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    return pattern.exec(source)?.[0] ?? null;
  };
  const add = (token: Omit<Token, 'place'>, length: number) => {
    found.push({ ...token, place: place(at) });
    at += length;
  };
  while (at < source.length) {
    const space = take(SPACE);
    if (space !== null) {
      at += space.length;
      continue;
    }
    const text = take(TEXT);
    if (text !== null) {
      const quotes = /^("""|''')/.test(text) ? 3 : 1;
      add({ kind: 'text', text: text.slice(quotes, -quotes) }, text.length);
      continue;
    }
    const float = take(FLOAT);
    if (float !== null) {
      add({ kind: 'number', text: float, value: Number(float) }, float.length);
      continue;
    }
    const whole = take(WHOLE);
    if (whole !== null) {
      if (!/^\d+$/.test(whole))
        throw policyError('bad_number', `“${whole}” is no number here: write it with the digits 0 to 9.`, place(at));
      add({ kind: 'number', text: whole, value: BigInt(whole) }, whole.length);
      continue;
    }
    const name = take(NAME);
    if (name !== null) {
      add({ kind: name === '.' ? 'mark' : 'name', text: name }, name.length);
      continue;
    }
    const mark = MARKS.find((one) => source.startsWith(one, at));
    if (mark === undefined) throw unreadable(source, at, place(at));
    add({ kind: 'mark', text: mark }, mark.length);
  }
  found.push({ kind: 'end', text: '', place: place(at) });
  return found;
}

function unreadable(source: string, at: number, place: Place) {
  const sign = String.fromCodePoint(source.codePointAt(at) ?? 0);
  if (sign === '"' || sign === "'") return policyError('syntax', `This text has no end: ${sign} is missing.`, place);
  if (source.startsWith('/*', at)) return policyError('syntax', 'This comment has no end: */ is missing.', place);
  return policyError('syntax', `“${sign}” means nothing here.`, place);
}

/** Finds line and column of an offset. Offsets are asked for from front to back, so the text is gone through once. */
function places(source: string): (offset: number) => Place {
  let line = 1;
  let lineStart = 0;
  let seen = 0;
  return (offset) => {
    for (; seen < offset; seen++) {
      if (source[seen] !== '\n') continue;
      line += 1;
      lineStart = seen + 1;
    }
    return { line, column: offset - lineStart + 1 };
  };
}
