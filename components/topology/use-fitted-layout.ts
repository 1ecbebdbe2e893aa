'use client';
import type { RefObject } from 'react';
import { usePresenter } from '@/lib/client/presenter';
import type { OpenPlace } from './adding/open-places';
import { isNarrow } from './canvas-controls';
import { type CanvasScale, canvasScale, edgePadding } from './canvas-scale';
import { useElementSize } from './layout/use-element-size';
import { type ShownLayout, useLayout } from './layout/use-layout';
import type { Picture } from './picture';
import { useTopologyWords } from './words';

/** How many times as high as the window leaves room the canvas becomes so that all of it can be read. */
const STRETCH = { wide: 2.4, narrow: 8 };
/** The smallest words on a wall, in pixels: read from some metres away. */
const READABLE_ON_WALL = 16;

export interface FittedLayout {
  /** null before the first */
  layout: ShownLayout | null;
  scale: CanvasScale;
  /** of the room that the window leaves, in pixels */
  roomHeight: number;
  /** that the canvas grows to so that all of it can be read, in pixels; null where it does not grow */
  fullHeight: number | null;
}

/**
 * The layout of a picture for the room that its canvas has, and for those who look at it.
 *
 * @param probe an element as large as the room
 * @param shape `fixed`: the canvas has the room that it has, and never grows
 */
export function useFittedLayout(
  probe: RefObject<HTMLElement | null>,
  picture: Picture,
  collapsed: ReadonlySet<string>,
  places: readonly OpenPlace[],
  { fixed, wall }: { fixed: boolean; wall: boolean },
): FittedLayout {
  const presenting = usePresenter();
  const { relationLine } = useTopologyWords();
  const { width, height } = useElementSize(probe);
  const scale = canvasScale(wall, presenting);
  const padding = edgePadding(width, height, scale);
  const narrow = isNarrow(width);
  const enlarged = wall ? 1 : scale.largest;
  const layout = useLayout(picture, collapsed, relationLine, places, {
    width: Math.max(0, width - padding.left - padding.right) / enlarged,
    height: Math.max(0, height - padding.top - padding.bottom) / enlarged,
    stretch: fixed || (presenting && !narrow) ? 1 : narrow ? STRETCH.narrow : STRETCH.wide,
    narrow,
    ...(wall ? { readable: READABLE_ON_WALL } : {}),
  });
  return {
    layout,
    scale,
    roomHeight: height,
    fullHeight: layout && !fixed ? layout.height * scale.largest + padding.top + padding.bottom : null,
  };
}
