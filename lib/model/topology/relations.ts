import type { EnvironmentModel, Service, Unit } from '../environment';
import { leadingUnit, providedDomain, wantedDomain } from '../installed';
import type { ServiceType } from '../service-type';
import { hostNodeId, type TopologyEdge, type TopologyInput, type TopologyNode } from './graph';

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
            label: '',
            state: node.state === 'draft' ? ('planned' as const) : ('established' as const),
          },
        ],
  );
}

/**
 * The edges between hosts: members of a domain depend on the machine that provides it and are connected to
 * it, further units of a service with one leading unit depend on that one.
 */
export function relations(input: TopologyInput, next: EnvironmentModel, nodes: TopologyNode[]): TopologyEdge[] {
  const hosts = new Map(nodes.filter((node) => node.kind === 'host').map((node) => [node.unitId, node]));
  const typeOf = (service: Service) => input.types.find((type) => type.type === service.type);
  const edges: TopologyEdge[] = [];
  for (const service of next.services) {
    const type = typeOf(service);
    if (!type) continue;
    const leader = leadingUnit(type, service);
    if (type.exactlyOne !== null && leader) {
      for (const unit of service.units) if (unit !== leader) edges.push(depends(hosts, unit, leader, 'follows'));
    }
    const domain = wantedDomain(type, service);
    const provider =
      domain === null ? undefined : next.services.find((other) => providesDomain(other, typeOf(other), domain));
    const providerType = provider && typeOf(provider);
    const target = provider && providerType ? leadingUnit(providerType, provider) : null;
    if (domain === null || !target) continue;
    for (const unit of service.units) {
      edges.push(depends(hosts, unit, target, `needs ${domain}`), connects(hosts, unit, target, domain));
    }
  }
  return edges;
}

function providesDomain(service: Service, type: ServiceType | undefined, domain: string): boolean {
  return type !== undefined && providedDomain(type, service)?.toLowerCase() === domain.toLowerCase();
}

function depends(hosts: Map<string | null, TopologyNode>, unit: Unit, on: Unit, label: string): TopologyEdge {
  const ready = hosts.get(on.id)?.state === 'ready' && hosts.get(unit.id)?.state === 'ready';
  return {
    id: `depends_on:${unit.id}:${on.id}`,
    kind: 'depends_on',
    source: hostNodeId(unit.id),
    target: hostNodeId(on.id),
    label,
    state: ready ? 'established' : 'planned',
  };
}

function connects(hosts: Map<string | null, TopologyNode>, unit: Unit, to: Unit, domain: string): TopologyEdge {
  const source = hosts.get(unit.id);
  const joined = source?.host?.domain === domain;
  // nobody can join before the domain is there
  const joining = !joined && source?.state === 'running' && source.host?.doing && hosts.get(to.id)?.state === 'ready';
  return {
    id: `connected_to:${unit.id}:${to.id}`,
    kind: 'connected_to',
    source: hostNodeId(unit.id),
    target: hostNodeId(to.id),
    label: joined ? `in ${domain}` : `joins ${domain}`,
    state: joined ? 'established' : joining ? 'running' : 'planned',
  };
}
