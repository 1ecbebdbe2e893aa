import type { LogLine } from './log-lines';

/** The words that were typed, in lower case. */
export function wordsOf(typed: string): string[] {
  return typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

/**
 * Which lines hold every typed word, in their text, their machine's name or, when those are shown, their details.
 *
 * @returns places in `lines`, in order; none when nothing is typed
 */
export function findLines(lines: readonly LogLine[], typed: string, detailed: boolean): number[] {
  const words = wordsOf(typed);
  if (words.length === 0) return [];
  return lines.flatMap((line, index) => {
    const text = `${line.about} ${line.text} ${(detailed && line.details) || ''}`.toLowerCase();
    return words.every((word) => text.includes(word)) ? [index] : [];
  });
}

/** The match before or after the present one, round the end; null when there is none. */
export function neighbourMatch(matches: readonly number[], present: number | null, step: 1 | -1): number | null {
  if (matches.length === 0) return null;
  if (present === null) return (step === 1 ? matches[0] : matches.at(-1)) ?? null;
  const further = step === 1 ? matches.find((at) => at > present) : matches.findLast((at) => at < present);
  return further ?? (step === 1 ? matches[0] : matches.at(-1)) ?? null;
}

/** A piece of a text, and whether it was searched for. */
export interface Piece {
  text: string;
  /** place of its first character: unique in its text */
  at: number;
  hit: boolean;
}

/** Cuts a text into what was searched for and the rest; together the pieces are the text. */
export function piecesOf(text: string, words: readonly string[]): Piece[] {
  const lower = text.toLowerCase();
  // letters that change their length in lower case would shift the places: such a text is left whole
  if (words.length === 0 || lower.length !== text.length) return [{ text, at: 0, hit: false }];
  const marked = new Array<boolean>(text.length).fill(false);
  for (const word of words) {
    for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1))
      marked.fill(true, at, at + word.length);
  }
  const pieces: Piece[] = [];
  for (let at = 0; at < text.length; ) {
    const hit = marked[at] === true;
    const end = marked.indexOf(!hit, at);
    pieces.push({ text: text.slice(at, end < 0 ? text.length : end), at, hit });
    at = end < 0 ? text.length : end;
  }
  return pieces;
}
