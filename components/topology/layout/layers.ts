import { Graph, layout } from '@dagrejs/dagre';
import type { Link } from './plan';

export interface Sized {
  id: string;
  width: number;
  height: number;
}

/**
 * The layers of a graph from left to right, what is depended on first, each in the order from top to bottom that
 * crosses few lines. What the library calls equal keeps the order of `boxes`.
 */
export function layersOf(boxes: readonly Sized[], links: readonly Link[]): string[][] {
  const linked = new Set(links.flatMap(({ source, target }) => [source, target]));
  const loose = boxes.filter(({ id }) => !linked.has(id)).map(({ id }) => id);
  const layers = linked.size === 0 ? [] : arranged(boxes, linked, links);
  // what is not linked to anything stands with what nothing has to come before
  return loose.length === 0 ? layers : [[...(layers[0] ?? []), ...loose], ...layers.slice(1)];
}

function arranged(boxes: readonly Sized[], linked: ReadonlySet<string>, links: readonly Link[]): string[][] {
  const graph = new Graph();
  graph.setGraph({ rankdir: 'LR' });
  graph.setDefaultEdgeLabel(() => ({}));
  // the order in a layer does not depend on how large the boxes are just now
  for (const { id } of boxes) if (linked.has(id)) graph.setNode(id, { width: 1, height: 1 });
  for (const { source, target } of links) graph.setEdge(target, source);
  layout(graph);
  const layers = new Map<number, { id: string; y: number }[]>();
  for (const { id } of boxes) {
    if (!linked.has(id)) continue;
    const { x = 0, y = 0 } = graph.node(id);
    const layer = layers.get(Math.round(x)) ?? [];
    layer.push({ id, y });
    layers.set(Math.round(x), layer);
  }
  return [...layers].sort(([a], [b]) => a - b).map(([, members]) => inModelOrder(members, links));
}

/** A layer by height, where those that are linked to the same stand in the order they came in. */
function inModelOrder(members: readonly { id: string; y: number }[], links: readonly Link[]): string[] {
  const kinOf = new Map<string, string>();
  for (const { id } of members) {
    const around = links.flatMap(({ source, target }) =>
      source === id ? [`>${target}`] : target === id ? [`<${source}`] : [],
    );
    kinOf.set(id, around.sort().join());
  }
  const waiting = new Map<string, string[]>();
  for (const [id, kin] of kinOf) waiting.set(kin, [...(waiting.get(kin) ?? []), id]);
  return [...members].sort((a, b) => a.y - b.y).map(({ id }) => waiting.get(kinOf.get(id) ?? '')?.shift() ?? id);
}
