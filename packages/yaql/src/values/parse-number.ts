import { YaqlError } from '../errors';
import { asciiDigits } from '../primitives/digits';
import { toInt } from '../primitives/float';

/**
 * Python's `int('…')`: digits, a sign, blanks around, single underscores between digits.
 *
 * @throws ValueError
 */
export function parseIntText(text: string): number | bigint {
  const digits = asciiDigits(text.trim());
  if (!/^[+-]?\d+(?:_\d+)*$/.test(digits)) {
    throw new YaqlError('ValueError', `The text '${text}' is no whole number.`);
  }
  const plain = digits.replaceAll('_', '');
  if (plain.length > 4301) {
    throw new YaqlError('ValueError', 'A whole number of more than 4300 digits cannot be read.');
  }
  const value = BigInt(plain.replace(/^[+-]/, ''));
  return toInt(plain.startsWith('-') ? -value : value);
}

/**
 * Python's `float('…')`: also exponents, `inf` and `nan`.
 *
 * @throws ValueError
 */
export function parseFloatText(text: string): number {
  const written = asciiDigits(text.trim()).toLowerCase();
  const special = /^([+-]?)(inf|infinity|nan)$/.exec(written);
  if (special) {
    if (special[2] === 'nan') return Number.NaN;
    return special[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  }
  if (!/^[+-]?(?:\d+(?:_\d+)*\.?(?:\d+(?:_\d+)*)?|\.\d+(?:_\d+)*)(?:e[+-]?\d+(?:_\d+)*)?$/.test(written)) {
    throw new YaqlError('ValueError', `The text '${text}' is no number.`);
  }
  return Number(written.replaceAll('_', ''));
}
