import { describe, expect, it } from 'vitest';
import { buildTopology } from '@/lib/model/topology/build';
import {
  EXAMPLE_TYPES,
  exampleDomain,
  exampleEnvironment,
  exampleUnit,
  exampleWeb,
} from '@/lib/model/topology/example';
import { hostNodeId } from '@/lib/model/topology/graph';
import { hostSentence, machinesSentence, relationsOf } from './words';

const DOMAIN = exampleDomain({
  state: { primaryDc: 'dc1' },
  units: [exampleUnit('1', { isMaster: true, state: { hostname: 'dc1' } })],
});
const WEB = exampleWeb({
  units: [exampleUnit('3', { state: { hostname: 'web1', iisInstalled: true, siteInstalled: true } })],
});
const draw = (...services: Parameters<typeof exampleEnvironment>) =>
  buildTopology({
    deployed: exampleEnvironment(...services),
    next: null,
    types: EXAMPLE_TYPES,
    deployment: null,
    machines: {},
  });

describe('the picture in words', () => {
  it('tells how all machines are doing', () => {
    expect(machinesSentence(draw(DOMAIN))).toBe('1 machine, ready');
    expect(machinesSentence(draw(DOMAIN, WEB))).toBe('2 machines: 1 ready, 1 needs attention');
  });

  it('tells all that the box of a machine shows', () => {
    const graph = draw(DOMAIN);
    const host = graph.nodes.find((node) => node.kind === 'host');
    const parts = graph.nodes.filter((node) => node.kind === 'role');
    expect(host && hostSentence(host, parts)).toBe(
      'dc1, Active Directory, Ready. Primary domain controller: ready. In acme.local.',
    );
  });

  it('tells how machines relate, from both ends', () => {
    const graph = draw(DOMAIN, WEB);
    expect(relationsOf(graph, hostNodeId('3'.repeat(32)))).toEqual(['joins acme.local, provided by dc1']);
    expect(relationsOf(graph, hostNodeId('1'.repeat(32)))).toEqual(['provides the domain of web1']);
  });
});
