import { describe, expect, it } from 'vitest';
import { blankNode, type Topology, type TopologyEdge } from '@/lib/model/topology/graph';
import { relatedServices } from './related';

const service = (id: string) => ({ ...blankNode('service', `service:${id}`, null), serviceId: id, title: `The ${id}` });
const host = (id: string, of: string) => ({ ...blankNode('host', `host:${id}`, `service:${of}`), serviceId: of });
const edge = (
  kind: TopologyEdge['kind'],
  source: string,
  target: string,
  joined: string | null = null,
): TopologyEdge => ({
  id: `${kind}:${source}:${target}`,
  kind,
  source: `host:${source}`,
  target: `host:${target}`,
  relation: joined === null ? null : { capability: 'domain', name: joined, joins: true, words: null },
  state: 'established',
});
const TOPOLOGY: Topology = {
  nodes: [service('ad'), host('dc1', 'ad'), host('dc2', 'ad'), service('web'), host('w1', 'web'), host('w2', 'web')],
  edges: [
    edge('depends_on', 'dc2', 'dc1'),
    edge('depends_on', 'w1', 'dc1'),
    edge('depends_on', 'w2', 'dc1'),
    edge('connected_to', 'w1', 'dc1', 'acme.local'),
    edge('connected_to', 'w2', 'dc1', 'acme.local'),
  ],
};

describe('what a service has to do with others', () => {
  it('is what its machines need, each service once', () => {
    expect(relatedServices(TOPOLOGY, 'web')).toMatchObject({
      needs: [{ serviceId: 'ad', title: 'The ad', by: ['acme.local'] }],
      neededBy: [],
    });
  });

  it('is who needs its machines, and never itself', () => {
    expect(relatedServices(TOPOLOGY, 'ad')).toMatchObject({ needs: [], neededBy: [{ serviceId: 'web' }] });
  });
});
