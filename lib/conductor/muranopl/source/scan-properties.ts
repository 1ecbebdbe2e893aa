import { type Cursor, isBlankOrEnd, isBreakOrEnd, YamlError } from './cursor';
import type { Token } from './tokens';

const NAME = /[0-9A-Za-z_-]*/y;
const URI = /(?:[0-9A-Za-z\-;/?:@&=+$,_.!~*'()[\]]|%[0-9A-Fa-f]{2})*/y;
const HANDLE = /!(?:[0-9A-Za-z_-]*!)?/y;
const LINE = /[^\r\n\x85\u2028\u2029]*/y;

/**
 * Reads `&name` or `*name`.
 *
 * @throws YamlError
 */
export function scanAnchor(cursor: Cursor): Token {
  const mark = cursor.mark();
  const kind = cursor.peek() === '*' ? 'alias' : 'anchor';
  cursor.skip();
  const name = cursor.take(NAME);
  if (name === '' || !(isBlankOrEnd(cursor.peek()) || '?:,]}%@`'.includes(cursor.peek()))) {
    throw new YamlError(
      'yaml_syntax',
      `After "${kind === 'alias' ? '*' : '&'}" YAML expects a name of letters and digits.`,
      mark,
      'A text that begins with * or & is written in quotation marks.',
    );
  }
  return { kind, name, mark };
}

/**
 * Reads `!tag`, `!!tag`, `!handle!tag`, `!<tag>` or a lone `!`.
 *
 * @throws YamlError
 */
export function scanTag(cursor: Cursor): Token {
  const mark = cursor.mark();
  let handle: string | null = null;
  let suffix: string;
  if (cursor.peek(1) === '<') {
    cursor.skip(2);
    suffix = cursor.take(URI);
    if (cursor.peek() === '>') cursor.skip();
    else suffix = '';
  } else if (isBlankOrEnd(cursor.peek(1))) {
    cursor.skip();
    suffix = '!';
  } else {
    handle = cursor.take(HANDLE);
    suffix = cursor.take(URI);
  }
  if (suffix === '' || !(cursor.peek() === ' ' || isBreakOrEnd(cursor.peek()))) {
    throw new YamlError(
      'yaml_syntax',
      'After "!" YAML expects the name of a tag.',
      mark,
      'A text that begins with ! is written in quotation marks.',
    );
  }
  return { kind: 'tag', handle, suffix: decodeURIComponent(suffix), mark };
}

/**
 * Reads a line that begins with `%`.
 *
 * @throws YamlError
 */
export function scanDirective(cursor: Cursor): Token {
  const mark = cursor.mark();
  cursor.skip();
  const words = cursor.take(LINE).replace(/ #.*$/, '').trim().split(/ +/);
  const [name = '', ...values] = words;
  const known = name === 'YAML' ? /^1\.\d+$/.test(values[0] ?? '') : name !== 'TAG' || values.length === 2;
  if (name === '' || !known) {
    throw new YamlError(
      'yaml_syntax',
      'A line that begins with "%" must be "%YAML 1.1" or "%TAG handle prefix".',
      mark,
    );
  }
  cursor.takeBreak();
  return { kind: 'directive', name, values, mark };
}
