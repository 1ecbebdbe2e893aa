import type { CharacterClass, ClassName, Flags } from './syntax';

/** Whether a code point is a letter, digit or underscore, as Python's `\w` tells. */
export function isWordCode(code: number, ascii = false): boolean {
  if (code < 128) {
    return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 95 || (code >= 97 && code <= 122);
  }
  return !ascii && /[\p{L}\p{N}]/u.test(String.fromCodePoint(code));
}

function isDigitCode(code: number, ascii: boolean): boolean {
  if (code < 128) return code >= 48 && code <= 57;
  return !ascii && /\p{Nd}/u.test(String.fromCodePoint(code));
}

function isBlankCode(code: number, ascii: boolean): boolean {
  if (code === 32 || (code >= 9 && code <= 13)) return true;
  if (ascii) return false;
  if (code < 128) return code >= 28 && code <= 31;
  return code === 0x85 || /\s/u.test(String.fromCodePoint(code)) ? code !== 0xfeff : false;
}

function isOfClass(code: number, name: ClassName, ascii: boolean): boolean {
  switch (name) {
    case 'd':
      return isDigitCode(code, ascii);
    case 'D':
      return !isDigitCode(code, ascii);
    case 'w':
      return isWordCode(code, ascii);
    case 'W':
      return !isWordCode(code, ascii);
    case 's':
      return isBlankCode(code, ascii);
    case 'S':
      return !isBlankCode(code, ascii);
  }
}

/** The other cases of a character, where they are one character. */
export function casesOf(code: number): readonly number[] {
  const character = String.fromCodePoint(code);
  const cases = new Set([code]);
  for (const other of [character.toLowerCase(), character.toUpperCase(), character.toUpperCase().toLowerCase()]) {
    if (Array.from(other).length === 1) cases.add(other.codePointAt(0) ?? code);
  }
  return [...cases];
}

/** A test for one set of characters under flags. */
export function classTest(set: CharacterClass, flags: Flags): (code: number) => boolean {
  const plain = (code: number) =>
    set.ranges.some(([low, high]) => code >= low && code <= high) ||
    set.classes.some((name) => isOfClass(code, name, flags.ascii));
  const within = flags.ignoreCase ? (code: number) => casesOf(code).some(plain) : plain;
  return set.negated ? (code) => !within(code) : within;
}
