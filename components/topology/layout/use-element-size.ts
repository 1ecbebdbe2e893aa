'use client';
import { type RefObject, useEffect, useState } from 'react';

/** A frame that grows by less than this is no reason to arrange everything anew, in pixels. */
const STEP = 24;

interface ElementSize {
  width: number;
  height: number;
}

/** The room inside an element, in steps; nothing before it is known. */
export function useElementSize(element: RefObject<HTMLElement | null>): ElementSize {
  const [room, setRoom] = useState<ElementSize>({ width: 0, height: 0 });
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return;
      const stepped = (length: number) => Math.floor(length / STEP) * STEP;
      const [width, height] = [stepped(entry.contentRect.width), stepped(entry.contentRect.height)];
      setRoom((last) => (last.width === width && last.height === height ? last : { width, height }));
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return room;
}
