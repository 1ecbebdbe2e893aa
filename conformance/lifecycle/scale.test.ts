import { describe, expect, test } from 'vitest';
import { LINKED, node, play, relation } from './testing';

const INSTALLED = [{ workflow: 'install' }];
const UP_DOWN = 'create start prestop stop delete postdelete validation.delete';
const HOST = { type: 'cloudify.nodes.Compute' };
const farm = {
  nodes: [
    node('host', UP_DOWN, { ...HOST, instances: 2 }),
    node('app', UP_DOWN, { relationships: [relation('contained_in', 'host', LINKED)] }),
  ],
};
const scale = (params: object, more: object = {}) =>
  play({ topology: farm, setup: INSTALLED, workflow: 'scale', params: params as never, ...more });
const count = (states: object, id: string) => Object.keys(states).filter((name) => name.split('#')[0] === id).length;

describe('scale', () => {
  test('counts are per container: one more app for each host', async () => {
    const played = await scale({ scalable_entity_name: 'app', delta: 1 });
    expect(count(played.states, 'app')).toBe(4);
    expect(played.calls.filter((name) => name.startsWith('host'))).toEqual([]);
  });

  test('with scale_compute the host is scaled, with all that is on it', async () => {
    const played = await scale({ scalable_entity_name: 'app', delta: '1', scale_compute: true });
    expect([count(played.states, 'host'), count(played.states, 'app')]).toEqual([3, 3]);
  });

  test('a delta of 0 does nothing', async () => {
    const played = await scale({ scalable_entity_name: 'app', delta: 0 });
    expect([played.status, played.calls, played.get('modification')]).toEqual(['terminated', [], null]);
  });

  test('taking away removes what is contained, too, and leaves the rest alone', async () => {
    const played = await scale({ scalable_entity_name: 'host', delta: -1, exclude_instances: [] });
    expect([count(played.states, 'host'), count(played.states, 'app')]).toEqual([1, 1]);
    expect(played.get('modification')).toBe('finished');
  });

  test('a failing growth undoes what was begun, and no more', async () => {
    const played = await scale(
      { scalable_entity_name: 'host' },
      { setup: [...INSTALLED, { operations: { 'app.lifecycle.start': 'fail' } }] },
    );
    expect(played.calls.filter((name) => name.startsWith('app'))).toEqual(
      [
        'app#3.create',
        'app#3->host#3.preconfigure@source',
        'app#3->host#3.postconfigure@source',
        'app#3.start',
        'app#3.validation.delete',
        'app#3.prestop',
        'app#3.stop',
        'app#3->host#3.unlink@source',
        'app#3.delete',
        'app#3.postdelete',
      ].filter((name) => played.calls.includes(name)),
    );
    expect(played.isBefore('app#3.lifecycle.postdelete', 'host#3.lifecycle.stop')).toBe(true);
    expect([played.status, played.get('modification')]).toEqual(['failed', 'rolledback']);
    expect(played.failed).toEqual(['app#3.start']);
    expect([count(played.states, 'host'), count(played.states, 'app')]).toEqual([2, 2]);
  });

  test('what was only being created is deleted without a stop', async () => {
    const played = await scale(
      { scalable_entity_name: 'host' },
      { setup: [...INSTALLED, { operations: { 'host.lifecycle.create': 'fail' } }] },
    );
    expect(played.calls).toEqual(['host#3.create', 'host#3.delete', 'host#3.postdelete']);
  });

  test('after a rollback a resume begins anew', async () => {
    const played = await scale(
      { scalable_entity_name: 'host' },
      {
        setup: [...INSTALLED, { operations: { 'host.lifecycle.create': 'fail' } }],
        steps: [{ waitForEnd: true }, { operations: { 'host.lifecycle.create': 'pass' } }, { resume: {} }],
      },
    );
    expect([played.status, count(played.states, 'host')]).toEqual(['terminated', 3]);
  });

  test('a modification that was left half-way is in the way until it is aborted', async () => {
    const setup = [
      ...INSTALLED,
      { operations: { 'host.lifecycle.create': 'fail' } },
      { workflow: 'scale', params: { scalable_entity_name: 'host', rollback_if_failed: false }, mayFail: true },
      { operations: { 'host.lifecycle.create': 'pass' } },
    ];
    const refused = await scale({ scalable_entity_name: 'host' }, { setup });
    expect(refused.error).toMatch(/still started/);
    const aborted = await scale({ scalable_entity_name: 'host', abort_started: true }, { setup });
    expect([aborted.status, count(aborted.states, 'host')]).toEqual(['terminated', 3]);
  });

  test('an instance gets a number that was never given before', async () => {
    const played = await scale(
      { scalable_entity_name: 'host' },
      { setup: [...INSTALLED, { workflow: 'scale', params: { scalable_entity_name: 'host', delta: -1 } }] },
    );
    expect(Object.keys(played.states)).toContain('host#3');
  });

  test('what is connected to a farm gets to know its new members', async () => {
    const topology = {
      nodes: [
        node('lb', 'start', { relationships: [relation('connected_to', 'web', LINKED)] }),
        node('web', 'create start'),
      ],
    };
    const played = await play({
      topology,
      setup: INSTALLED,
      workflow: 'scale',
      params: { scalable_entity_name: 'web', delta: 2 },
    });
    expect(played.calls.filter((name) => name.startsWith('lb')).sort()).toEqual([
      'lb->web#2.establish@source',
      'lb->web#3.establish@source',
    ]);
  });

  test('connected all to one, all keep the one that they have', async () => {
    const properties = { connection_type: 'all_to_one' };
    const topology = {
      nodes: [
        node('s', '', { instances: 2, relationships: [relation('connected_to', 't', LINKED, { properties })] }),
        node('t', 'create', { instances: 2 }),
      ],
    };
    const played = await play({
      topology,
      setup: INSTALLED,
      workflow: 'scale',
      params: { scalable_entity_name: 't', delta: 3 },
    });
    expect(played.calls.filter((name) => name.includes('->'))).toEqual([]);
  });

  describe('lists of instances', () => {
    const topology = { nodes: [node('n', UP_DOWN, { instances: 5 })] };
    const shrink = (params: object) =>
      play({
        topology,
        setup: INSTALLED,
        workflow: 'scale',
        params: { scalable_entity_name: 'n', ...params } as never,
      });

    test('included ones go first, then any that are not excluded', async () => {
      const played = await shrink({ delta: -2, include_instances: 'n#2', exclude_instances: ['n#5', 'n#4'] });
      expect(played.states).toMatchObject({ 'n#4': 'started', 'n#5': 'started' });
      expect(Object.keys(played.states)).not.toContain('n#2');
    });

    test('everything that is wrong with them is in one message, with what there is', async () => {
      const played = await shrink({
        delta: -1,
        include_instances: ['ghost_1', 'n#1'],
        exclude_instances: ['n#1', 'ghost_2'],
      });
      expect(played.error).toMatch(/included instances did not exist: ghost_1/);
      expect(played.error).toMatch(/excluded instances did not exist: ghost_2/);
      expect(played.error).toMatch(/both excluded and included: n#1/);
      expect(played.error).toMatch(/Available instances: n/);
      expect(played.calls).toEqual([]);
    });

    test('not with scale_compute', async () => {
      const played = await shrink({ delta: -1, include_instances: ['n#1'], scale_compute: true });
      expect(played.error).toMatch(/scale_compute/);
    });

    test('no more can be taken away than there are', async () => {
      const played = await shrink({ delta: -6 });
      expect(played.error).toMatch(/delta of -6 is illegal/);
    });

    test('there must be something of that name', async () => {
      const played = await shrink({ scalable_entity_name: 'ghost' });
      expect(played.error).toMatch(/No scalable entity named ghost/);
    });
  });

  describe('groups', () => {
    const topology = {
      nodes: [
        node('db', UP_DOWN, { relationships: [relation('connected_to', 'web', LINKED)] }),
        node('web', UP_DOWN),
        node('outside', UP_DOWN, { relationships: [relation('connected_to', 'web', LINKED)] }),
      ],
      groups: [{ name: 'pair', members: ['db', 'web'], instances: 2 }],
    };
    const group = (params: object) =>
      play({
        topology,
        setup: INSTALLED,
        workflow: 'scale',
        params: { scalable_entity_name: 'pair', ...params } as never,
      });

    test('instances of a group hold complete sets, connected among themselves; who is outside knows all', async () => {
      const played = await group({ delta: 1 });
      expect(played.calls.filter((name) => name.includes('->') && name.includes('establish')).sort()).toEqual([
        'db#3->web#3.establish@source',
        'outside->web#3.establish@source',
      ]);
    });

    test('a member stands for its instance of the group', async () => {
      const played = await group({ delta: -1, include_instances: ['db#1'] });
      expect(Object.keys(played.states).sort()).toEqual(['db#2', 'outside', 'web#2']);
    });

    test('too many excluded groups are an error', async () => {
      const played = await group({ delta: -1, exclude_instances: ['db#1', 'web#2'] });
      expect(played.error).toMatch(/excluded/);
    });
  });
});
