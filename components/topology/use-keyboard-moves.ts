'use client';
import { useReactFlow } from '@xyflow/react';
import { type KeyboardEvent, type RefObject, useCallback } from 'react';
import type { Box } from './layout/box';
import { motionMs } from './motion';
import { directionOf, neighbour } from './neighbours';

/** Arrow keys: the focus goes to the neighbour that way, and the canvas with it. @returns the neighbour's id */
export function useKeyboardMoves(frame: RefObject<HTMLElement | null>, boxes: ReadonlyMap<string, Box>) {
  const flow = useReactFlow();
  return useCallback(
    (event: KeyboardEvent, id: string): string | null => {
      const direction = directionOf(event.key);
      const next = direction && neighbour(boxes, id, direction);
      const box = next && boxes.get(next);
      if (!next || !box) return null;
      event.preventDefault();
      const options = { zoom: flow.getZoom(), duration: motionMs(250) };
      void flow.setCenter(box.x + box.width / 2, box.y + box.height / 2, options);
      focusPart(frame, next);
      return next;
    },
    [boxes, flow, frame],
  );
}

/** What is out of sight is not drawn; it appears while the canvas moves there. */
const PATIENCE_FRAMES = 40;

function focusPart(frame: RefObject<HTMLElement | null>, id: string, patience = PATIENCE_FRAMES): void {
  const part = frame.current?.querySelector<HTMLElement>(`[data-part="${CSS.escape(id)}"]`);
  if (part) part.focus({ preventScroll: true });
  else if (patience > 0) requestAnimationFrame(() => focusPart(frame, id, patience - 1));
}
