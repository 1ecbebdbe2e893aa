import { YaqlError } from '../errors';
import { asciiDigits } from '../primitives/digits';
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

const VARIABLE = /\$[\p{L}\p{N}_]*/uy;
const NUMBER = /\p{Nd}+(?:\.?\p{Nd}+)?(?![\p{L}\p{N}_])/uy;
const WORD = /[\p{L}\p{Nl}\p{No}_][\p{L}\p{N}_]*/uy;
const QUOTED = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`/uy;
const WORDS_FOR_VALUES: ReadonlyMap<string, null | boolean> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/** What an ASCII character may begin. */
const BEGINS = { nothing: 0, blank: 1, variable: 2, quotation: 3, punctuation: 4, digit: 5, word: 6 } as const;
const CLASSES = new Uint8Array(128);
for (const character of ' \t\r\n') CLASSES[character.charCodeAt(0)] = BEGINS.blank;
for (const character of '\'"`') CLASSES[character.charCodeAt(0)] = BEGINS.quotation;
for (const character of '()[]{},') CLASSES[character.charCodeAt(0)] = BEGINS.punctuation;
for (const character of '0123456789') CLASSES[character.charCodeAt(0)] = BEGINS.digit;
for (const character of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_') {
  CLASSES[character.charCodeAt(0)] = BEGINS.word;
}
CLASSES[0x24] = BEGINS.variable;

/**
 * Cuts an expression into tokens, one at a time: what stands behind a mistake is not looked at. The last one is
 * of kind `end`, again and again. Rules: yaql.language.lexer.
 */
export class Lexer {
  private at = 0;

  constructor(
    private readonly text: string,
    private readonly operators: Operators,
  ) {}

  /**
   * The next token. Throws `YaqlLexicalException` with the place of a character that begins none, and
   * `UnicodeDecodeError` for an escape that names no character.
   */
  next(): Token {
    const { text } = this;
    for (; this.at < text.length; this.at++) {
      const code = text.charCodeAt(this.at);
      if (code < 128 && CLASSES[code] === BEGINS.blank) continue;
      const token = readToken(text, this.at, code, this.operators);
      if (!token) throw illegal(text, this.at);
      this.at = token.end;
      return token;
    }
    return { kind: 'end', text: '', value: null, start: text.length, end: text.length };
  }
}

function readToken(text: string, at: number, code: number, operators: Operators): Token | undefined {
  switch (code < 128 ? CLASSES[code] : BEGINS.word) {
    case BEGINS.variable:
      return simple('variable', plainWord(text, at, at + 1) ?? match(VARIABLE, text, at) ?? '$', at);
    case BEGINS.quotation:
      return quoted(text, at);
    case BEGINS.punctuation:
      return simple('punctuation', text.charAt(at), at);
    case BEGINS.digit:
      return number(text, at);
    case BEGINS.word: {
      const word = plainWord(text, at, at) ?? match(WORD, text, at);
      return word === undefined ? number(text, at) : wordToken(word, text, at, operators);
    }
    default: {
      const sign = operators.signs.get(code)?.find((candidate) => text.startsWith(candidate, at));
      return sign === undefined ? undefined : simple(sign === operators.nameValue ? 'rule' : 'operator', sign, at);
    }
  }
}

/** Letters, digits and underscores from `from` on, with what stands before them; undefined when a rarer character follows. */
function plainWord(text: string, start: number, from: number): string | undefined {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 128) return undefined;
    if ((CLASSES[code] as number) < BEGINS.digit) break;
  }
  return text.slice(start, at);
}

function number(text: string, at: number): Token | undefined {
  const digits = plainDigits(text, at) ?? match(NUMBER, text, at);
  if (digits === undefined) return undefined;
  return { kind: 'constant', text: digits, value: readNumber(digits), start: at, end: at + digits.length };
}

/** A whole number of plain digits, the usual case; undefined when there may be more to it. */
function plainDigits(text: string, at: number): string | undefined {
  const word = plainWord(text, at, at);
  if (!word || text.charCodeAt(at + word.length) === 0x2e) return undefined;
  for (let index = 0; index < word.length; index++) {
    if (CLASSES[word.charCodeAt(index)] !== BEGINS.digit) return undefined;
  }
  return word;
}

function wordToken(word: string, text: string, at: number, operators: Operators): Token | undefined {
  const end = at + word.length;
  if (text.charCodeAt(end) === 0x28) return { kind: 'function', text: word, value: null, start: at, end: end + 1 };
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
    throw new YaqlError('UnicodeDecodeError', `The text ${raw} has an escape that stands for no character.`, {
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
  const digits = asciiDigits(text);
  if (digits.includes('.')) return { value: Number(digits), float: true };
  const value = Number(digits);
  return { value: Number.isSafeInteger(value) ? value : BigInt(digits), float: false };
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
