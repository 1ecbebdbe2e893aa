import type { Guide, GuideTerm } from './guide-schema';

/** What pages need of guides, without what checks them. */
export type * from './guide-schema';

export const NO_GUIDE: Guide = { steps: {}, failures: [], terms: [] };

/** The term that a text speaks of: of several the one with the longest word in it; null when it speaks of none. */
export function termIn(text: string, terms: readonly GuideTerm[]): GuideTerm | null {
  let found: { term: GuideTerm; length: number } | null = null;
  for (const term of terms) {
    for (const word of term.words) {
      if (word.length > (found?.length ?? 0) && holdsWord(text, word)) found = { term, length: word.length };
    }
  }
  return found?.term ?? null;
}

/** Whether a word stands in a text by itself, whatever its case: "cluster" not in "clustered". */
function holdsWord(text: string, word: string): boolean {
  const [where, what] = [text.toLowerCase(), word.toLowerCase()];
  for (let at = where.indexOf(what); at >= 0; at = where.indexOf(what, at + 1)) {
    if (!LETTER.test(where.charAt(at - 1)) && !LETTER.test(where.charAt(at + what.length))) return true;
  }
  return false;
}

const LETTER = /[\p{L}\p{N}]/u;
