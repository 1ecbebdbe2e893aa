import { YaqlError } from '../errors';
import type { NumberLiteral } from './ast';
import { decodeEscapes } from './escapes';
import type { Operators } from './operators';

export type TokenKind = 'constant' | 'keyword' | 'variable' | 'function' | 'operator' | 'rule' | 'punctuation' | 'end';

export interface Token {
  readonly kind: TokenKind;
  /** the name of a keyword, variable (with its dollar), function or operator; the sign itself otherwise */
  readonly text: string;
  readonly value: null | boolean | string | NumberLiteral;
  readonly start: number;
  readonly end: number;
}

const BLANKS = new Set([' ', '\t', '\r', '\n']);
const PUNCTUATION = new Set(['(', ')', '[', ']', '{', '}', ',']);
const VARIABLE = /\$[\p{L}\p{N}_]*/uy;
const NUMBER = /\p{Nd}+(?:\.?\p{Nd}+)?(?![\p{L}\p{N}_])/uy;
const WORD = /[\p{L}\p{Nl}\p{No}_][\p{L}\p{N}_]*/uy;
const QUOTED = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`/uy;
const WORDS_FOR_VALUES: ReadonlyMap<string, null | boolean> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/**
 * Cuts an expression into tokens; the last one is of kind `end`. Throws `YaqlLexicalException` with the
 * place of the first character that begins no token. Rules: yaql.language.lexer.
 */
export function tokenize(text: string, operators: Operators): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const character = text.charAt(at);
    if (BLANKS.has(character)) {
      at++;
      continue;
    }
    const token = readToken(text, at, operators);
    if (!token) throw illegal(text, at);
    tokens.push(token);
    at = token.end;
  }
  tokens.push({ kind: 'end', text: '', value: null, start: text.length, end: text.length });
  return tokens;
}

function readToken(text: string, at: number, operators: Operators): Token | undefined {
  const code = text.charCodeAt(at);
  if (code === 0x24) return simple('variable', match(VARIABLE, text, at) ?? '$', at);
  if (code === 0x27 || code === 0x22 || code === 0x60) return quoted(text, at);
  const sign = operators.signs.find((candidate) => text.startsWith(candidate, at));
  if (sign !== undefined) return simple(sign === operators.nameValue ? 'rule' : 'operator', sign, at);
  const character = text.charAt(at);
  if (PUNCTUATION.has(character)) return simple('punctuation', character, at);
  const number = match(NUMBER, text, at);
  if (number !== undefined) {
    return { kind: 'constant', text: number, value: readNumber(number), start: at, end: at + number.length };
  }
  const word = match(WORD, text, at);
  return word === undefined ? undefined : wordToken(word, text, at, operators);
}

function wordToken(word: string, text: string, at: number, operators: Operators): Token | undefined {
  const end = at + word.length;
  if (text.charAt(end) === '(') return { kind: 'function', text: word, value: null, start: at, end: end + 1 };
  if (word.startsWith('__')) return undefined;
  if (operators.words.has(word)) return simple('operator', word, at);
  const value = WORDS_FOR_VALUES.get(word);
  if (value !== undefined) return { kind: 'constant', text: word, value, start: at, end };
  return simple('keyword', word, at);
}

function simple(kind: TokenKind, text: string, start: number): Token {
  return { kind, text, value: null, start, end: start + text.length };
}

function quoted(text: string, at: number): Token | undefined {
  const raw = match(QUOTED, text, at);
  if (raw === undefined) return undefined;
  const inner = raw.slice(1, -1);
  const value = raw.startsWith('`') ? inner.replaceAll('\\`', '`') : decodeEscapes(inner);
  if (value === undefined) {
    throw new YaqlError('YaqlLexicalException', `The text ${raw} has an escape that stands for no character.`, {
      start: at,
      end: at + raw.length,
    });
  }
  return { kind: 'constant', text: raw, value, start: at, end: at + raw.length };
}

function match(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

function readNumber(text: string): NumberLiteral {
  const digits = /^[0-9.]+$/.test(text) ? text : toAsciiDigits(text);
  if (digits.includes('.')) return { value: Number(digits), float: true };
  const value = Number(digits);
  return { value: Number.isSafeInteger(value) ? value : BigInt(digits), float: false };
}

/** Decimal digits of any script stand in runs of ten that begin at a zero. */
function toAsciiDigits(text: string): string {
  return Array.from(text, (digit) => {
    if (digit === '.' || (digit >= '0' && digit <= '9')) return digit;
    let zero = digit.codePointAt(0) ?? 0;
    for (let steps = 0; steps < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1)); steps++) zero--;
    return String((digit.codePointAt(0) ?? 0) - zero);
  }).join('');
}

function illegal(text: string, at: number): YaqlError {
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  const why =
    character === "'" || character === '"' || character === '`'
      ? `the quotation that begins at position ${at} has no end`
      : `the character '${character}' at position ${at} has no meaning here`;
  return new YaqlError('YaqlLexicalException', `The expression cannot be read: ${why}.`, {
    start: at,
    end: at + character.length,
  });
}
