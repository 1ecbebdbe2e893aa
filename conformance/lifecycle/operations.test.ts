import { describe, expect, test } from 'vitest';
import { LINKED, node, play, playOften, relation } from './testing';

const INSTALLED = [{ workflow: 'install' }];

describe('execute_operation', () => {
  const topology = {
    nodes: [
      node('a', { 'backup.run': 'pass' }),
      node('b', 'start', { relationships: [relation('depends_on', 'a')] }),
      node('c', { 'backup.run': 'pass' }, { relationships: [relation('depends_on', 'b')] }),
    ],
  };
  const execute = (params: object) =>
    play({ topology, workflow: 'execute_operation', params: { operation: 'backup.run', ...params } });

  test('an operation that a selected node does not declare is an error before anything is called', async () => {
    const played = await execute({});
    expect(played.calls).toEqual([]);
    expect(played.status).toBe('failed');
    expect(played.error).toContain('backup.run is not declared on b');
  });

  test('one that no node declares is an error as well, with the names of the nodes', async () => {
    const played = await execute({ operation: 'backup.walk' });
    expect(played.error).toContain('backup.walk is not declared on a, b, c');
  });

  test('instances that are filtered out hand on the order between those on both sides of them', async () => {
    for (const played of await playOften({
      topology,
      workflow: 'execute_operation',
      params: { operation: 'backup.run', node_ids: ['a', 'c'], run_by_dependency_order: true },
    })) {
      expect(played.calls).toEqual(['a.backup.run', 'c.backup.run']);
      expect(played.isBefore('a.backup.run', 'c.backup.run')).toBe(true);
    }
  });

  test('without an order all run at once', async () => {
    const runs = await playOften({
      topology,
      workflow: 'execute_operation',
      params: { operation: 'backup.run', node_ids: ['a', 'c'] },
    });
    expect(runs.some((played) => played.overlap('a.backup.run', 'c.backup.run'))).toBe(true);
  });

  test('filters that leave nothing over are a success', async () => {
    const played = await execute({ node_ids: ['a'], type_names: ['cloudify.nodes.Compute'] });
    expect(played.status).toBe('terminated');
    expect(played.calls).toEqual([]);
  });

  test('the name may be long or short, and inputs are passed on', async () => {
    const played = await play({
      topology: { nodes: [node('n', 'start', { inputs: { 'lifecycle.start': { port: 80 } } })] },
      workflow: 'execute_operation',
      params: { operation: 'cloudify.interfaces.lifecycle.start', operation_kwargs: { fast: true } },
    });
    expect(played.inputs('n.lifecycle.start')).toEqual({ port: 80, fast: true });
  });

  test('a declared input gets another value only with leave', async () => {
    const given = {
      topology: { nodes: [node('n', 'start', { inputs: { 'lifecycle.start': { port: 80 } } })] },
      workflow: 'execute_operation',
    };
    const params = { operation: 'lifecycle.start', operation_kwargs: { port: 81 } };
    const refused = await play({ ...given, params });
    expect([refused.status, refused.calls]).toEqual(['failed', []]);
    const allowed = await play({ ...given, params: { ...params, allow_kwargs_override: true } });
    expect(allowed.inputs('n.lifecycle.start')).toEqual({ port: 81 });
  });

  test('it changes no state, whatever runs', async () => {
    const played = await play({
      topology: { nodes: [node('n', 'create stop')] },
      setup: INSTALLED,
      workflow: 'execute_operation',
      params: { operation: 'lifecycle.stop' },
    });
    expect(played.states).toEqual({ n: 'started' });
  });

  test('a failing instance holds up those ordered after it, and no others', async () => {
    const fails = { 'backup.run': 'fail' };
    const passes = { 'backup.run': 'pass' };
    const played = await play({
      topology: {
        nodes: [
          node('a', fails),
          node('b', passes, { relationships: [relation('depends_on', 'a')] }),
          node('c', passes),
        ],
      },
      workflow: 'execute_operation',
      params: { operation: 'backup.run', run_by_dependency_order: true },
    });
    expect(played.calls.sort()).toEqual(['a.backup.run', 'c.backup.run']);
  });
});

describe('start, stop and restart', () => {
  const topology = {
    nodes: [
      node('host', 'start stop', { type: 'cloudify.nodes.Compute' }),
      node('app', 'start stop', { relationships: [relation('contained_in', 'host', LINKED)] }),
    ],
  };

  test('stop goes by the same order as start: the host first', async () => {
    const played = await play({ topology, setup: INSTALLED, workflow: 'stop' });
    expect(played.calls).toEqual(['host.stop', 'app.stop']);
    expect(played.states).toEqual({ host: 'started', app: 'started' });
  });

  test('restart takes filters for both of its parts', async () => {
    const played = await play({ topology, setup: INSTALLED, workflow: 'restart', params: { node_ids: ['app'] } });
    expect(played.calls).toEqual(['app.stop', 'app.start']);
  });
});

