import { describe, expect, test } from 'vitest';
import { LINKED, node, play, playOften, relation } from './testing';

const ALL = { 'lifecycle.*': 'pass', 'validation.create': 'pass', 'validation.delete': 'pass' };

describe('install', () => {
  test('goes through relationships in the order of the template, one target after the other', async () => {
    const topology = {
      nodes: [
        node('a'),
        node('b'),
        node('s', 'configure start', {
          relationships: [relation('connected_to', 'b', LINKED), relation('connected_to', 'a', LINKED)],
        }),
      ],
    };
    for (const played of await playOften({ topology })) {
      expect(played.calls).toEqual([
        's->b.preconfigure@source',
        's->a.preconfigure@source',
        's.configure',
        's->b.postconfigure@source',
        's->a.postconfigure@source',
        's.start',
        's->b.establish@source',
        's->a.establish@source',
      ]);
    }
  });

  test('instances that do not depend on each other are installed at the same time', async () => {
    const topology = { nodes: [node('a', 'create', { instances: 3 })] };
    const runs = await playOften({ topology });
    expect(runs.some((played) => played.overlap('a#1.lifecycle.create', 'a#2.lifecycle.create'))).toBe(true);
  });

  test('a source waits until its target has established its own relationships', async () => {
    const topology = {
      nodes: [
        node('c', 'create', { relationships: [relation('depends_on', 'b')] }),
        node('b', '', { relationships: [relation('connected_to', 'a', LINKED)] }),
        node('a', 'create'),
      ],
    };
    for (const played of await playOften({ topology })) {
      expect(played.isBefore('b->a.relationship_lifecycle.establish', 'c.lifecycle.create')).toBe(true);
    }
  });

  test('every instance of a node waits for every instance of what it is connected to', async () => {
    const topology = {
      nodes: [
        node('s', 'create', { instances: 3, relationships: [relation('connected_to', 't')] }),
        node('t', 'create', { instances: 3 }),
      ],
    };
    for (const played of await playOften({ topology })) {
      expect(played.isBefore('t.lifecycle.create', 's.lifecycle.create')).toBe(true);
    }
  });

  test('a host is asked until it is there; then come its agent and what watches it', async () => {
    const operations = {
      'lifecycle.start': 'pass',
      'lifecycle.poststart': 'pass',
      'monitoring.start': 'pass',
      'host.get_state': 'true',
      'cloudify_agent.create': 'pass',
      'cloudify_agent.start': 'pass',
      'monitoring_agent.install': 'pass',
      'monitoring_agent.start': 'pass',
    };
    const order = (agent: string) =>
      play({ topology: { nodes: [node('h', operations, { type: 'cloudify.nodes.Compute', agent })] } });
    const watched = ['h.monitoring_agent.install', 'h.monitoring_agent.start', 'h.poststart', 'h.monitoring.start'];
    expect((await order('none')).calls).toEqual(['h.start', 'h.host.get_state', ...watched]);
    expect((await order('remote')).calls).toEqual([
      'h.start',
      'h.host.get_state',
      'h.cloudify_agent.create',
      ...watched,
    ]);
    expect((await order('init_script')).calls).toEqual([
      'h.start',
      'h.host.get_state',
      'h.cloudify_agent.create',
      'h.cloudify_agent.start',
      ...watched,
    ]);
  });

  test('a second install does nothing', async () => {
    const played = await play({ topology: { nodes: [node('n', ALL)] }, setup: [{ workflow: 'install' }] });
    expect(played.calls).toEqual([]);
    expect(played.status).toBe('terminated');
  });

  // the table of the digest, section 2.3
  const whole = ['validation.create', 'precreate', 'create', 'configure', 'start', 'poststart'];
  test.each([
    ['uninitialized', whole],
    ['initializing', whole],
    ['creating', ['create', 'configure', 'start', 'poststart']],
    ['created', ['configure', 'start', 'poststart']],
    ['configuring', ['configure', 'start', 'poststart']],
    ['configured', ['start', 'poststart']],
    ['starting', ['start', 'poststart']],
    ['started', []],
    ['stopping', whole],
    ['stopped', whole],
    ['deleting', whole],
    ['deleted', whole],
  ])('from %s on it runs what is missing', async (state, operations) => {
    const played = await play({ topology: { nodes: [node('n', ALL)] }, setup: [{ setState: { n: state } }] });
    expect(played.calls).toEqual(operations.map((name) => `n.${name}`));
    expect(played.states).toEqual({ n: 'started' });
  });

  test('an instance stays in the state in which it failed, and one that waited for it as it was', async () => {
    const topology = {
      nodes: [
        node('a', { 'lifecycle.create': 'pass', 'lifecycle.configure': 'fail' }),
        node('b', 'create', { relationships: [relation('depends_on', 'a')] }),
        node('c', 'create'),
      ],
    };
    const played = await play({ topology });
    expect(played.states).toEqual({ a: 'configuring', b: 'uninitialized', c: 'started' });
    expect(played.failed).toEqual(['a.configure']);
  });

  test('all errors are in the message', async () => {
    const fails = { 'lifecycle.create': 'fail' };
    const played = await play({ topology: { nodes: [node('a', fails), node('b', fails)] } });
    expect(played.error).toMatch(/^2 operation errors\. /);
    expect(played.failed.sort()).toEqual(['a.create', 'b.create']);
  });

  test('what is started establishes its relationships to what is installed beside it', async () => {
    const topology = {
      nodes: [
        node('s', 'create', {
          relationships: [relation('connected_to', 't', LINKED, { targetOps: LINKED })],
        }),
        node('t', 'create'),
      ],
    };
    const setup = [{ workflow: 'install' }, { workflow: 'uninstall', params: { node_ids: ['t'] } }];
    const played = await play({ topology, setup, params: { node_ids: ['t'] } });
    expect(played.calls[0]).toBe('t.create');
    expect(played.calls.slice(1).sort()).toEqual(['s->t.establish@source', 's->t.establish@target']);
  });

  test('an own limit of retries counts more than that of the engine', async () => {
    const fails = { 'lifecycle.create': 'fail-9' };
    const played = await play({
      topology: { nodes: [node('a', fails, { retries: { maxRetries: 1 } }), node('b', fails)] },
      options: { taskRetries: 3 },
    });
    expect(played.calls.filter((name) => name === 'a.create')).toHaveLength(2);
    expect(played.calls.filter((name) => name === 'b.create')).toHaveLength(4);
  });

  test('without a limit an operation is tried until it passes', async () => {
    const topology = { nodes: [node('a', { 'lifecycle.create': 'fail-25' })] };
    const played = await play({ topology, options: { taskRetries: -1 } });
    expect(played.calls).toHaveLength(26);
    expect(played.status).toBe('terminated');
  });

  test('an instance that is installed anew keeps others waiting, and its first errors are forgotten', async () => {
    const topology = {
      nodes: [
        node('a', { 'lifecycle.create': 'fail-2', 'lifecycle.delete': 'pass' }),
        node('b', 'create', { relationships: [relation('depends_on', 'a')] }),
      ],
    };
    const played = await play({ topology, options: { subgraphRetries: 2 } });
    expect(played.calls).toEqual(['a.create', 'a.delete', 'a.create', 'a.delete', 'a.create', 'b.create']);
    expect(played.status).toBe('terminated');
    expect(played.error).toBe('');
  });

  test('when all tries are used up, the last error counts', async () => {
    const topology = { nodes: [node('a', { 'lifecycle.create': 'fail', 'lifecycle.delete': 'pass' })] };
    const played = await play({ topology, options: { subgraphRetries: 1 } });
    expect(played.calls).toEqual(['a.create', 'a.delete', 'a.create']);
    expect(played.failed).toEqual(['a.create']);
  });

  test('who waits for an operation of an instance that is installed anew waits for the new one', async () => {
    const topology = {
      nodes: [
        node('a', { 'lifecycle.create': 'pass', 'lifecycle.configure': 'fail-once', 'lifecycle.delete': 'pass' }),
        node('b', 'create', {
          relationships: [
            relation('depends_on_lifecycle_operation', 'a', {}, { properties: { operation: 'configure' } }),
          ],
        }),
      ],
    };
    for (const played of await playOften({ topology, options: { subgraphRetries: 1 } })) {
      expect(played.calls).toEqual(['a.create', 'a.configure', 'a.delete', 'a.create', 'a.configure', 'b.create']);
    }
  });

  test('who waits for an operation of an instance waits for no more of it', async () => {
    const waits = (operation: string) =>
      relation('depends_on_lifecycle_operation', 'a', {}, { properties: { operation } });
    const topology = (operation: string) => ({
      nodes: [
        node('a', 'precreate create configure start'),
        node('b', 'create', { relationships: [waits(operation)] }),
      ],
    });
    for (const [operation, next] of [
      ...[
        ['precreate', 'create'],
        ['create', 'configure'],
        ['configure', 'start'],
      ],
    ]) {
      const runs = await playOften({ topology: topology(operation ?? '') });
      expect(runs.every((played) => played.isBefore(`a.lifecycle.${operation}`, 'b.lifecycle.create'))).toBe(true);
      expect(runs.some((played) => played.overlap(`a.lifecycle.${next}`, 'b.lifecycle.create'))).toBe(true);
    }
  });

  test('what does not depend on an error goes on', async () => {
    const topology = {
      nodes: [
        node('a', { 'lifecycle.create': 'fail' }),
        node('b', { 'lifecycle.create': 'pass', 'lifecycle.start': 'pass' }),
      ],
    };
    const played = await play({ topology });
    expect(played.states).toEqual({ a: 'creating', b: 'started' });
  });
});

