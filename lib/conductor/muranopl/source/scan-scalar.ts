import { type Cursor, isBlankOrEnd, isBreak, type Mark, YamlError } from './cursor';

const SPACES = / +/y;
const BLANKS = /[ \t]*/y;
const PLAIN_IN_BLOCK = /(?:[^ \t\r\n\x85\u2028\u2029:]+|:(?![ \t\r\n\x85\u2028\u2029]|$))+/y;
const PLAIN_IN_FLOW = /(?:[^ \t\r\n\x85\u2028\u2029:,?[\]{}]+|:(?![ \t\r\n\x85\u2028\u2029,[\]{}]|$))+/y;
const QUOTED_RUN = /[^'"\\ \t\r\n\x85\u2028\u2029]*/y;

/**
 * Reads a plain scalar, whose lines are folded into one. `indent` is where its further lines must begin at
 * least, and undefined inside brackets. `folded` tells whether it has several, `brokeLine` whether a line break
 * follows it.
 */
export function scanPlain(cursor: Cursor, indent: number | undefined) {
  const pattern = indent === undefined ? PLAIN_IN_FLOW : PLAIN_IN_BLOCK;
  let text = '';
  let gap = '';
  let folded = false;
  let brokeLine = false;
  while (cursor.peek() !== '#') {
    const chunk = cursor.take(pattern);
    if (chunk === '') break;
    text += gap + chunk;
    folded ||= brokeLine;
    const line = cursor.line;
    gap = takeGap(cursor);
    brokeLine = cursor.line > line;
    if (gap === '' || (indent !== undefined && cursor.column < indent)) break;
  }
  return { text, folded, brokeLine };
}

/** What stands between two words of a plain scalar: spaces, or folded line breaks; nothing when it ends here. */
function takeGap(cursor: Cursor): string {
  const spaces = cursor.take(SPACES);
  if (!isBreak(cursor.peek())) return spaces;
  const first = cursor.takeBreak();
  let breaks = '';
  for (;;) {
    if (cursor.isAtDocumentMarker('---') || cursor.isAtDocumentMarker('...')) return '';
    cursor.take(SPACES);
    if (!isBreak(cursor.peek())) return fold(first, breaks);
    breaks += cursor.takeBreak();
  }
}

/** One line break becomes a space, more of them one less than they are. */
function fold(first: string, others: string): string {
  if (first !== '\n') return first + others;
  return others === '' ? ' ' : others;
}

/**
 * Reads a scalar in single or double quotation marks.
 *
 * @throws YamlError
 */
export function scanQuoted(cursor: Cursor): string {
  const start = cursor.mark();
  const quote = cursor.peek();
  cursor.skip();
  let text = takeWords(cursor, quote);
  while (cursor.peek() !== quote) {
    const blanks = cursor.take(BLANKS);
    const next = cursor.peek();
    if (next === '') throw new YamlError('yaml_syntax', 'The quotation that begins here has no end.', start);
    text += isBreak(next) ? fold(cursor.takeBreak(), takeEmptyLines(cursor, start)) : blanks;
    text += takeWords(cursor, quote);
  }
  cursor.skip();
  return text;
}

/** Up to the next blank or the closing quotation mark, escapes read. */
function takeWords(cursor: Cursor, quote: string): string {
  let text = '';
  for (;;) {
    text += cursor.take(QUOTED_RUN);
    const next = cursor.peek();
    if (next === quote) {
      if (quote !== "'" || cursor.peek(1) !== "'") return text;
      text += "'";
      cursor.skip(2);
    } else if (next === '\\' && quote === '"') {
      text += takeEscape(cursor);
    } else if (next === "'" || next === '"' || next === '\\') {
      text += next;
      cursor.skip();
    } else {
      return text;
    }
  }
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['0', '\0'],
  ['a', '\x07'],
  ['b', '\b'],
  ['t', '\t'],
  ['\t', '\t'],
  ['n', '\n'],
  ['v', '\v'],
  ['f', '\f'],
  ['r', '\r'],
  ['e', '\x1b'],
  [' ', ' '],
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['N', '\x85'],
  ['_', '\xa0'],
  ['L', '\u2028'],
  ['P', '\u2029'],
]);
const ESCAPE_DIGITS: ReadonlyMap<string, RegExp> = new Map([
  ['x', /[0-9a-fA-F]{2}/y],
  ['u', /[0-9a-fA-F]{4}/y],
  ['U', /[0-9a-fA-F]{8}/y],
]);

