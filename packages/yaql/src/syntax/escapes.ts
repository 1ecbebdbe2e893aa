import { UNICODE_NAMES } from './unicode-names';

const ESCAPE = /\\U.{8}|\\u.{4}|\\x.{2}|\\[0-7]{1,3}|\\N\{[^}]+\}|\\[\\'"abfnrtv]/gsu;
/** What a letter after a backslash stands for, in texts and in patterns. */
export const LETTERS: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};
const SINGLE: Readonly<Record<string, string>> = { ...LETTERS, '\\': '\\', "'": "'", '"': '"' };

/**
 * Reads Python's escapes in a quoted text; unknown ones stay as written.
 *
 * @returns the text, or undefined when an escape names no character (`\xZZ`, `\N{NOBODY}`)
 */
export function decodeEscapes(text: string): string | undefined {
  if (!text.includes('\\')) return text;
  let broken = false;
  const decoded = text.replace(ESCAPE, (written) => {
    const character = decodeOne(written);
    if (character === undefined) broken = true;
    return character ?? '';
  });
  return broken ? undefined : decoded;
}

function decodeOne(written: string): string | undefined {
  const letter = written.charAt(1);
  if (letter === 'N') return UNICODE_NAMES.get(written.slice(3, -1).toUpperCase());
  if (letter === 'U' || letter === 'u' || letter === 'x') {
    const digits = written.slice(2);
    if (!/^[0-9a-fA-F]+$/.test(digits)) return undefined;
    const code = Number.parseInt(digits, 16);
    return code > 0x10ffff ? undefined : String.fromCodePoint(code);
  }
  if (letter >= '0' && letter <= '7') return String.fromCodePoint(Number.parseInt(written.slice(1), 8));
  return SINGLE[letter];
}
