'use client';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { LogTarget } from './log-choice';
import type { LogLine } from './log-lines';
import type { LogScroll } from './use-log-scroll';
import type { ShownLines } from './use-shown-lines';

/**
 * The line that its reader is at: a match, an error, or what the page asked for.
 *
 * @param lines all of the log
 * @param onHidden called when what the page asked for is in the log, but not shown
 */
export function usePresentLine(
  frame: RefObject<HTMLElement | null>,
  { typed, shown, matches }: ShownLines,
  scroll: LogScroll,
  lines: readonly LogLine[],
  goTo: LogTarget | null,
  onHidden: () => void,
) {
  const [presentSeq, setPresentSeq] = useState<number | null>(null);
  const answered = useRef(0);
  const show = (index: number) => {
    setPresentSeq(shown[index]?.seq ?? null);
    scroll.toLine(index);
  };
  const index = presentSeq === null ? -1 : shown.findIndex((line) => line.seq === presentSeq);
  const match = matches.indexOf(index);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new request scrolls, once its line is shown
  useEffect(() => {
    if (!goTo || answered.current === goTo.turn) return;
    const { effectId, seq, turn } = goTo;
    const wanted = (line: LogLine) => (seq === null ? line.effectId === effectId : line.seq === seq);
    const index = shown.findIndex(wanted);
    if (index >= 0) {
      answered.current = turn;
      setPresentSeq(seq);
      scroll.toLine(index);
      // the log itself may be below what the window shows
      frame.current?.scrollIntoView({ block: 'nearest' });
    } else if (lines.some(wanted)) onHidden();
  }, [goTo, shown]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was just typed leads to its first match
  useEffect(() => {
    const first = matches[0];
    if (first !== undefined && match < 0) show(first);
  }, [typed]);

  return {
    seq: presentSeq,
    /** its place among the lines shown; null when it is none of them */
    index: index < 0 ? null : index,
    /** its place among the matches; null when it is none */
    match: match < 0 ? null : match,
    show,
  };
}
