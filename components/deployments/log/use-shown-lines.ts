'use client';
import { useDeferredValue, useMemo, useState } from 'react';
import type { LogChoice } from './log-choice';
import { filterLines, type LogLine } from './log-lines';
import { findLines, wordsOf } from './log-search';

export interface ShownLines {
  /** what is looked for, a moment after it is typed */
  typed: string;
  words: readonly string[];
  /** all lines that pass the filter, also those that came after a pause */
  passing: readonly LogLine[];
  shown: readonly LogLine[];
  /** places in `shown` of those that hold what is typed, in order */
  matches: readonly number[];
  paused: boolean;
  pause: (on: boolean) => void;
}

/** Which lines of a log are shown: what is chosen, and while it is paused nothing newer. */
export function useShownLines(lines: readonly LogLine[], choice: LogChoice, live: boolean): ShownLines {
  const { level, unitId, only } = choice;
  const typed = useDeferredValue(choice.typed);
  const detailed = level === 'debug';
  const [pausedAt, setPausedAt] = useState<number | null>(null);
  const passing = useMemo(() => filterLines(lines, { level, unitId }), [lines, level, unitId]);
  const held = useMemo(
    () => (pausedAt === null || !live ? passing : passing.filter((line) => line.seq <= pausedAt)),
    [passing, pausedAt, live],
  );
  const shown = useMemo(() => {
    const found = only && typed !== '' ? new Set(findLines(held, typed, detailed)) : null;
    return found ? held.filter((_line, index) => found.has(index)) : held;
  }, [held, only, typed, detailed]);
  const matches = useMemo(() => findLines(shown, typed, detailed), [shown, typed, detailed]);
  const words = useMemo(() => wordsOf(typed), [typed]);
  return {
    typed,
    words,
    passing,
    shown,
    matches,
    paused: pausedAt !== null,
    pause: (on) => setPausedAt(on ? (passing.at(-1)?.seq ?? 0) : null),
  };
}
