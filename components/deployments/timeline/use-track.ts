'use client';
import { useEffect, useRef, useState } from 'react';

/** How much room a timeline has, in pixels, and how wide words are on it. */
export interface Track {
  /** width of the whole window of time */
  trackPx: number;
  /** width of what is in sight, names of rows included */
  framePx: number;
  wordsPx: (words: string) => number;
}

/** Measures the frame of a timeline, and the part of it that stands for time. Null until both are drawn. */
export function useTrack() {
  const frame = useRef<HTMLDivElement>(null);
  const line = useRef<HTMLDivElement>(null);
  const [track, setTrack] = useState<Track | null>(null);
  useEffect(() => {
    const outer = frame.current;
    const inner = line.current;
    if (!outer || !inner) return;
    const measure = () => {
      const next = { trackPx: inner.clientWidth, framePx: outer.clientWidth };
      setTrack((last) =>
        last?.trackPx === next.trackPx && last.framePx === next.framePx ? last : { ...next, wordsPx: rulerOf(inner) },
      );
    };
    const observer = new ResizeObserver(measure);
    observer.observe(inner);
    observer.observe(outer);
    // words measured before their letters were there are measured again; letters come when they are asked for
    let isThere = true;
    const measureAnew = () => {
      if (isThere) setTrack((last) => last && { ...last, wordsPx: rulerOf(inner) });
    };
    // those that do not come are replaced, and the page may be left before they do
    document.fonts.load(fontOf(inner)).then(measureAnew, () => undefined);
    return () => {
      isThere = false;
      observer.disconnect();
    };
  }, []);
  return { frame, line, track };
}

/** Measures words as they are set in a part of the page; each of them once. */
function rulerOf(element: HTMLElement): (words: string) => number {
  const context = document.createElement('canvas').getContext('2d');
  if (context) context.font = fontOf(element);
  const known = new Map<string, number>();
  return (words) => {
    // pages set all digits as wide as each other, which a canvas cannot
    const set = words.replaceAll(/\d/g, '0');
    const measured = known.get(words) ?? Math.ceil(context?.measureText(set).width ?? 0) + ROUNDING_PX;
    known.set(words, measured);
    return measured;
  };
}

function fontOf(element: HTMLElement): string {
  const { fontFamily, fontSize } = getComputedStyle(element);
  return `500 ${fontSize} ${fontFamily}`;
}

/** What a browser sets a little wider than it measured. */
const ROUNDING_PX = 2;
