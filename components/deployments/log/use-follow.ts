'use client';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** How near to the end still counts as being there, in pixels. */
const NEAR_PX = 24;

/**
 * Keeps a scrolling frame at its end while its reader is there, and leaves it alone once the reader has gone
 * up to read. `length` grows with what is shown.
 */
export function useFollow(frame: RefObject<HTMLElement | null>, length: number, live: boolean) {
  const [following, setFollowing] = useState(true);
  const seen = useRef(length);

  const toEnd = useCallback(() => {
    const element = frame.current;
    if (element) element.scrollTop = element.scrollHeight;
    setFollowing(true);
  }, [frame]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the growth that scrolls
  useLayoutEffect(() => {
    const element = frame.current;
    if (following && live && element) element.scrollTop = element.scrollHeight;
  }, [length, following, live, frame]);

  useEffect(() => {
    if (following) seen.current = length;
  }, [following, length]);

  const onScroll = useCallback(() => {
    const element = frame.current;
    if (!element) return;
    setFollowing(element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_PX);
  }, [frame]);

  return { following, missed: following ? 0 : Math.max(0, length - seen.current), toEnd, onScroll, setFollowing };
}
