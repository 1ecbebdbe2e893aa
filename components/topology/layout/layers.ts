import { Graph, layout } from '@dagrejs/dagre';
import type { Link } from './plan';

/**
 * The layers of a graph from left to right, what is depended on first, each in the order from top to bottom that
 * crosses few lines. Services that are linked to the same ones stand together, in the order of `ids`.
 */
export function layersOf(ids: readonly string[], links: readonly Link[]): string[][] {
  const linked = new Set(links.flatMap(({ source, target }) => [source, target]));
  const loose = ids.filter((id) => !linked.has(id));
  const layers = linked.size === 0 ? [] : arranged(twins(ids, links), links);
  // what is not linked to anything stands with what nothing has to come before
  return loose.length === 0 ? layers : [[...(layers[0] ?? []), ...loose], ...layers.slice(1)];
}

/** Those that are linked to the same, by the first of them. However many join a domain, they are one to arrange. */
function twins(ids: readonly string[], links: readonly Link[]): Map<string, string[]> {
  const around = new Map<string, string[]>();
  const note = (id: string, link: string) => {
    const known = around.get(id);
    if (known) known.push(link);
    else around.set(id, [link]);
  };
  for (const { source, target } of links) {
    note(source, `>${target}`);
    note(target, `<${source}`);
  }
  const first = new Map<string, string>();
  const together = new Map<string, string[]>();
  for (const id of ids) {
    const kin = around.get(id)?.sort().join();
    if (kin === undefined) continue;
    const leader = first.get(kin) ?? id;
    first.set(kin, leader);
    if (leader === id) together.set(id, [id]);
    else together.get(leader)?.push(id);
  }
  return together;
}

function arranged(together: ReadonlyMap<string, string[]>, links: readonly Link[]): string[][] {
  const graph = new Graph();
  graph.setGraph({ rankdir: 'LR' });
  graph.setDefaultEdgeLabel(() => ({}));
  // the order in a layer does not depend on how large the boxes are just now
  for (const id of together.keys()) graph.setNode(id, { width: 1, height: 1 });
  for (const { source, target } of links) {
    if (together.has(source) && together.has(target)) graph.setEdge(target, source);
  }
  layout(graph);
  const layers = new Map<number, { ids: string[]; y: number }[]>();
  for (const [id, ids] of together) {
    const { x = 0, y = 0 } = graph.node(id);
    const layer = layers.get(Math.round(x)) ?? [];
    layer.push({ ids, y });
    layers.set(Math.round(x), layer);
  }
  return [...layers]
    .sort(([a], [b]) => a - b)
    .map(([, members]) => members.sort((a, b) => a.y - b.y).flatMap(({ ids }) => ids));
}
