import { describe, expect, it } from 'vitest';
import { emptyModel, expand } from './expand';
import { modelChanges, unionModel } from './model-changes';
import { HOST_TYPE, ROOT_TYPE } from './node-types';
import { resolveTemplate } from './resolve';
import type { NodeTemplate, ScalingGroup } from './template';
import { node, relation } from './testing/topology';
import { updateSteps } from './update-steps';

const template = (nodes: NodeTemplate[], groups: ScalingGroup[] = []) => resolveTemplate({ nodes, groups, types: {} });
const linked = (target: string, operations: Record<string, string> = {}) => ({
  ...relation('connected_to', target),
  sourceOperations: Object.fromEntries(
    Object.entries(operations).map(([name, implementation]) => [name, { implementation }]),
  ),
});
/** `action id` of each step; a refused one with a mark. */
const steps = (before: NodeTemplate[], after: NodeTemplate[], groups: [ScalingGroup[], ScalingGroup[]] = [[], []]) =>
  updateSteps(template(before, groups[0]), template(after, groups[1])).map(
    ({ action, id, supported }) => `${action} ${id}${supported ? '' : ' !'}`,
  );
const plain = (id: string, relationships: NodeTemplate['relationships'] = []) => node(id, ROOT_TYPE, [], relationships);

describe('the steps of an update', () => {
  it('are none where nothing changes, whatever the order of keys', () => {
    const properties = { a: { b: 1, c: [1, 2] } };
    const turned = { a: { c: [1, 2], b: 1 } };
    expect(steps([{ ...plain('n'), properties }], [{ ...plain('n'), properties: turned }])).toEqual([]);
  });

  it('remove before they add before they change: relationships go first, and nodes come targets first', () => {
    const before = [plain('old'), plain('n', [linked('old')]), { ...plain('m'), properties: { port: 1 } }];
    const after = [plain('n', [linked('new')]), plain('new', [linked('below')]), plain('below'), plain('m')];
    expect(steps(before, after)).toEqual([
      'remove nodes:n:relationships:0',
      ...['remove nodes:m:properties:port', 'remove nodes:old'],
      ...['add nodes:below', 'add nodes:new', 'add nodes:n:relationships:0'],
    ]);
  });

  it('name properties and operations of nodes and of both sides of relationships', () => {
    const before = [
      { ...node('n', ROOT_TYPE, ['lifecycle.start'], [linked('t', { 'relationship_lifecycle.establish': 'one' })]) },
      plain('t'),
    ];
    const after = [
      {
        ...node(
          'n',
          ROOT_TYPE,
          ['lifecycle.start', 'a.b'],
          [linked('t', { 'relationship_lifecycle.establish': 'two' })],
        ),
        properties: { port: [1] },
      },
      plain('t'),
    ];
    expect(steps(before, after)).toEqual([
      ...['add nodes:n:operations:a.b', 'add nodes:n:properties:port'],
      'modify nodes:n:relationships:0:source_operations:relationship_lifecycle.establish',
    ]);
    expect(steps(after, before)).toContain('remove nodes:n:operations:a.b');
    const [first] = after as [NodeTemplate];
    expect(steps([{ ...first, properties: { port: [2] } }, plain('t')], after)).toEqual([
      'modify nodes:n:properties:port',
    ]);
  });

  it('tell relationships that change their place', () => {
    const targets = [plain('a'), plain('b')];
    expect(
      steps([plain('n', [linked('a'), linked('b')]), ...targets], [plain('n', [linked('b'), linked('a')]), ...targets]),
    ).toEqual(['modify nodes:n:relationships:1:0', 'modify nodes:n:relationships:0:1']);
  });

  it('are refused for another type, another container, other properties of relationships and other groups', () => {
    expect(steps([plain('n')], [node('n', HOST_TYPE)])).toEqual(['modify nodes:n !']);
    const inside = plain('n', [relation('contained_in', 'h')]);
    expect(steps([inside, plain('h')], [plain('n'), plain('h')])).toEqual(['modify nodes:n !']);
    const one = { ...linked('t'), properties: { connection_type: 'all_to_one' } };
    expect(steps([plain('n', [linked('t')]), plain('t')], [plain('n', [one]), plain('t')])).toEqual([
      'add nodes:n:relationships:0:properties:connection_type !',
    ]);
    const nodes = [plain('n'), plain('t')];
    const group = (...members: string[]) => [{ name: 'g', members, instances: 1 }];
    expect(steps(nodes, nodes, [group('n'), group('n', 't')])).toEqual(['modify groups:g !']);
    expect(steps(nodes, nodes, [[], group('n')])).toEqual(['add groups:g !']);
    expect(steps(nodes, nodes, [group('t', 'n'), group('n', 't')])).toEqual([]);
  });
});

describe('a model while it changes', () => {
  const before = expand(
    emptyModel('seed'),
    template([{ ...plain('t'), instances: 2 }, plain('old'), plain('s', [linked('old'), linked('t')])]),
    {},
  );
  const after = expand(
    before,
    template([{ ...plain('t'), instances: 2 }, plain('new'), plain('s', [linked('t'), linked('new')])]),
    {
      t: 1,
    },
  );
  const idsOf = (name: string) => [...before.instances, ...after.instances].find((one) => one.node === name)?.id ?? '';
  const [t1 = '', t2 = ''] = before.instances.filter((one) => one.node === 't').map(({ id }) => id);

  it('has what comes and what goes, of relationships as well', () => {
    expect(modelChanges(before, after)).toEqual({
      added: [idsOf('new')],
      removed: [t2, idsOf('old')],
      extended: [{ source: idsOf('s'), node: 'new', targets: [idsOf('new')] }],
      reduced: [
        { source: idsOf('s'), node: 'old', targets: [idsOf('old')] },
        { source: idsOf('s'), node: 't', targets: [t2] },
      ],
    });
  });

  it('holds both, with what goes last', () => {
    const both = unionModel(before, after);
    expect(both.template.nodes.map(({ id }) => id)).toEqual(['t', 'new', 's', 'old']);
    expect(both.instances.map(({ id }) => id)).toEqual([t1, idsOf('new'), idsOf('s'), t2, idsOf('old')]);
    const source = both.instances.find(({ node: of }) => of === 's');
    expect(source?.relationships.map(({ node: of, targets }) => [of, ...targets])).toEqual([
      ['t', t1, t2],
      ['new', idsOf('new')],
      ['old', idsOf('old')],
    ]);
    const template = both.template.nodes.find(({ id }) => id === 's');
    expect(template?.relationships.map(({ target }) => target)).toEqual(['t', 'new', 'old']);
  });
});
