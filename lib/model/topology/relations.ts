import type { EnvironmentModel, Service, Unit } from '../environment';
import { leadingUnit, providedDomain, wantedDomain } from '../installed';
import type { ServiceType } from '../service-type';
import { hostNodeId, serviceNodeId, type TopologyEdge, type TopologyInput, type TopologyNode } from './graph';

/** Every node's edge to the node it is contained in. */
export function containment(nodes: TopologyNode[]): TopologyEdge[] {
  return nodes.flatMap((node) =>
    node.parentId === null
      ? []
      : [
          {
            id: `contained_in:${node.id}`,
            kind: 'contained_in' as const,
            source: node.id,
            target: node.parentId,
            domain: null,
            state: node.state === 'draft' ? ('planned' as const) : ('established' as const),
          },
        ],
  );
}

/**
 * The edges between hosts: members of a domain depend on the machine that provides it and are connected to
 * it, further units of a service with one leading unit depend on that one. A domain that is there already has
 * no machine here: its members are connected to the service that stands for it.
 */
export function relations(input: TopologyInput, next: EnvironmentModel, nodes: TopologyNode[]): TopologyEdge[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const typeOf = (service: Service) => input.types.find((type) => type.type === service.type);
  const providers = new Map<string, Service>();
  for (const service of next.services) {
    const type = typeOf(service);
    const domain = type ? providedDomain(type, service)?.toLowerCase() : undefined;
    if (domain !== undefined && !providers.has(domain)) providers.set(domain, service);
  }
  const edges: TopologyEdge[] = [];
  for (const service of next.services) {
    const type = typeOf(service);
    if (!type) continue;
    const leader = leadingUnit(type, service);
    if (type.exactlyOne !== null && leader) {
      for (const unit of service.units) if (unit !== leader) edges.push(depends(byId, unit, hostNodeId(leader.id)));
    }
    const domain = wantedDomain(type, service);
    const provider = domain === null ? undefined : providers.get(domain.toLowerCase());
    const target = provider && providerNodeId(provider, typeOf(provider));
    if (domain === null || !target) continue;
    for (const unit of service.units) {
      edges.push(depends(byId, unit, target), connects(byId, unit, target, domain));
    }
  }
  return edges;
}

/** The leading machine of a service that provides a domain; the service itself when it has none of its own. */
function providerNodeId(provider: Service, type: ServiceType | undefined): string | null {
  if (!type) return null;
  const leader = leadingUnit(type, provider);
  if (leader) return hostNodeId(leader.id);
  return type.units.max === 0 ? serviceNodeId(provider.id) : null;
}

function depends(nodes: Map<string, TopologyNode>, unit: Unit, target: string): TopologyEdge {
  const source = hostNodeId(unit.id);
  const ready = nodes.get(target)?.state === 'ready' && nodes.get(source)?.state === 'ready';
  return {
    id: `depends_on:${unit.id}:${idAlone(target)}`,
    kind: 'depends_on',
    source,
    target,
    domain: null,
    state: ready ? 'established' : 'planned',
  };
}

function connects(nodes: Map<string, TopologyNode>, unit: Unit, target: string, domain: string): TopologyEdge {
  const source = nodes.get(hostNodeId(unit.id));
  const joined = source?.host?.domain === domain;
  // nobody can join before the domain is there
  const joining = !joined && source?.state === 'running' && source.host?.doing && nodes.get(target)?.state === 'ready';
  return {
    id: `connected_to:${unit.id}:${idAlone(target)}`,
    kind: 'connected_to',
    source: hostNodeId(unit.id),
    target,
    domain,
    state: joined ? 'established' : joining ? 'running' : 'planned',
  };
}

function idAlone(nodeId: string): string {
  return nodeId.slice(nodeId.indexOf(':') + 1);
}
