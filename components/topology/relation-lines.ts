import type { Topology, TopologyEdge, TopologyNode } from '@/lib/model/topology/graph';

/** The box that stands for whoever opens the pages of an environment. */
export const VISITORS = 'visitors';

/** One line on the canvas: what one service uses of another, or that visitors open its page. */
export interface RelationLine {
  id: string;
  /** the id of a service's node, or of the visitors' */
  source: string;
  target: string;
  /** the relation it stands for; of several, one with the state of them all; null for a visit */
  edge: TopologyEdge | null;
  state: TopologyEdge['state'];
  /** ids of the machines it speaks for */
  members: string[];
}

/** An area of the canvas: all services whose machines are, or will be, part of the same domain. */
export interface Boundary {
  id: string;
  /** what it is part of, as packages call it */
  capability: string;
  /** what it is called: acme.local */
  name: string;
  /** ids of the services inside, those that provide it included */
  members: string[];
  providers: string[];
  /** established once every machine that shall be part of it is */
  state: TopologyEdge['state'];
}

/** The lines along the way of a request. Membership is told by boundaries, order within a service by its roles. */
export function relationLines(topology: Topology, serviceOf: ReadonlyMap<string, string>): RelationLine[] {
  const lines = new Map<string, RelationLine & { edge: TopologyEdge }>();
  for (const edge of topology.edges) {
    if (edge.kind !== 'connected_to' || edge.relation === null || edge.relation.joins) continue;
    const source = serviceOf.get(edge.source);
    const target = serviceOf.get(edge.target);
    if (source === undefined || target === undefined || source === target) continue;
    const id = `${source}>${target}:${edge.relation.capability}`;
    const line = lines.get(id);
    if (!line) {
      lines.set(id, { id, source, target, edge, state: edge.state, members: [edge.source] });
      continue;
    }
    if (!line.members.includes(edge.source)) line.members.push(edge.source);
    line.state = together(line.state, edge.state);
    line.edge = { ...line.edge, state: line.state };
  }
  const answering = new Set(
    topology.nodes.flatMap(({ kind, state, serviceId }) =>
      kind === 'host' && state === 'ready' && serviceId ? [serviceId] : [],
    ),
  );
  return [...topology.nodes.flatMap((node) => visit(node, answering)), ...lines.values()];
}

/** Visitors get in as long as one machine of several answers, once the service has its address. */
function visit(node: TopologyNode, answering: ReadonlySet<string>): RelationLine[] {
  if (!node.service?.page) return [];
  const isDegraded = node.state === 'failed' || node.state === 'attention';
  const isReached = isDegraded && node.service.addresses.length > 0 && answering.has(node.serviceId ?? '');
  const state = node.state === 'ready' || isReached ? 'established' : 'planned';
  return [{ id: `${VISITORS}>${node.id}`, source: VISITORS, target: node.id, edge: null, state, members: [] }];
}

/** What services are part of. One that is part of several stands in the first. */
export function boundariesOf(topology: Topology, serviceOf: ReadonlyMap<string, string>): Boundary[] {
  const boundaries = new Map<string, Boundary>();
  const placed = new Set<string>();
  for (const { relation, source, target, state } of topology.edges) {
    if (!relation?.joins) continue;
    const id = `boundary:${relation.capability}:${relation.name}`;
    const [member, provider] = [serviceOf.get(source), serviceOf.get(target)];
    if (member === undefined || provider === undefined) continue;
    const boundary = boundaries.get(id) ?? {
      ...{ id, capability: relation.capability, name: relation.name },
      ...{ members: [], providers: [], state },
    };
    boundaries.set(id, boundary);
    boundary.state = together(boundary.state, state);
    for (const one of [provider, member]) {
      if (placed.has(one)) continue;
      placed.add(one);
      boundary.members.push(one);
      if (one === provider) boundary.providers.push(one);
    }
  }
  return [...boundaries.values()].filter(({ members }) => members.length > 0);
}

/** Several relations are established once all are, and come about while one does. */
function together(one: TopologyEdge['state'], other: TopologyEdge['state']): TopologyEdge['state'] {
  if (one === other) return one;
  return one === 'running' || other === 'running' ? 'running' : 'planned';
}
