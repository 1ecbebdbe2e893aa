'use client';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Topology } from '@/lib/model/topology/graph';
import type { Box } from './box';
import type { LayoutMemory } from './lay-out';
import { type LayoutService, startLayoutService } from './layout-service';
import { layoutPlan } from './plan';

export interface ShownLayout {
  boxes: ReadonlyMap<string, Box>;
  /** the services that were collapsed when it was made */
  collapsed: ReadonlySet<string>;
  /** grows with each layout */
  turn: number;
}

/**
 * The layout of a graph, made beside the page; null before the first. The one before is shown until the next is
 * there. A new `arrangement` forgets where things stood.
 */
export function useLayout(topology: Topology, collapsed: ReadonlySet<string>, arrangement: number): ShownLayout | null {
  const [shown, setShown] = useState<ShownLayout | null>(null);
  const memory = useRef<{ arrangement: number; places: LayoutMemory } | null>(null);
  const service = useRef<LayoutService | null>(null);
  const plan = useMemo(() => layoutPlan(topology, collapsed), [topology, collapsed]);
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
    let stale = false;
    const from = performance.now();
    const before = memory.current?.arrangement === arrangement ? memory.current.places : null;
    service.current?.layOut(plan, before).then((layout) => {
      if (stale) return;
      performance.measure('topology-layout', { start: from });
      memory.current = { arrangement, places: layout.memory };
      setShown((last) => ({ boxes: new Map(layout.boxes), collapsed, turn: (last?.turn ?? 0) + 1 }));
    });
    return () => {
      stale = true;
    };
  }, [key, arrangement]);
  return shown;
}