describe('check_status and check_drift', () => {
  test('check_status fails where something does not work, and tries nothing again', async () => {
    const topology = {
      nodes: [
        node('a', { 'validation.check_status': 'fail-once' }),
        node('b', { 'validation.check_status': 'pass' }),
        node('c'),
      ],
    };
    const played = await play({ topology, setup: INSTALLED, workflow: 'check_status', options: { taskRetries: 5 } });
    expect(played.status).toBe('failed');
    expect(played.failed).toEqual(['a.validation.check_status']);
  });

  test('check_status tries again where the operation itself says so', async () => {
    const check = { 'validation.check_status': 'fail-once' };
    const topology = { nodes: [node('a', check, { retries: { maxRetries: 1 } })] };
    const played = await play({ topology, setup: INSTALLED, workflow: 'check_status' });
    expect(played.status).toBe('terminated');
  });

  test('check_drift looks at instances and at both sides of relationships', async () => {
    const checks = { 'relationship_lifecycle.check_drift': 'pass' };
    const topology = {
      nodes: [
        node('t'),
        node('s', 'check_drift', { relationships: [relation('connected_to', 't', checks, { targetOps: checks })] }),
      ],
    };
    const played = await play({ topology, setup: INSTALLED, workflow: 'check_drift' });
    expect(played.calls[0]).toBe('s.check_drift');
    expect(played.calls.slice(1).sort()).toEqual(['s->t.check_drift@source', 's->t.check_drift@target']);
  });
});

describe('install_new_agents', () => {
  const agent = {
    'cloudify_agent.validate_amqp': 'pass',
    'cloudify_agent.create_amqp': 'pass',
    'monitoring_agent.install': 'pass',
    'monitoring_agent.start': 'pass',
  };
  const host = (id: string, more = {}) =>
    node(id, { ...agent, ...more }, { type: 'cloudify.nodes.Compute', agent: 'remote' });
  const topology = {
    nodes: [
      host('one'),
      host('two'),
      node('app', { 'monitoring.start': 'pass' }, { relationships: [relation('contained_in', 'one')] }),
      node('plain', {}, { type: 'cloudify.nodes.Compute' }),
    ],
  };

  test('all old agents are valid before any host gets a new one; then each is validated again', async () => {
    for (const played of await playOften({ topology, setup: INSTALLED, workflow: 'install_new_agents' })) {
      expect(played.calls.filter((name) => name.startsWith('one'))).toEqual([
        'one.cloudify_agent.validate_amqp',
        'one.cloudify_agent.create_amqp',
        'one.cloudify_agent.validate_amqp',
        'one.monitoring_agent.install',
        'one.monitoring_agent.start',
      ]);
      expect(played.calls.at(-1)?.startsWith('plain')).toBe(false);
      expect(played.calls).toContain('app.monitoring.start');
      expect(played.inputs('one.cloudify_agent.create_amqp')).toMatchObject({ install_agent_timeout: 300 });
      const firstCreate = played.calls.findIndex((name) => name.endsWith('create_amqp'));
      expect(played.calls.slice(0, firstCreate).sort()).toEqual([
        'one.cloudify_agent.validate_amqp',
        'two.cloudify_agent.validate_amqp',
      ]);
    }
  });

  test('when one cannot be validated, no host gets a new agent', async () => {
    const broken = { nodes: [host('one'), host('two', { 'cloudify_agent.validate_amqp': 'fail' })] };
    const played = await play({ topology: broken, setup: INSTALLED, workflow: 'install_new_agents' });
    expect(played.calls.filter((name) => name.endsWith('create_amqp'))).toEqual([]);
    expect(played.failed).toEqual(['two.cloudify_agent.validate_amqp']);
  });

  test('a host without an agent in the filter is an error', async () => {
    const played = await play({
      topology,
      setup: INSTALLED,
      workflow: 'install_new_agents',
      params: { node_ids: ['plain'] },
    });
    expect(played.error).toContain('No agent is installed on plain#1');
  });
});

describe('parameters', () => {
  const topology = { nodes: [node('n', 'start')] };
  const refused = async (workflow: string, params: object) => {
    const played = await play({ topology, workflow, params: params as never });
    expect(played.status).toBe('rejected');
    return played.error;
  };

  test('every problem is in the message', async () => {
    const error = await refused('start', { node_ids: ['x', 'y'], speed: 3, run_by_dependency_order: 'perhaps' });
    expect(error).toContain('no parameter speed');
    expect(error).toContain('run_by_dependency_order must be true or false');
    expect(error).toContain('there is no node x, y');
  });

  test('a mandatory one must be there', async () => {
    expect(await refused('execute_operation', {})).toContain('operation is missing');
  });

  test('names of instances and types must exist', async () => {
    expect(await refused('install', { node_instance_ids: ['ghost_1'] })).toContain('there is no instance ghost_1');
    expect(await refused('install', { type_names: ['ghost.Type'] })).toContain('there is no type ghost.Type');
  });

  test('texts stand for what they say', async () => {
    const params = { run_by_dependency_order: 'false', node_ids: 'n' };
    const played = await play({ topology, workflow: 'start', params: params as never });
    expect(played.calls).toEqual(['n.start']);
  });

  test('there must be such a workflow', async () => {
    expect(await refused('dance', {})).toContain('There is no workflow dance');
  });
});
