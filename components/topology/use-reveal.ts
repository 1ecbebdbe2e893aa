'use client';
import { useReactFlow } from '@xyflow/react';
import { type RefObject, useEffect } from 'react';
import type { Cover } from '@/components/ui/drawer-panel';
import type { Box } from './layout/box';
import { motionMs } from './motion';
import { barsHere, freePart, scrollClear, shiftInto } from './reveal';

/**
 * Moves the canvas, and the page where that is not enough, so that a box of it lies beside what covers the window.
 *
 * @param turn tells one layout from the next, after which the canvas may have moved
 */
export function useReveal(
  frame: RefObject<HTMLElement | null>,
  box: Box | null,
  cover: Cover | null,
  turn: number | undefined,
): void {
  const flow = useReactFlow();
  const where = box && `${box.x} ${box.y} ${box.width} ${box.height}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is looked at and what covers it; not every step of the canvas
  useEffect(() => {
    if (!frame.current || !box || !cover) return;
    // after the canvas has fitted itself to a new layout
    const timer = setTimeout(() => {
      if (!frame.current) return;
      if (cover.side === 'bottom') scrollClear(frame.current, cover);
      const { x, y, zoom } = flow.getViewport();
      const place = frame.current.getBoundingClientRect();
      const shown = {
        x: place.x + x + box.x * zoom,
        y: place.y + y + box.y * zoom,
        width: box.width * zoom,
        height: box.height * zoom,
      };
      const free = freePart(place, cover, { width: window.innerWidth, height: window.innerHeight }, barsHere());
      const by = shiftInto(shown, free);
      if (by.x !== 0 || by.y !== 0)
        void flow.setViewport({ x: x + by.x, y: y + by.y, zoom }, { duration: motionMs(300) });
    }, 60);
    return () => clearTimeout(timer);
  }, [where, cover, turn, flow]);
}
