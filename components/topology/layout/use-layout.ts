'use client';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { OpenPlace } from '../adding/open-places';
import type { Picture } from '../picture';
import type { Box } from './box';
import type { Frame, Layout } from './lay-out';
import { type LayoutService, startLayoutService } from './layout-service';
import { type BoundaryPlan, type LineWords, layoutPlan } from './plan';

export interface ShownLayout extends Pick<Layout, 'routes' | 'bounds' | 'density' | 'height'> {
  boxes: ReadonlyMap<string, Box>;
  boundaries: readonly BoundaryPlan[];
  /** the services that were collapsed when it was made */
  collapsed: ReadonlySet<string>;
  /** grows with each layout */
  turn: number;
}

/**
 * The layout of a graph for a frame, made beside the page; null before the first. The one before is shown until the
 * next is there.
 */
export function useLayout(
  picture: Picture,
  collapsed: ReadonlySet<string>,
  words: LineWords,
  places: readonly OpenPlace[],
  { width, height, stretch, narrow, readable }: Frame,
): ShownLayout | null {
  const [shown, setShown] = useState<ShownLayout | null>(null);
  const service = useRef<LayoutService | null>(null);
  const plan = useMemo(() => layoutPlan(picture, collapsed, words, places), [picture, collapsed, words, places]);
  // events change states many times a second; only what changes the plan is laid out again
  const key = useMemo(() => JSON.stringify(plan), [plan]);

  useEffect(() => {
    service.current = startLayoutService();
    return () => {
      service.current?.close();
      service.current = null;
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` is the plan
  useEffect(() => {
    if (width === 0 || height === 0) return;
    let stale = false;
    const from = performance.now();
    service.current?.layOut(plan, { width, height, stretch, narrow, readable }).then(({ boxes, ...layout }) => {
      if (stale) return;
      performance.measure('topology-layout', { start: from });
      setShown((last) => ({
        ...layout,
        boxes: new Map(boxes),
        boundaries: plan.boundaries,
        collapsed,
        turn: (last?.turn ?? 0) + 1,
      }));
    });
    return () => {
      stale = true;
    };
  }, [key, width, height, stretch, narrow, readable]);
  return shown;
}
