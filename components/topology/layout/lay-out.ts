import { type Box, SIZES } from './box';
import { hostGrid } from './host-grid';
import { layersOf } from './layers';
import type { LayoutPlan } from './plan';

/** Where each service stood last time, so that it stays there. */
export interface LayoutMemory {
  /** layers from left to right; each is columns of services from top to bottom */
  layers: Column[][];
}

interface Sized {
  width: number;
  height: number;
}

interface Column {
  /** the upper edge, in pixels */
  top: number;
  ids: string[];
}

export interface Layout {
  /** a box per service and host node id; hosts relative to their service */
  boxes: [string, Box][];
  memory: LayoutMemory;
}

/** A drawing is wider than high, like the screens it is looked at on. */
const ASPECT = 1.7;
/** No column is broken before it is that high, in pixels. */
const MIN_COLUMN = 1100;

/**
 * Places services in layers from left to right in the order of dependency, and machines within them. With the
 * memory of the layout before, every service keeps its layer, its column and its order in it: what is new is added
 * below, and what grows pushes only what is below it or to its right.
 */
export function layOut(plan: LayoutPlan, before: LayoutMemory | null): Layout {
  const grids = new Map(plan.groups.map((group) => [group.id, hostGrid(group)]));
  const layers = layersOf(
    plan.groups.map((group) => group.id),
    plan.links,
  );
  const memory = before === null ? arrange(layers, grids) : remember(layers, grids, before);
  const boxes = place(memory, grids);
  for (const { boxes: hosts } of grids.values()) boxes.push(...hosts);
  return { boxes, memory };
}

/** A first arrangement: layers that are too high are broken into columns, which stand centred to each other. */
function arrange(layers: string[][], boxes: ReadonlyMap<string, Sized>): LayoutMemory {
  const limit = columnLimit(boxes);
  const broken = layers.map((ids) => {
    const columns: string[][] = [];
    for (const id of ids) {
      const last = columns.at(-1);
      if (last && columnHeight([...last, id], boxes) <= limit) last.push(id);
      else columns.push([id]);
    }
    return columns;
  });
  const highest = Math.max(0, ...broken.flat().map((ids) => columnHeight(ids, boxes)));
  return {
    layers: broken.map((columns) => {
      const height = Math.max(...columns.map((ids) => columnHeight(ids, boxes)));
      return columns.map((ids) => ({ top: (highest - height) / 2, ids }));
    }),
  };
}

function remember(layers: string[][], boxes: ReadonlyMap<string, Sized>, before: LayoutMemory): LayoutMemory {
  const limit = columnLimit(boxes);
  return {
    layers: layers.map((ids, index) => {
      const here = new Set(ids);
      const columns = (before.layers[index] ?? []).map(({ top, ids: stood }) => ({
        top,
        ids: stood.filter((id) => here.has(id)),
      }));
      const kept = new Set(columns.flatMap((column) => column.ids));
      for (const id of ids) {
        if (kept.has(id)) continue;
        const last = columns.at(-1);
        if (last && (last.ids.length === 0 || columnHeight([...last.ids, id], boxes) <= limit)) last.ids.push(id);
        else columns.push({ top: columns[0]?.top ?? before.layers[0]?.[0]?.top ?? 0, ids: [id] });
      }
      return columns.filter((column) => column.ids.length > 0);
    }),
  };
}

function columnLimit(boxes: ReadonlyMap<string, Sized>): number {
  let area = 0;
  let highest = 0;
  for (const { width, height } of boxes.values()) {
    area += (width + SIZES.serviceGap) * (height + SIZES.serviceGap);
    highest = Math.max(highest, height);
  }
  return Math.max(MIN_COLUMN, highest, Math.sqrt(area / ASPECT));
}

function columnHeight(ids: readonly string[], boxes: ReadonlyMap<string, Sized>): number {
  const heights = ids.reduce((sum, id) => sum + (boxes.get(id)?.height ?? 0), 0);
  return heights + Math.max(0, ids.length - 1) * SIZES.serviceGap;
}

function place({ layers }: LayoutMemory, boxes: ReadonlyMap<string, Sized>): [string, Box][] {
  const placed: [string, Box][] = [];
  let x = 0;
  for (const columns of layers) {
    for (const { top, ids } of columns) {
      let y = top;
      for (const id of ids) {
        const { width = 0, height = 0 } = boxes.get(id) ?? {};
        placed.push([id, { x, y, width, height }]);
        y += height + SIZES.serviceGap;
      }
      x += Math.max(...ids.map((id) => boxes.get(id)?.width ?? 0)) + SIZES.serviceGap;
    }
    x += SIZES.serviceRankGap - SIZES.serviceGap;
  }
  return placed;
}
