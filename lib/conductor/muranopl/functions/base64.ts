import { DslError } from '../errors';

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** A text as base64 of its UTF-8. */
export function encodeBase64(text: string): string {
  let units = '';
  for (const byte of new TextEncoder().encode(text)) units += String.fromCharCode(byte);
  return btoa(units);
}

/**
 * The text whose UTF-8 a base64 text holds. What is no digit of base64 is passed over, and padding ends it, as in
 * Python.
 *
 * @throws TypeError when digits are missing, UnicodeDecodeError when the bytes are no UTF-8
 */
export function decodeBase64(text: string): string {
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  let digits = 0;
  let padding = 0;
  for (const character of text) {
    if (character.charCodeAt(0) > 127)
      throw new DslError('ValueError', 'string argument should contain only ASCII characters');
    if (character === '=') {
      padding++;
      if (digits >= 2 && digits + padding >= 4) return readUtf8(bytes);
      continue;
    }
    const digit = DIGITS.indexOf(character);
    if (digit < 0) continue;
    padding = 0;
    digits = (digits + 1) % 4;
    bits = (bits << 6) | digit;
    held += 6;
    if (held >= 8) {
      held -= 8;
      bytes.push((bits >> held) & 0xff);
      bits &= (1 << held) - 1;
    }
  }
  if (digits === 0) return readUtf8(bytes);
  const why = digits === 1 ? 'One digit alone at the end says nothing' : 'Incorrect padding';
  throw new DslError('TypeError', why);
}

function readUtf8(bytes: readonly number[]): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes));
  } catch {
    throw new DslError('UnicodeDecodeError', 'The bytes are no UTF-8.');
  }
}
