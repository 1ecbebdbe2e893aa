import { holeOf, QuerySyntaxError, type TextPart } from './syntax';

/** A token of a filter expression; `at` is its place in the whole query. */
export type Token =
  | { kind: 'number'; value: number; at: number }
  | { kind: 'text'; parts: TextPart[]; at: number }
  | { kind: 'hole'; hole: number; at: number }
  | { kind: 'word'; text: string; at: number }
  | { kind: 'sign'; text: string; at: number }
  | { kind: 'end'; at: number };

const SIGNS = [
  '**',
  '//',
  '==',
  '!=',
  '<=',
  '>=',
  '&&',
  '||',
  '<',
  '>',
  '(',
  ')',
  '[',
  ']',
  ',',
  '.',
  '@',
  '!',
  '+',
  '-',
  '*',
  '/',
  '%',
];
const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', '\\': '\\', "'": "'", '"': '"' };

/**
 * Cuts a filter into tokens, from `start` until the bracket that closes it.
 *
 * @returns the tokens and the place of that closing parenthesis. Throws QuerySyntaxError.
 * @throws QuerySyntaxError with the place
 */
export function readTokens(text: string, start: number): { tokens: Token[]; end: number } {
  const tokens: Token[] = [];
  let at = start;
  let depth = 0;
  while (at < text.length) {
    const character = text[at] as string;
    if (/\s/.test(character)) {
      at++;
      continue;
    }
    if (character === ')' && depth === 0) {
      tokens.push({ kind: 'end', at });
      return { tokens, end: at };
    }
    const hole = holeOf(character);
    const quoted = /^[uU]?['"]/.exec(text.slice(at, at + 2));
    const number = /^\d+(\.\d*)?([eE][+-]?\d+)?/.exec(text.slice(at));
    const word = /^[\p{L}_][\p{L}\p{N}_]*/u.exec(text.slice(at));
    if (hole !== null) {
      tokens.push({ kind: 'hole', hole, at });
      at++;
    } else if (quoted) {
      const read = readQuoted(text, at + quoted[0].length - 1);
      tokens.push({ kind: 'text', parts: read.parts, at });
      at = read.end;
    } else if (number && !followsDot(tokens)) {
      tokens.push({ kind: 'number', value: Number(number[0]), at });
      at += number[0].length;
    } else if (word) {
      tokens.push({ kind: 'word', text: word[0], at });
      at += word[0].length;
    } else {
      at = readSign(text, at, tokens);
      const sign = tokens.at(-1);
      if (sign?.kind === 'sign' && sign.text === '(') depth++;
      if (sign?.kind === 'sign' && sign.text === ')') depth--;
    }
  }
  throw new QuerySyntaxError('the filter is not closed with ")]"', start);
}

function followsDot(tokens: Token[]): boolean {
  const last = tokens.at(-1);
  return last?.kind === 'sign' && last.text === '.';
}

function readSign(text: string, at: number, tokens: Token[]): number {
  // in "@.units.0.name" the parts behind a dot are names, digits too
  const digits = followsDot(tokens) ? /^[\p{N}_][\p{L}\p{N}_]*/u.exec(text.slice(at)) : null;
  if (digits) {
    tokens.push({ kind: 'word', text: digits[0], at });
    return at + digits[0].length;
  }
  const sign = SIGNS.find((candidate) => text.startsWith(candidate, at));
  if (!sign) {
    const hint = text[at] === '=' ? 'write "==" to compare' : `"${text[at]}" has no meaning here`;
    throw new QuerySyntaxError(hint, at);
  }
  tokens.push({ kind: 'sign', text: sign, at });
  return at + sign.length;
}

/**
 * Reads a quoted text whose quote stands at `start`; holes in it stay holes.
 *
 * @throws QuerySyntaxError with the place
 */
export function readQuoted(text: string, start: number): { parts: TextPart[]; end: number } {
  const quote = text[start];
  const parts: TextPart[] = [];
  let literal = '';
  let at = start + 1;
  for (;;) {
    const character = text[at];
    if (character === undefined) throw new QuerySyntaxError('a quoted text is not closed', start);
    if (character === quote) break;
    const hole = holeOf(character);
    if (hole !== null) {
      if (literal) parts.push(literal);
      literal = '';
      parts.push({ hole });
    } else if (character === '\\' && ESCAPES[text[at + 1] ?? ''] !== undefined) {
      literal += ESCAPES[text[at + 1] as string];
      at++;
    } else {
      literal += character;
    }
    at++;
  }
  if (literal || parts.length === 0) parts.push(literal);
  return { parts, end: at + 1 };
}