describe('uninstall', () => {
  const down = ['validation.delete', 'prestop', 'stop', 'delete', 'postdelete'];
  test.each([
    ['uninitialized', []],
    ['initializing', down],
    ['creating', down],
    ['created', down],
    ['configuring', down],
    ['configured', ['delete', 'postdelete']],
    ['starting', down],
    ['started', down],
    ['stopping', down],
    ['stopped', ['delete', 'postdelete']],
    ['deleting', ['delete', 'postdelete']],
    ['deleted', []],
  ])('from %s on it runs what is left', async (state, operations) => {
    const played = await play({
      topology: { nodes: [node('n', ALL)] },
      setup: [{ setState: { n: state } }],
      workflow: 'uninstall',
    });
    expect(played.calls).toEqual(operations.map((name) => `n.${name}`));
    expect(played.states).toEqual({ n: 'deleted' });
  });

  test('relationships are unlinked in the reverse order of the template, after the stop', async () => {
    const topology = {
      nodes: [
        node('a'),
        node('b'),
        node('s', 'stop delete', {
          relationships: [relation('connected_to', 'a', LINKED), relation('connected_to', 'b', LINKED)],
        }),
      ],
    };
    for (const played of await playOften({ topology, setup: [{ workflow: 'install' }], workflow: 'uninstall' })) {
      expect(played.calls).toEqual(['s.stop', 's->b.unlink@source', 's->a.unlink@source', 's.delete']);
    }
  });

  test('an ignored failure is not retried, is told, and the sequence goes on', async () => {
    const topology = {
      nodes: [node('n', { 'lifecycle.stop': 'fail-9', 'lifecycle.delete': 'fail', 'lifecycle.postdelete': 'pass' })],
    };
    const played = await play({
      topology,
      setup: [{ workflow: 'install' }],
      workflow: 'uninstall',
      params: { ignore_failure: true },
      options: { taskRetries: 3 },
    });
    expect(played.calls).toEqual(['n.stop', 'n.delete', 'n.postdelete']);
    expect(played.states).toEqual({ n: 'deleted' });
    expect(played.events.filter((text) => /^Ignoring task .* failure/.test(text))).toHaveLength(2);
  });

  test('a removal that fails is tried again, and what is stopped is not stopped once more', async () => {
    const topology = { nodes: [node('n', { 'lifecycle.stop': 'pass', 'lifecycle.delete': 'fail-once' })] };
    const played = await play({
      topology,
      setup: [{ workflow: 'install' }],
      workflow: 'uninstall',
      options: { subgraphRetries: 1 },
    });
    expect(played.calls).toEqual(['n.stop', 'n.delete', 'n.delete']);
    expect(played.states).toEqual({ n: 'deleted' });
  });

  test('what stays gives up its relationships to what goes, before that is stopped', async () => {
    const topology = {
      nodes: [node('s', 'stop', { relationships: [relation('connected_to', 't', LINKED)] }), node('t', 'stop delete')],
    };
    const played = await play({
      topology,
      setup: [{ workflow: 'install' }],
      workflow: 'uninstall',
      params: { node_ids: ['t'] },
    });
    expect(played.calls).toEqual(['s->t.unlink@source', 't.stop', 't.delete']);
    expect(played.states).toEqual({ s: 'started', t: 'deleted' });
  });

  test('a host loses what watches it and its agent before it is stopped', async () => {
    const names = 'monitoring_agent.stop monitoring_agent.uninstall cloudify_agent.stop cloudify_agent.delete';
    const topology = {
      nodes: [node('h', `monitoring.stop prestop ${names} stop`, { type: 'cloudify.nodes.Compute', agent: 'remote' })],
    };
    const played = await play({ topology, setup: [{ setState: { h: 'started' } }], workflow: 'uninstall' });
    expect(played.calls).toEqual(
      ['monitoring.stop', 'prestop', ...names.split(' '), 'stop'].map((name) => `h.${name}`),
    );
  });
});

