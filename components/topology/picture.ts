import type { Topology, TopologyEdge, TopologyNode } from '@/lib/model/topology/graph';
import type { UnitState } from '@/lib/model/unit-state';
import { type Boundary, boundariesOf, type RelationLine, relationLines } from './relation-lines';

/** A service with what is drawn in its box. */
export interface Group {
  node: TopologyNode;
  /** what it has once for all its machines */
  shared: TopologyNode[];
  hosts: TopologyNode[];
  /** how many of its machines are in each state */
  counts: Partial<Record<UnitState, number>>;
}

/** The graph, made ready to be drawn: nothing has to be looked for any more. */
export interface Picture {
  topology: Topology;
  groups: Group[];
  byId: ReadonlyMap<string, TopologyNode>;
  /** roles and applications by the id of their host, in the order of the model */
  parts: ReadonlyMap<string, TopologyNode[]>;
  hosts: TopologyNode[];
  /** the lines between services, and the domains around them */
  lines: RelationLine[];
  boundaries: Boundary[];
  /** the relations of each machine, or service without machines: from it to others, and back to it */
  outgoing: ReadonlyMap<string, TopologyEdge[]>;
  incoming: ReadonlyMap<string, TopologyEdge[]>;
}

/** Reads a graph once. */
export function pictureOf(topology: Topology): Picture {
  const groups = new Map<string, Group>();
  const parts = new Map<string, TopologyNode[]>();
  const hostOf = new Map<string | null, string>();
  const hosts: TopologyNode[] = [];
  for (const node of topology.nodes) {
    if (node.kind === 'service') groups.set(node.id, { node, shared: [], hosts: [], counts: {} });
    else if (node.kind === 'shared') groups.get(node.parentId ?? '')?.shared.push(node);
    else if (node.kind === 'host') {
      hosts.push(node);
      hostOf.set(node.unitId, node.id);
      const group = groups.get(node.parentId ?? '');
      group?.hosts.push(node);
      if (group) group.counts[node.state] = (group.counts[node.state] ?? 0) + 1;
    } else {
      const host = hostOf.get(node.unitId);
      if (host !== undefined) parts.set(host, [...(parts.get(host) ?? []), node]);
    }
  }
  const relations = relationsInWords(topology);
  const serviceOf = new Map(
    topology.nodes.flatMap(({ id, kind, parentId }): [string, string][] => {
      if (kind === 'service') return [[id, id]];
      return kind === 'host' && parentId !== null ? [[id, parentId]] : [];
    }),
  );
  return {
    topology,
    groups: [...groups.values()],
    byId: new Map(topology.nodes.map((node) => [node.id, node])),
    parts,
    hosts,
    lines: relationLines(topology, serviceOf),
    boundaries: boundariesOf(topology, serviceOf),
    outgoing: byEnd(relations, 'source'),
    incoming: byEnd(relations, 'target'),
  };
}

function byEnd(relations: readonly TopologyEdge[], end: 'source' | 'target'): Map<string, TopologyEdge[]> {
  const ends = new Map<string, TopologyEdge[]>();
  for (const edge of relations) {
    const known = ends.get(edge[end]);
    if (known) known.push(edge);
    else ends.set(edge[end], [edge]);
  }
  return ends;
}

/**
 * The relations worth a sentence: containment is told by boxes within boxes, and a dependency between two
 * machines that are also connected says nothing more.
 */
function relationsInWords(topology: Topology): TopologyEdge[] {
  const connected = new Set(
    topology.edges.filter((edge) => edge.kind === 'connected_to').map((edge) => `${edge.source}>${edge.target}`),
  );
  return topology.edges.filter(
    (edge) =>
      edge.kind === 'connected_to' || (edge.kind === 'depends_on' && !connected.has(`${edge.source}>${edge.target}`)),
  );
}
