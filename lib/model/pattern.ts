import { RE2JS } from 're2js';

/** The longest pattern, and the longest text in which one is searched for, in characters. */
const MAX_PATTERN_CHARACTERS = 1_000;
export const MAX_SEARCHED_CHARACTERS = 1_000;
/** The most instructions of a compiled pattern: each may be tried at each character. */
const MAX_PATTERN_INSTRUCTIONS = 1_700;
/** Compiled patterns that are kept: what they have learnt of texts makes the next search faster. */
const MAX_KEPT_PATTERNS = 200;

/** What only engines can do that go back in the text: look around, and refer to what a group has found. */
const NEEDS_BACKTRACKING = /\(\?<?[=!]|\(\?P=|\(\?>|\\[1-9]|\\k</;
/** `\\uXXXX` and `\\u{X}` of JavaScript, `\\Z` of Python; any other escape is matched so that its letter is passed over. */
const ESCAPES = /\\(?:u([0-9A-Fa-f]{4})|u\{([0-9A-Fa-f]+)\}|[\s\S])/g;

/** Letters as they are written, or in either case. */
type LetterCase = 'exact' | 'any';

/**
 * What keeps a pattern of somebody else, of a package for example, from being searched for: patterns are those of RE2, whose
 * search takes time in proportion to the text, whatever is written.
 *
 * @returns null for a pattern that {@link fitsPattern} searches for
 */
export function patternProblem(expression: string): string | null {
  if (expression.length > MAX_PATTERN_CHARACTERS) {
    return `A pattern may have at most ${MAX_PATTERN_CHARACTERS} characters.`;
  }
  try {
    const instructions = compile(expression).programSize();
    return instructions <= MAX_PATTERN_INSTRUCTIONS
      ? null
      : 'This pattern repeats too much to be searched for at once. Write smaller numbers into {…}.';
  } catch (error) {
    if (NEEDS_BACKTRACKING.test(expression)) {
      return 'A pattern cannot look ahead or behind, as (?=…) and (?<!…) do, nor refer back to a group, as \\1 does. Write it without them.';
    }
    return `This is no regular expression: ${reasonOf(error)}.`;
  }
}

/**
 * Whether something in a text fits a pattern. In a longer text than {@link MAX_SEARCHED_CHARACTERS} nothing does, and
 * nothing fits a pattern that {@link patternProblem} refuses: what cannot be checked is not let through.
 */
export function fitsPattern(expression: string, text: string, letters: LetterCase = 'exact'): boolean {
  return text.length <= MAX_SEARCHED_CHARACTERS && (usable(expression, letters)?.test(text) ?? false);
}

/** Whether the whole of a text fits a pattern; see {@link fitsPattern}. */
export function fitsWholePattern(expression: string, text: string): boolean {
  return text.length <= MAX_SEARCHED_CHARACTERS && (usable(expression, 'exact')?.testExact(text) ?? false);
}

const kept = new Map<string, RE2JS | null>();

function usable(expression: string, letters: LetterCase): RE2JS | null {
  const key = `${letters} ${expression}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  if (kept.size >= MAX_KEPT_PATTERNS) kept.clear();
  const made = patternProblem(expression) === null ? compile(expression, letters) : null;
  kept.set(key, made);
  return made;
}

function compile(expression: string, letters: LetterCase = 'exact'): RE2JS {
  const text = expression.replace(ESCAPES, (written, four?: string, any?: string) => {
    if (written === '\\Z') return '\\z';
    const code = four ?? any;
    return code === undefined ? written : `\\x{${code}}`;
  });
  return RE2JS.compile(text, letters === 'any' ? RE2JS.CASE_INSENSITIVE : 0);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : String(error);
}