describe('reinstall and rollback', () => {
  test('reinstall uninstalls all that is chosen before it installs any of it', async () => {
    const topology = {
      nodes: [
        node('a', 'create delete'),
        node('b', 'create delete', { relationships: [relation('depends_on', 'a')] }),
        node('c', 'create delete'),
      ],
    };
    const played = await play({
      topology,
      setup: [{ workflow: 'install' }],
      workflow: 'reinstall',
      params: { node_ids: ['a', 'b'] },
    });
    expect(played.calls).toEqual(['b.delete', 'a.delete', 'a.create', 'b.create']);
  });

  test.each([
    ['creating', ['delete', 'postdelete'], 'uninitialized'],
    ['configuring', ['delete', 'postdelete'], 'uninitialized'],
    ['starting', ['validation.delete', 'prestop', 'stop'], 'configured'],
    ['created', [], 'created'],
    ['started', [], 'started'],
  ])('rollback brings %s back to where it was settled', async (state, operations, end) => {
    const played = await play({
      topology: { nodes: [node('n', ALL)] },
      setup: [{ setState: { n: state } }],
      workflow: 'rollback',
    });
    expect(played.calls).toEqual(operations.map((name) => `n.${name}`));
    expect(played.states).toEqual({ n: end });
  });

  test('a full rollback uninstalls what is left', async () => {
    const played = await play({
      topology: { nodes: [node('n', ALL)] },
      setup: [{ setState: { n: 'starting' } }],
      workflow: 'rollback',
      params: { full_rollback: true },
    });
    expect(played.calls).toEqual(
      ['validation.delete', 'prestop', 'stop', 'delete', 'postdelete'].map((name) => `n.${name}`),
    );
    expect(played.states).toEqual({ n: 'deleted' });
  });
});
