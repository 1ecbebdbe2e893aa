'use client';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { LogLine } from './log-lines';

/** Height of a line that has not been drawn yet, in pixels. */
const LINE_PX = 24;
/** Lines drawn beyond what is seen, each way: a small log is in the page as a whole. */
const BEYOND = 60;
/** How near to the end still counts as being there, in pixels. */
const NEAR_PX = 24;

export type LogScroll = ReturnType<typeof useLogScroll>;

/**
 * Draws only what is seen of a long log, keeps it at its end while its reader is there, and leaves it alone once the
 * reader has gone up to read.
 */
export function useLogScroll(frame: RefObject<HTMLElement | null>, lines: readonly LogLine[], live: boolean) {
  const [following, setFollowing] = useState(true);
  const lastTop = useRef(0);
  const list = useVirtualizer({
    count: lines.length,
    getScrollElement: () => frame.current,
    estimateSize: () => LINE_PX,
    overscan: BEYOND,
    getItemKey: (index) => lines[index]?.seq ?? index,
  });
  const total = list.getTotalSize();

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the growth that scrolls
  useLayoutEffect(() => {
    const element = frame.current;
    if (following && live && element) element.scrollTop = element.scrollHeight;
  }, [lines.length, total, following, live, frame]);

  const onScroll = useCallback(() => {
    const element = frame.current;
    if (!element) return;
    const up = element.scrollTop < lastTop.current;
    lastTop.current = element.scrollTop;
    // lines that turn out taller than thought move the end away: only going up is leaving it
    if (element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_PX) setFollowing(true);
    else if (up) setFollowing(false);
  }, [frame]);

  const toLine = useCallback(
    (index: number) => {
      setFollowing(false);
      list.scrollToIndex(index, { align: 'center' });
    },
    [list],
  );

  return { list, following, onScroll, toLine, follow: useCallback(() => setFollowing(true), []) };
}
