import type { Cover } from '@/components/ui/drawer-panel';
import type { Box } from './layout/box';

/** Kept free around what is brought into sight, in pixels. */
const MARGIN = 24;

/** The part of a rectangle of the window that a cover and the bars at the window's edges leave free. */
export function freePart(frame: Box, cover: Cover, window: { width: number; height: number }, bars: Bars): Box {
  const left = Math.max(frame.x, cover.side === 'left' ? cover.size : 0);
  const top = Math.max(frame.y, bars.top);
  const right = Math.min(frame.x + frame.width, window.width - (cover.side === 'right' ? cover.size : 0));
  const bottom = Math.min(
    frame.y + frame.height,
    window.height - Math.max(bars.bottom, cover.side === 'bottom' ? cover.size : 0),
  );
  return { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}

/** How high the bars at the top and at the bottom edge of the window are, in pixels. */
export interface Bars {
  top: number;
  bottom: number;
}

/**
 * How far a box has to be moved to lie within a free part with some air around it; where it is larger than that, its
 * beginning is shown. Nothing when it lies there already.
 */
export function shiftInto(box: Box, free: Box): { x: number; y: number } {
  const along = (start: number, length: number, from: number, room: number): number => {
    const air = Math.min(MARGIN, Math.max(0, (room - length) / 2));
    const [least, most] = [from + air, from + room - air - length];
    return start < least || most < least ? least - start : start > most ? most - start : 0;
  };
  return {
    x: along(box.x, box.width, free.x, free.width),
    y: along(box.y, box.height, free.y, free.height),
  };
}

/** The bars at the edges of this window, as the page keeps them for whatever is scrolled to. */
export function barsHere(): Bars {
  const style = getComputedStyle(document.documentElement);
  return {
    top: Number.parseFloat(style.scrollPaddingTop) || 0,
    bottom: Number.parseFloat(style.scrollPaddingBottom) || 0,
  };
}

/** Scrolls the page so far that an element lies clear of a cover. */
export function scrollClear(element: Element, cover: Cover): void {
  const { x, y, width, height } = element.getBoundingClientRect();
  const room = { x: 0, y: 0, width: window.innerWidth, height: window.innerHeight };
  const by = shiftInto({ x, y, width, height }, freePart(room, cover, room, barsHere())).y;
  if (by !== 0) window.scrollBy({ top: -by });
}
