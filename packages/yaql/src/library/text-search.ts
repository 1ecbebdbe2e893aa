import { YaqlError } from '../errors';
import { isPlain } from '../values/characters';

/** What Python's str.strip() and split() take for blank: Unicode's blanks and four control characters. */
const CODES = String.fromCharCode(0x1c, 0x1d, 0x1e, 0x1f, 0x85);
const BLANK = new RegExp(`(?!\ufeff)[\\s${CODES}]`);
const BLANKS = new RegExp(`(?:${BLANK.source})+`, 'g');

/** Python's strip, lstrip and rstrip: blanks, or the characters given. */
export function trimText(text: string, chars: string | null, sides: 'both' | 'left' | 'right'): string {
  const unwanted = chars === null ? undefined : new Set(Array.from(chars));
  const goes = (character: string | undefined) =>
    character !== undefined && (unwanted ? unwanted.has(character) : BLANK.test(character));
  const characters = isPlain(text) ? text : Array.from(text);
  let start = 0;
  let end = characters.length;
  while (sides !== 'right' && start < end && goes(characters[start])) start++;
  while (sides !== 'left' && end > start && goes(characters[end - 1])) end--;
  return typeof characters === 'string' ? characters.slice(start, end) : characters.slice(start, end).join('');
}

/**
 * Python's str.split: null splits at runs of blanks.
 *
 * @throws ValueError for an empty separator
 */
export function splitText(text: string, separator: string | null, most: number): string[] {
  if (separator === null) return splitAtBlanks(text, most);
  if (separator === '') throw new YaqlError('ValueError', 'A text cannot be split at an empty text.');
  const parts = text.split(separator);
  if (most < 0 || parts.length <= most + 1) return parts;
  return [...parts.slice(0, most), parts.slice(most).join(separator)];
}

function splitAtBlanks(text: string, most: number): string[] {
  const parts: string[] = [];
  let rest = trimText(text, null, 'left');
  while (rest !== '') {
    BLANKS.lastIndex = 0;
    const gap = BLANKS.exec(rest);
    if (!gap || (most >= 0 && parts.length >= most)) {
      // Python keeps the blanks at the end of a part that was not cut further.
      parts.push(rest);
      return parts;
    }
    parts.push(rest.slice(0, gap.index));
    rest = rest.slice(gap.index + gap[0].length);
  }
  return parts;
}

/**
 * Python's str.rsplit.
 *
 * @throws ValueError for an empty separator
 */
export function splitTextFromRight(text: string, separator: string | null, most: number): string[] {
  if (most < 0) return splitText(text, separator, most);
  if (separator === null) {
    const mirrored = splitAtBlanks(mirror(text), most);
    return mirrored.map(mirror).reverse();
  }
  if (separator === '') throw new YaqlError('ValueError', 'A text cannot be split at an empty text.');
  const parts: string[] = [];
  let rest = text;
  while (parts.length < most) {
    const at = rest.lastIndexOf(separator);
    if (at < 0) break;
    parts.unshift(rest.slice(at + separator.length));
    rest = rest.slice(0, at);
  }
  return [rest, ...parts];
}

function mirror(text: string): string {
  return Array.from(text).reverse().join('');
}

/** Python's str.replace; a negative count replaces all. */
export function replaceText(text: string, old: string, fresh: string, count: number): string {
  if (count === 0) return text;
  if (old === '') {
    const characters = Array.from(text);
    const most = count < 0 ? characters.length + 1 : count;
    const before = characters.map((character, at) => (at < most ? fresh : '') + character).join('');
    return before + (characters.length < most ? fresh : '');
  }
  if (count < 0) return text.split(old).join(fresh);
  const parts = splitText(text, old, count);
  return parts.join(fresh);
}

/** Python's str.find and rfind with `start` and `end`, which may count from the end; -1 when there is none. */
export function findText(
  text: string,
  sub: string,
  start: number,
  end: number | undefined,
  which: 'first' | 'last',
): number {
  if (!isPlain(text)) {
    const units = Array.from(text);
    const bounds = clamp(units.length, start, end);
    const found = findUnits(units.slice(bounds.from, bounds.to).join(''), sub, which, bounds);
    if (found < 0) return -1;
    return bounds.from + Array.from(units.slice(bounds.from, bounds.to).join('').slice(0, found)).length;
  }
  const bounds = clamp(text.length, start, end);
  const found = findUnits(text.slice(bounds.from, Math.max(bounds.from, bounds.to)), sub, which, bounds);
  return found < 0 ? -1 : bounds.from + found;
}

function findUnits(
  part: string,
  sub: string,
  which: 'first' | 'last',
  bounds: { from: number; to: number; size: number },
) {
  if (bounds.from > bounds.size || bounds.from > bounds.to) return -1;
  return which === 'first' ? part.indexOf(sub) : part.lastIndexOf(sub);
}

function clamp(size: number, start: number, end: number | undefined): { from: number; to: number; size: number } {
  const place = (index: number) => (index < 0 ? Math.max(0, index + size) : index);
  return { from: place(start), to: Math.min(size, place(end ?? size)), size };
}
