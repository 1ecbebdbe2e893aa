import { escapeRegExp } from '@/lib/model/escape-reg-exp';

/** What the server says, in English, with the same in another language; `{1}`, `{2}` stand for values. */
export interface ServerBook {
  /** whole sentences */
  sentences: Readonly<Record<string, string>>;
  /** parts of sentences, which stand where values do */
  words: Readonly<Record<string, string>>;
}

interface Entry {
  pattern: RegExp;
  /** the longest of its literal parts: a text without it needs no closer look */
  anchor: string;
  translation: string;
  /** letters that have to be the same: of two entries that fit, the one with more of them says more exactly what it is */
  literal: number;
}

/** Whatever is longer is no sentence of the server, but what a machine wrote. */
const LONGEST = 2000;

/** Below this a pattern is little but its values: those may not hold another sentence then. */
const FEW_LETTERS = 24;

/**
 * Makes a translator of the server's sentences. The server says everything in English, as programs read it; what a person
 * reads is looked up by its English, as gettext does, and the values in it are carried over.
 *
 * @param book what is known
 * @returns takes what the server said; returns it in the book's language, or as it was where the book does not have it:
 *   words of machines, of authors of packages, and names stay as they are
 */
export function translatorOf(book: ServerBook): (said: string) => string {
  const exact = new Map([...Object.entries(book.words), ...Object.entries(book.sentences)]);
  const entries = [...exact]
    .filter(([english]) => hasValue(english))
    .map(([english, translation]) => entryOf(english, translation))
    .sort((one, other) => other.literal - one.literal);
  const find = (said: string): string | null => {
    const known = exact.get(said);
    if (known !== undefined && !hasValue(said)) return known;
    for (const { pattern, anchor, translation } of entries) {
      if (!said.includes(anchor)) continue;
      const values = pattern.exec(said)?.slice(1);
      if (values) return translation.replace(VALUE, (_, number) => inWords(values[Number(number) - 1] ?? ''));
    }
    return null;
  };
  /** What stands between separators, when all of it is known. */
  const partwise = (said: string, separator: RegExp | string, glue: string): string | null => {
    const parts = said.split(separator);
    if (parts.length < 2) return null;
    const found = parts.map(find);
    return found.every((part) => part !== null) ? found.join(glue) : null;
  };
  // as one sentence, all after the first comma of a list would be a value of its first item
  const listed = (said: string) => partwise(said, ', ', ', ');
  const each = (said: string) => partwise(said, /(?<=[.!?]) (?=["\p{Lu}])/u, ' ');
  const inWords = (said: string): string =>
    said.length > LONGEST ? said : (listed(said) ?? find(said) ?? each(said) ?? said);
  return inWords;
}

const VALUE = /\{(\d)\}/g;

const hasValue = (english: string): boolean => /\{\d\}/.test(english);

function entryOf(english: string, translation: string): Entry {
  const literals = english.split(/\{\d\}/);
  const literal = literals.join('').length;
  const value = literal < FEW_LETTERS ? '((?:(?![.!?] )[^])+?)' : '([^]*?)';
  const anchor = literals.reduce((longest, one) => (one.length > longest.length ? one : longest), '');
  return { pattern: new RegExp(`^${literals.map(escapeRegExp).join(value)}$`), anchor, translation, literal };
}
