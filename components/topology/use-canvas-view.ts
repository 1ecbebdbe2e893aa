'use client';
import { getViewportForBounds, useReactFlow, useStore, type Viewport } from '@xyflow/react';
import { type RefObject, useCallback, useEffect, useRef } from 'react';
import type { Cover } from '@/components/ui/drawer-panel';
import { type CanvasScale, edgePadding, ON_WALL } from './canvas-scale';
import type { Box } from './layout/box';
import type { ShownLayout } from './layout/use-layout';
import { motionMs } from './motion';
import type { Picture } from './picture';
import { placeOf } from './place-of';
import { barsHere, freePart, scrollClear } from './reveal';

export const MIN_ZOOM = 0.03;
/** What is looked for is shown at least so large. */
const SEEN = 0.6;
/** So much nearer than the whole comes what is in focus on a wall. */
const NEARER = 1.6;

const NOT_COVERED = { left: 0, right: 0 };

/** What the canvas is to show: a part, or everything; `turn` tells a second request for the same from the first. */
export interface Focus {
  id: string | null;
  turn: number;
}

/**
 * What part of the canvas is in sight: all of it, or what is in focus. A new layout and a new size of the frame are fitted
 * in until somebody has chosen a view of their own.
 *
 * @param beside what covers the window while all of the drawing is to be seen
 */
export function useCanvasView(
  frame: RefObject<HTMLElement | null>,
  picture: Picture,
  layout: ShownLayout | null,
  { wall, largest }: CanvasScale,
  focus: Focus,
  beside: Cover | null,
) {
  const flow = useReactFlow();
  const moved = useRef(false);
  const viewOf = useCallback(
    (bounds: Box, covered = NOT_COVERED): Viewport => {
      const { clientWidth = 0, clientHeight = 0 } = frame.current ?? {};
      const free = clientWidth - covered.left - covered.right;
      const { left, right, top, bottom } = edgePadding(free, clientHeight, { wall, largest });
      return getViewportForBounds(bounds, clientWidth, clientHeight, MIN_ZOOM, largest, {
        ...{ left: `${left + covered.left}px`, right: `${right + covered.right}px` },
        ...{ top: `${top}px`, bottom: `${bottom}px` },
      });
    },
    [frame, largest, wall],
  );
  const former = useRef<Viewport | null>(null);
  const fitAll = useCallback(
    (duration: number) => {
      if (layout && frame.current) void flow.setViewport(viewOf(layout.bounds), { duration });
    },
    [frame, layout, flow, viewOf],
  );
  const approach = useCallback(
    (groupId: string) => {
      moved.current = true;
      void flow.fitView({ nodes: [{ id: groupId }], minZoom: 0.5, maxZoom: 1, duration: motionMs(300) });
    },
    [flow],
  );

  // a new layout wants a new view, until somebody has chosen their own
  // biome-ignore lint/correctness/useExhaustiveDependencies: the turn tells a new layout
  useEffect(() => {
    if (!layout) return;
    const box = focus.id === null ? null : placeOf(picture, layout.boxes, focus.id);
    if (focus.id !== null && !box) return;
    if (!box && moved.current) return;
    const timer = setTimeout(() => {
      // what can be read with all of it fitted in is in sight already
      const whole = viewOf(layout.bounds).zoom;
      const inSight = !wall && !moved.current && whole >= SEEN;
      if (!box || inSight) return fitAll(layout.turn === 1 ? 0 : motionMs(300));
      const zoom = wall ? Math.min(ON_WALL, whole * NEARER) : Math.min(1, Math.max(flow.getZoom(), SEEN));
      void flow.setCenter(box.x + box.width / 2, box.y + box.height / 2, { zoom, duration: motionMs(300) });
    }, 30);
    return () => clearTimeout(timer);
  }, [layout?.turn, focus]);

  // All of it is shown beside what covers the window, and as it was once nothing does, unless somebody has moved it since.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the turn tells a new layout
  useEffect(() => {
    const element = frame.current;
    if (!layout || !element) return;
    if (beside?.side === 'bottom') return scrollClear(element, beside);
    if (beside) {
      former.current ??= flow.getViewport();
      const place = element.getBoundingClientRect();
      const free = freePart(place, beside, { width: window.innerWidth, height: window.innerHeight }, barsHere());
      const covered = { left: free.x - place.x, right: place.right - free.x - free.width };
      const timer = setTimeout(() => {
        void flow.setViewport(viewOf(layout.bounds, covered), { duration: motionMs(300) });
      }, 60);
      return () => clearTimeout(timer);
    }
    if (former.current) void flow.setViewport(former.current, { duration: motionMs(300) });
    former.current = null;
  }, [beside, layout?.turn]);

  // so does another size of the frame: a tablet that is turned, a window made narrow
  const size = useStore((store) => `${store.width} ${store.height}`);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new layout is fitted above
  useEffect(() => {
    if (focus.id === null && !moved.current) fitAll(0);
  }, [size]);

  return {
    viewOf,
    fitAll,
    /** brings a service that is seen from afar near */
    approach,
    /** @param event what moves it: null where nobody's hand does */
    onMoveStart: (event: unknown) => {
      if (event) {
        moved.current = true;
        former.current = null;
      }
      frame.current?.setAttribute('data-moving', '');
    },
    onMoveEnd: () => frame.current?.removeAttribute('data-moving'),
  };
}
