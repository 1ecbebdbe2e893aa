import { describe, expect, it } from 'vitest';
import { HOST_TYPE, NodeTypes, ROOT_TYPE } from './node-types';
import { resolveTemplate } from './resolve';
import type { NodeTemplate, NodeType, ScalingGroup } from './template';
import { node, relation } from './testing/topology';
import { TopologyError } from './topology-error';

const resolved = (nodes: NodeTemplate[], groups: ScalingGroup[] = [], types: Record<string, NodeType> = {}) =>
  resolveTemplate({ nodes, groups, types });

/** `path: message` of all that is wrong. */
function problemsOf(nodes: NodeTemplate[], groups: ScalingGroup[] = [], types: Record<string, NodeType> = {}) {
  try {
    resolved(nodes, groups, types);
    return [];
  } catch (error) {
    if (!(error instanceof TopologyError)) throw error;
    return error.problems.map(({ path, message }) => `${path}: ${message}`);
  }
}
const group = (name: string, members: string[], instances = 1): ScalingGroup => ({ name, members, instances });
const needing = (id: string, ...targets: string[]) =>
  node(
    id,
    ROOT_TYPE,
    [],
    targets.map((target) => relation('connected_to', target)),
  );

describe('a topology', () => {
  it('has what its types say; what a node or a nearer type says itself wins', () => {
    const types: Record<string, NodeType> = {
      server: {
        derivedFrom: ROOT_TYPE,
        properties: { port: 80, tls: false },
        operations: { 'a.b': { implementation: 'server' } },
      },
      web: { derivedFrom: 'server', properties: { port: 8080 } },
    };
    const nodes = [
      { ...node('n', 'web', ['lifecycle.start'], [relation('depends_on', 'h')]), properties: { tls: true } },
      node('h', HOST_TYPE),
    ];
    const [web, host] = resolved(nodes, [], types).nodes;
    expect(web?.properties).toEqual({ port: 8080, tls: true });
    expect(web?.operations).toMatchObject({
      'a.b': { implementation: 'server' },
      'lifecycle.start': { implementation: 'plan lifecycle.start' },
      'lifecycle.stop': { implementation: null },
    });
    expect(web?.operations).not.toHaveProperty(['host.get_state']);
    expect(host?.operations).toMatchObject({ 'host.get_state': { implementation: null } });
    const unlink = { 'relationship_lifecycle.unlink': { implementation: null } };
    expect(web?.relationships[0]).toMatchObject({ sourceOperations: unlink, targetOperations: unlink });
    const known = new NodeTypes(types);
    expect([known.isHost('web'), known.isHost(HOST_TYPE), known.has('web'), known.has('toString')]).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(known.ancestry('web')).toEqual(['web', 'server', ROOT_TYPE]);
  });

  it('is refused with each node that cannot be, where it stands', () => {
    expect(problemsOf([needing('a'), needing('a')])).toEqual(['nodes.a: There are two nodes called a.']);
    for (const instances of [-1, 1.5]) {
      expect(problemsOf([{ ...needing('a'), instances }])).toEqual([
        `nodes.a.instances: a must have 0 or more instances, not ${instances}.`,
      ]);
    }
    expect(problemsOf([{ ...needing('a'), instances: 0 }])).toEqual([]);
    expect(problemsOf([needing('a', 'b')])).toEqual(['nodes.a.relationships.0.target: a: there is no node called b.']);
    const twice = [relation('contained_in', 'b'), relation('contained_in', 'c')];
    expect(problemsOf([node('a', ROOT_TYPE, [], twice), needing('b'), needing('c')])).toEqual([
      'nodes.a.relationships: a is contained in more than one node.',
    ]);
    const waiting = relation('depends_on_lifecycle_operation', 'b');
    expect(problemsOf([node('a', ROOT_TYPE, [], [waiting]), needing('b')])).toEqual([
      'nodes.a.relationships.0.properties.operation: a: the operation to wait for is missing.',
    ]);
    const named = { ...waiting, properties: { operation: 'create' } };
    expect(problemsOf([node('a', ROOT_TYPE, [], [named]), needing('b')])).toEqual([]);
  });

  it('is refused for types that are not there, or go round in a circle', () => {
    expect(problemsOf([node('a', 'ghost')])).toEqual(['nodes.a.type: a: The type ghost does not exist.']);
    expect(problemsOf([node('a', 'web')], [], { web: { derivedFrom: 'ghost' } })).toEqual([
      'nodes.a.type: a: The type ghost does not exist; web derives from it.',
    ]);
    const circle = { one: { derivedFrom: 'other' }, other: { derivedFrom: 'one' } };
    expect(problemsOf([node('a', 'one')], [], circle)).toEqual(['nodes.a.type: a: The type one derives from itself.']);
  });

  it('is refused for nodes that need each other, which are named without those that only need them', () => {
    expect(problemsOf([needing('a', 'a')])).toEqual(['nodes.a.relationships.0.target: The node a depends on itself.']);
    const others = [needing('before', 'b'), needing('free'), needing('b', 'free', 'c'), needing('c', 'b', 'b')];
    expect(problemsOf(others)).toEqual(['nodes.b.relationships.1.target: These nodes depend on each other: b, c.']);
    expect(problemsOf([needing('a', 'b', 'b'), needing('b', 'c'), needing('c')])).toEqual([]);
  });

  it('is refused for groups whose members are missing, belong to two or to themselves', () => {
    const nodes = [needing('a'), needing('b')];
    expect(problemsOf(nodes, [group('g', ['a', 'ghost'])])).toContain('groups.g.members: g: there is no ghost.');
    expect(problemsOf(nodes, [group('g', ['a']), group('h', ['a'])])).toEqual([
      'groups.h: a is a member of g and of h.',
    ]);
    expect(problemsOf(nodes, [group('g', ['a'], -1)])).toEqual([
      'groups.g.instances: g must have 0 or more instances, not -1.',
    ]);
    const circle = [group('g', ['h']), group('h', ['g'])];
    expect(problemsOf(nodes, circle).filter((one) => one.includes('itself'))).toEqual([
      'groups.h: The group h is a member of itself.',
    ]);
    expect(problemsOf(nodes, [group('g', ['a', 'h'], 0), group('h', ['b'])])).toEqual([]);
  });

  it('is refused for a group that is not contained in one node', () => {
    const inside = (id: string, container: string) => node(id, ROOT_TYPE, [], [relation('contained_in', container)]);
    const nodes = [needing('h1'), needing('h2'), inside('a', 'h1'), inside('b', 'h2'), inside('c', 'h1')];
    expect(problemsOf(nodes, [group('g', ['a', 'b'])])).toEqual([
      'groups.g.members: The members of g are not contained in the same node.',
    ]);
    expect(problemsOf(nodes, [group('g', ['a', 'c'])])).toEqual([]);
    expect(problemsOf(nodes, [group('g', ['inner', 'c']), group('inner', ['a'])])).toEqual([]);
    expect(problemsOf(nodes, [group('g', ['inner', 'b']), group('inner', ['a'])])).toHaveLength(1);
  });

  it('is refused for a connection to one of many within a group', () => {
    const all = { ...relation('connected_to', 'b'), properties: { connection_type: 'all_to_one' } };
    const nodes = [node('a', ROOT_TYPE, [], [all]), needing('b')];
    expect(problemsOf(nodes, [group('g', ['a', 'b'])])).toEqual([
      'nodes.a.relationships.0.properties.connection_type: ' +
        'a cannot be connected all_to_one to b: they share a scaling group.',
    ]);
    expect(problemsOf(nodes, [group('g', ['a'])])).toEqual([]);
  });
});
