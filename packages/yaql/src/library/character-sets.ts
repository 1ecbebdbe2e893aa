/** One of the sets that `characters()` can give; without members it is gone since Python 3. */
export interface CharacterSet {
  readonly name: string;
  readonly members: string | undefined;
}

const DIGITS = '0123456789';
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const PUNCTUATION = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';
const BLANKS = ' \t\n\r\v\f';

/** In the order of the parameters of `characters()`. */
export const CHARACTER_SETS: readonly CharacterSet[] = [
  { name: 'digits', members: DIGITS },
  { name: 'hexdigits', members: `${DIGITS}abcdefABCDEF` },
  { name: 'asciiLowercase', members: LOWER },
  { name: 'asciiUppercase', members: UPPER },
  { name: 'asciiLetters', members: LOWER + UPPER },
  { name: 'letters', members: undefined },
  { name: 'octdigits', members: '01234567' },
  { name: 'punctuation', members: PUNCTUATION },
  { name: 'printable', members: DIGITS + LOWER + UPPER + PUNCTUATION + BLANKS },
  { name: 'lowercase', members: undefined },
  { name: 'uppercase', members: undefined },
  { name: 'whitespace', members: BLANKS },
];
