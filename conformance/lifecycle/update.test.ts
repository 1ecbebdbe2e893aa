import { describe, expect, test } from 'vitest';
import type { NodeSpec, TopologySpec } from './scenario';
import { LINKED, node, play, relation } from './testing';

const INSTALLED = [{ workflow: 'install' }];
const UP_DOWN = 'create start stop delete';
const CHANGED = { properties: { p: 'v1' } };
const update = (before: NodeSpec[], after: NodeSpec[], params: object = {}, more: Partial<TopologySpec> = {}) =>
  play({
    topology: { nodes: before, ...more },
    setup: INSTALLED,
    update: { topology: { nodes: after, ...more } },
    workflow: 'update',
    params: params as never,
  });

describe('update', () => {
  test('nothing changed: nothing runs', async () => {
    const nodes = [node('a', UP_DOWN)];
    const played = await update(nodes, nodes);
    expect([played.status, played.calls, played.get('steps')]).toEqual(['terminated', [], []]);
  });

  test('its steps: removals, additions, changes; relationships go before nodes and come after them', async () => {
    const played = await update(
      [node('a', UP_DOWN), node('b', UP_DOWN, { relationships: [relation('depends_on', 'a')] }), node('old', UP_DOWN)],
      [
        node('b', UP_DOWN, { ...CHANGED, relationships: [relation('depends_on', 'new')] }),
        node('a', UP_DOWN),
        node('new', UP_DOWN),
      ],
      { preview: true },
    );
    expect(played.get('steps')).toEqual([
      'remove relationship nodes:b:relationships:0',
      'remove node nodes:old',
      'add node nodes:new',
      'add relationship nodes:b:relationships:0',
      'modify property nodes:b:properties:p',
    ]);
    expect(played.calls).toEqual([]);
  });

  test('what is removed is unlinked and uninstalled, sources first', async () => {
    const played = await update(
      [
        node('keep', UP_DOWN, { relationships: [relation('connected_to', 'a', LINKED)] }),
        node('a', UP_DOWN),
        node('b', UP_DOWN, { relationships: [relation('contained_in', 'a', LINKED)] }),
      ],
      [node('keep', UP_DOWN)],
    );
    expect(played.calls.filter((name) => !name.startsWith('keep'))).toEqual([
      'b.stop',
      'b->a.unlink@source',
      'b.delete',
      'a.stop',
      'a.delete',
    ]);
    expect(played.isBefore('keep->a.relationship_lifecycle.unlink', 'a.lifecycle.stop')).toBe(true);
    expect(played.states).toEqual({ keep: 'started' });
  });

  test('skip_uninstall only forgets', async () => {
    const played = await update([node('a', UP_DOWN), node('b', UP_DOWN)], [node('a', UP_DOWN)], {
      skip_uninstall: true,
    });
    expect([played.calls, played.states]).toEqual([[], { a: 'started' }]);
  });

  test('skip_install leaves what is new as it is', async () => {
    const played = await update([node('a', UP_DOWN)], [node('a', UP_DOWN), node('b', UP_DOWN)], { skip_install: true });
    expect([played.calls, played.states]).toEqual([[], { a: 'started', b: 'uninitialized' }]);
  });

  test('a relationship between instances that stay is unlinked when it goes', async () => {
    const linked = node('b', UP_DOWN, { relationships: [relation('connected_to', 'a', LINKED)] });
    const played = await update([node('a', UP_DOWN), linked], [node('a', UP_DOWN), node('b', UP_DOWN)]);
    expect(played.calls).toEqual(['b->a.unlink@source']);
  });

  test('what was never installed is not touched', async () => {
    const played = await play({
      topology: { nodes: [node('a', UP_DOWN), node('b', UP_DOWN)] },
      setup: [{ workflow: 'install', params: { node_ids: ['a'] } }],
      update: { topology: { nodes: [node('a', UP_DOWN), node('b', UP_DOWN, CHANGED)] } },
      workflow: 'update',
    });
    expect([played.calls, played.states]).toEqual([[], { a: 'started', b: 'uninitialized' }]);
  });

  test('update operations come in their order, and one that fails has the instance reinstalled with its contents', async () => {
    const names = 'preupdate update postupdate update_config update_apply update_postapply';
    const operations = `${UP_DOWN} ${names}`;
    const fine = await update([node('a', operations)], [node('a', operations, CHANGED)]);
    expect(fine.calls).toEqual(names.split(' ').map((name) => `a.${name}`));
    const inside = node('c', UP_DOWN, { relationships: [relation('contained_in', 'a')] });
    const failing = { ...node('a', operations).operations, 'lifecycle.update': 'fail' };
    const broken = await update([node('a', operations), inside], [node('a', failing, CHANGED), inside]);
    expect(broken.calls).toEqual([
      ...['preupdate', 'update'].map((name) => `a.${name}`),
      ...['c.stop', 'c.delete', 'a.stop', 'a.delete', 'a.create', 'a.start', 'c.create', 'c.start'],
    ]);
  });

  test('an own check of drift that finds none counts more than that the node has changed', async () => {
    const operations = `${UP_DOWN} check_drift update`;
    const played = await update([node('a', operations)], [node('a', operations, CHANGED)]);
    expect(played.calls).toEqual(['a.check_drift']);
  });

  test('a relationship that has drifted on the side of its target alone is updated, with its source', async () => {
    const targetOps = {
      'relationship_lifecycle.check_drift': 'drift' as const,
      'relationship_lifecycle.update': 'pass' as const,
    };
    const nodes = [
      node('a', UP_DOWN),
      node('b', `${UP_DOWN} update`, { relationships: [relation('depends_on', 'a', {}, { targetOps })] }),
    ];
    const played = await update(nodes, nodes);
    expect(played.calls).toEqual(['b->a.check_drift@target', 'b->a.update@target']);
  });

  test('skip_drift_check goes by what has changed', async () => {
    const operations = `${UP_DOWN} check_drift update`;
    const played = await update([node('a', operations)], [node('a', operations, CHANGED)], { skip_drift_check: true });
    expect(played.calls).toEqual(['a.update']);
  });

  test('skip_reinstall leaves what would be reinstalled; a list of instances is reinstalled all the same', async () => {
    const played = await update(
      [node('a', UP_DOWN), node('b', UP_DOWN)],
      [node('a', UP_DOWN, CHANGED), node('b', UP_DOWN)],
      {
        skip_reinstall: true,
        reinstall_list: ['b#1'],
      },
    );
    expect(played.calls).toEqual(['b.stop', 'b.delete', 'b.create', 'b.start']);
  });

  test('what does not work and cannot be repaired is reinstalled instead of updated', async () => {
    const operations = { ...node('a', `${UP_DOWN} update`).operations, 'validation.check_status': 'fail' };
    const played = await update([node('a', operations)], [node('a', operations, CHANGED)]);
    expect(played.calls).toEqual(['a.validation.check_status', 'a.stop', 'a.delete', 'a.create', 'a.start']);
  });

  test.each<[string, NodeSpec[], NodeSpec[], RegExp]>([
    [
      'the container of a node',
      [node('a'), node('b'), node('c', '', { relationships: [relation('contained_in', 'a')] })],
      [node('a'), node('b'), node('c', '', { relationships: [relation('contained_in', 'b')] })],
      /container.*nodes:c/,
    ],
    [
      'properties of a relationship',
      [node('a'), node('c', '', { relationships: [relation('depends_on', 'a')] })],
      [node('a'), node('c', '', { relationships: [relation('depends_on', 'a', {}, { properties: { x: 1 } })] })],
      /nodes:c:relationships:0:properties:x/,
    ],
  ])('%s cannot be changed', async (_, before, after, message) => {
    const played = await update(before, after);
    expect([played.status, played.calls]).toEqual(['failed', []]);
    expect(played.error).toMatch(message);
  });

  test('groups cannot be changed', async () => {
    const played = await play({
      topology: { nodes: [node('a'), node('b')], groups: [{ name: 'g', members: ['a'] }] },
      setup: INSTALLED,
      update: { topology: { nodes: [node('a'), node('b')], groups: [{ name: 'g', members: ['a', 'b'] }] } },
      workflow: 'update',
    });
    expect(played.error).toMatch(/groups:g/);
  });

  test('a new version with a fault is refused with the fault', async () => {
    const played = await update([node('a')], [node('a', '', { relationships: [relation('depends_on', 'ghost')] })]);
    expect([played.status, played.error]).toEqual(['failed', 'a: there is no node called ghost.']);
  });

  test('the number of instances that there are now stays', async () => {
    const played = await play({
      topology: { nodes: [node('a', UP_DOWN)] },
      setup: [...INSTALLED, { workflow: 'scale', params: { scalable_entity_name: 'a', delta: 2 } }],
      update: { topology: { nodes: [node('a', `${UP_DOWN} update`, CHANGED)] } },
      workflow: 'update',
    });
    expect(played.calls).toEqual(['a.update', 'a#2.update', 'a#3.update']);
  });

  test('what is new and what is reinstalled is installed in one order, each relationship established once', async () => {
    const played = await update(
      [node('b', UP_DOWN)],
      [node('a', UP_DOWN), node('b', UP_DOWN, { ...CHANGED, relationships: [relation('connected_to', 'a', LINKED)] })],
    );
    expect(played.isBefore('a.lifecycle.start', 'b.lifecycle.create')).toBe(true);
    expect(played.calls.filter((name) => name.endsWith('establish@source'))).toEqual(['b->a.establish@source']);
  });

  test('another workflow can take its place', async () => {
    const played = await update([node('a', UP_DOWN)], [node('a', UP_DOWN, CHANGED)], { workflow_id: 'restart' });
    expect(played.calls).toEqual(['a.stop', 'a.start']);
  });
});
