import type { TopologyEdge } from '@/lib/model/topology/graph';
import type { Picture } from './picture';

/** One line on the canvas, for one relation or for many of the same kind. */
export interface RelationLine {
  /** the node it begins at: a machine, or a service that speaks for its machines */
  source: string;
  target: string;
  /** the relation it stands for; of several, one with the state of them all */
  edge: TopologyEdge;
  /** ids of the machines it speaks for */
  members: string[];
}

/** From more machines than this, one line goes out from the box of their service. */
const OWN_LINES = 6;
/** Among more machines than this, lines of single ones would run across the others. */
const FEW_HOSTS = 12;

/**
 * The lines of a graph. A member joins a domain, not one machine of it, so its line ends at the box of that service;
 * else lines would run through the machines in between. Services that are collapsed or large, and those among many machines, have
 * one line for all their machines; who follows whom within a large one is told by roles alone.
 */
export function joinRelations(
  picture: Picture,
  { collapsed, cells }: { collapsed: ReadonlySet<string>; cells: boolean },
): RelationLine[] {
  const own = picture.hosts.length > FEW_HOSTS ? 1 : OWN_LINES;
  const joined = new Set(
    picture.groups
      .filter(({ node, hosts }) => cells || collapsed.has(node.id) || hosts.length > own)
      .map(({ node }) => node.id),
  );
  const groupOf = (id: string): string => {
    const node = picture.byId.get(id);
    return node?.kind === 'host' && node.parentId !== null ? node.parentId : id;
  };
  const sizes = new Map(picture.groups.map(({ node, hosts }) => [node.id, hosts.length]));
  const lines = new Map<string, RelationLine>();
  for (const edge of picture.relations) {
    const from = groupOf(edge.source);
    const to = groupOf(edge.target);
    const inside = from === to;
    if (inside && (cells || collapsed.has(from) || (sizes.get(from) ?? 0) > OWN_LINES)) continue;
    const source = !inside && joined.has(from) ? from : edge.source;
    const target = !inside && (edge.kind === 'connected_to' || joined.has(to)) ? to : edge.target;
    const key = `${edge.kind}:${source}>${target}`;
    const line = lines.get(key);
    if (!line) lines.set(key, { source, target, edge, members: [edge.source] });
    else {
      line.members.push(edge.source);
      line.edge = { ...line.edge, state: together(line.edge.state, edge.state) };
    }
  }
  return [...lines.values()];
}

/** Several relations are established once all are, and come about while one does. */
function together(one: TopologyEdge['state'], other: TopologyEdge['state']): TopologyEdge['state'] {
  if (one === other) return one;
  return one === 'running' || other === 'running' ? 'running' : 'planned';
}