function takeEscape(cursor: Cursor): string {
  const start = cursor.mark();
  cursor.skip();
  const letter = cursor.peek();
  if (isBreak(letter)) {
    cursor.takeBreak();
    return takeEmptyLines(cursor, start);
  }
  cursor.skip(letter === '' ? 0 : 1);
  const character = ESCAPES.get(letter);
  if (character !== undefined) return character;
  const digits = ESCAPE_DIGITS.get(letter);
  const code = digits ? Number.parseInt(cursor.take(digits), 16) : Number.NaN;
  if (code <= 0x10ffff) return String.fromCodePoint(code);
  throw new YamlError(
    'yaml_syntax',
    `"\\${letter}" stands for no character here.`,
    start,
    'In double quotation marks a backslash is written twice; in single ones it is a character like others.',
  );
}

function takeEmptyLines(cursor: Cursor, start: Mark): string {
  let breaks = '';
  for (;;) {
    if (cursor.isAtDocumentMarker('---') || cursor.isAtDocumentMarker('...')) {
      throw new YamlError('yaml_syntax', 'The quotation that begins here is cut off by a new document.', start);
    }
    cursor.take(BLANKS);
    if (!isBreak(cursor.peek())) return breaks;
    breaks += cursor.takeBreak();
  }
}

const REST_OF_LINE = /[^\r\n\x85\u2028\u2029]*/y;
const BLOCK_HEADER = /[-+]?[1-9]?[-+]?/y;
const COMMENT = / *(?:#[^\r\n\x85\u2028\u2029]*)?/y;

/**
 * Reads a scalar after `|` or `>`, whose lines are indented by more than `indent` (-1 at the top). Throws
 * YamlError.
 */
export function scanBlockScalar(cursor: Cursor, indent: number): string {
  const start = cursor.mark();
  const isFolded = cursor.peek() === '>';
  cursor.skip();
  const header = readHeader(cursor, start);
  const least = Math.max(indent + 1, 1);
  let column: number;
  let breaks: string;
  if (header.increment === undefined) {
    ({ breaks, column } = takeLeadingLines(cursor));
    column = Math.max(least, column);
  } else {
    column = least + header.increment - 1;
    breaks = takeBreaks(cursor, column);
  }
  let text = '';
  let lineBreak = '';
  while (cursor.column === column && cursor.peek() !== '') {
    text += breaks;
    const indented = isBlank(cursor.peek());
    text += cursor.take(REST_OF_LINE);
    lineBreak = cursor.takeBreak();
    breaks = takeBreaks(cursor, column);
    if (cursor.column !== column || cursor.peek() === '') break;
    const joins = isFolded && lineBreak === '\n' && !indented && !isBlank(cursor.peek());
    if (!joins) text += lineBreak;
    else if (breaks === '') text += ' ';
  }
  if (header.chomping !== '-') text += lineBreak;
  return header.chomping === '+' ? text + breaks : text;
}

function isBlank(character: string): boolean {
  return character === ' ' || character === '\t';
}

function readHeader(cursor: Cursor, start: Mark): { chomping: string | undefined; increment: number | undefined } {
  const header = cursor.take(BLOCK_HEADER);
  const separate = isBlankOrEnd(cursor.peek()) && cursor.peek() !== '\t';
  cursor.take(COMMENT);
  if (!separate || /[-+].*[-+]/.test(header) || (cursor.peek() !== '' && !isBreak(cursor.peek()))) {
    throw new YamlError(
      'yaml_syntax',
      'After "|" or ">" the text begins on the next line; only "+", "-" and a digit may follow on the same line.',
      start,
    );
  }
  cursor.takeBreak();
  const digit = /\d/.exec(header)?.[0];
  return { chomping: /[-+]/.exec(header)?.[0], increment: digit === undefined ? undefined : Number(digit) };
}

/** Empty lines before the first one with text, and the deepest column among them and it. */
function takeLeadingLines(cursor: Cursor): { breaks: string; column: number } {
  let breaks = '';
  let column = 0;
  for (;;) {
    cursor.take(SPACES);
    column = Math.max(column, cursor.column);
    if (!isBreak(cursor.peek())) return { breaks, column };
    breaks += cursor.takeBreak();
  }
}

/** Empty lines, and the indentation of the next line up to a column. */
function takeBreaks(cursor: Cursor, column: number): string {
  let breaks = '';
  for (;;) {
    while (cursor.column < column && cursor.peek() === ' ') cursor.skip();
    if (!isBreak(cursor.peek())) return breaks;
    breaks += cursor.takeBreak();
  }
}
