import { describe, expect, test } from 'vitest';
import { node, play, relation } from './testing';

/** `first` runs until it is released, `second` comes after it. */
const chain = (answer = 'block', more = {}) => ({
  nodes: [
    node('first', { 'lifecycle.create': answer, 'lifecycle.start': 'pass', 'lifecycle.delete': 'pass' }, more),
    node('second', 'create', { relationships: [relation('depends_on', 'first')] }),
  ],
});
const steps = (answer: string, resumable: string[] = []) => ({
  nodes: [
    node('a', { 'test.op': answer }, { resumable }),
    node('b', { 'test.op': 'pass' }, { relationships: [relation('depends_on', 'a')] }),
  ],
});
const OPERATION = { workflow: 'execute_operation', params: { operation: 'test.op', run_by_dependency_order: true } };

describe('a cancel', () => {
  test('sends nothing more; what runs comes to its end and counts', async () => {
    const played = await play({
      topology: chain(),
      steps: [{ waitFor: 'first.lifecycle.create' }, { cancel: {} }, { release: 'first.lifecycle.create' }],
    });
    expect(played.statuses).toEqual(['pending', 'started', 'cancelling', 'cancelled']);
    expect(played.calls).toEqual(['first.create']);
    expect(played.states).toEqual({ first: 'created', second: 'uninitialized' });
  });

  test('can become stronger, not weaker', async () => {
    const played = await play({
      topology: chain(),
      steps: [
        { waitFor: 'first.lifecycle.create' },
        { cancel: {} },
        { cancel: { force: true } },
        { waitForEnd: true },
        { cancel: {} },
      ],
    });
    expect(played.statuses).toEqual(['pending', 'started', 'cancelling', 'force_cancelling', 'cancelled']);
    expect((played.get('answers') as { error?: string }[])[4]?.error).toMatch(/cannot be cancelled/);
  });

  test('of one that waits ends it at once', async () => {
    const played = await play({
      topology: chain(),
      steps: [
        { waitFor: 'first.lifecycle.create' },
        { start: { workflow: 'stop', queue: true } },
        { release: 'first.lifecycle.create' },
      ],
    });
    expect((played.get('executions') as { status: string }[]).map(({ status }) => status)).toEqual(['terminated']);
  });

  test('an error wins over it', async () => {
    const played = await play({
      topology: { nodes: [node('a', { 'lifecycle.create': 'fail' }), node('b', { 'lifecycle.create': 'block' })] },
      steps: [
        { waitFor: 'b.lifecycle.create' },
        { waitFor: 'a.lifecycle.create' },
        { cancel: {} },
        { release: 'b.lifecycle.create' },
      ],
    });
    expect(played.status).toBe('failed');
  });
});

describe('a forced cancel', () => {
  test('waits for nothing', async () => {
    const played = await play({
      topology: chain(),
      steps: [{ waitFor: 'first.lifecycle.create' }, { cancel: { force: true } }, { waitForEnd: true }],
    });
    expect(played.statuses).toEqual(['pending', 'started', 'force_cancelling', 'cancelled']);
  });

  test('an operation that may be run again is, when the execution is resumed', async () => {
    const played = await play({
      topology: steps('block', ['test.op']),
      ...OPERATION,
      steps: [
        { waitFor: 'a.test.op' },
        { cancel: { force: true } },
        { waitForEnd: true },
        { release: 'a.test.op' },
        { resume: {} },
      ],
    });
    expect(played.calls).toEqual(['a.test.op', 'a.test.op', 'b.test.op']);
  });

  test('any other fails then, unless the resume is forced as well', async () => {
    const given = (force: boolean) => ({
      topology: steps('block'),
      ...OPERATION,
      steps: [
        { waitFor: 'a.test.op' },
        { cancel: { force: true } },
        { waitForEnd: true },
        { release: 'a.test.op' },
        { resume: { force } },
      ],
    });
    const plain = await play(given(false));
    expect([plain.status, plain.calls]).toEqual(['failed', ['a.test.op']]);
    const forced = await play(given(true));
    expect([forced.status, forced.calls]).toEqual(['terminated', ['a.test.op', 'a.test.op', 'b.test.op']]);
  });
});

describe('a resume', () => {
  test('runs what failed with all its retries, and nothing that had passed', async () => {
    const played = await play({
      topology: steps('fail-3'),
      ...OPERATION,
      options: { taskRetries: 1 },
      steps: [{ waitForEnd: true }, { resume: {} }],
    });
    expect(played.calls).toEqual(['a.test.op', 'a.test.op', 'a.test.op', 'a.test.op', 'b.test.op']);
    expect(played.statuses).toEqual(['pending', 'started', 'failed', 'pending', 'started', 'terminated']);
  });

  test('stops what it starts once more; that this fails is no reason to give up', async () => {
    const topology = {
      nodes: [node('n', { 'lifecycle.prestop': 'pass', 'lifecycle.stop': 'fail', 'lifecycle.start': 'fail-once' })],
    };
    const played = await play({ topology, steps: [{ waitForEnd: true }, { resume: {} }] });
    expect(played.calls).toEqual(['n.start', 'n.prestop', 'n.stop', 'n.start']);
    expect(played.status).toBe('terminated');
  });

  test('is refused for what has not failed', async () => {
    const played = await play({ topology: chain('pass'), steps: [{ waitForEnd: true }, { resume: {} }] });
    expect((played.get('answers') as { error?: string }[])[1]?.error).toMatch(/cannot be resumed/);
  });

  test('of a repair goes on with what was decided', async () => {
    const played = await play({
      topology: {
        nodes: [
          node('a', { 'validation.check_status': 'fail', 'lifecycle.create': 'pass', 'lifecycle.delete': 'pass' }),
          node('b', { 'validation.check_status': 'pass' }),
        ],
      },
      setup: [{ workflow: 'install' }, { operations: { 'a.lifecycle.create': 'fail-once' } }],
      workflow: 'heal',
      steps: [{ waitForEnd: true }, { resume: {} }],
    });
    expect(played.calls.filter((name) => name.endsWith('check_status'))).toHaveLength(2);
    expect(played.calls.slice(2)).toEqual(['a.delete', 'a.create', 'a.delete', 'a.create']);
    expect(played.states).toEqual({ a: 'started', b: 'started' });
  });
});

describe('after a crash', () => {
  const crash = (reference: string) => [
    { waitFor: reference },
    { crash: true },
    { release: reference },
    { recover: true },
  ];

  test('an operation that may be run again is', async () => {
    const played = await play({ topology: steps('block', ['test.op']), ...OPERATION, steps: crash('a.test.op') });
    expect(played.calls).toEqual(['a.test.op', 'a.test.op', 'b.test.op']);
    expect(played.statuses).toEqual(['pending', 'started', 'pending', 'started', 'terminated']);
  });

  test('nothing that had passed runs again', async () => {
    const played = await play({
      topology: {
        nodes: [
          node('a', 'create start'),
          node(
            'b',
            { 'lifecycle.create': 'block' },
            { resumable: ['lifecycle.create'], relationships: [relation('depends_on', 'a')] },
          ),
        ],
      },
      steps: crash('b.lifecycle.create'),
    });
    expect(played.calls).toEqual(['a.create', 'a.start', 'b.create', 'b.create']);
    expect(played.states).toEqual({ a: 'started', b: 'started' });
  });

  test('what waited begins', async () => {
    const played = await play({
      topology: chain('block', { resumable: ['lifecycle.create'] }),
      steps: [
        { waitFor: 'first.lifecycle.create' },
        { start: { workflow: 'stop', queue: true } },
        { crash: true },
        { release: 'first.lifecycle.create' },
        { recover: true },
      ],
    });
    expect((played.get('executions') as { status: string }[])[0]?.status).toBe('terminated');
    expect(played.status).toBe('terminated');
  });

  test('a repair goes on in the phase in which it was', async () => {
    const played = await play({
      topology: {
        nodes: [
          node(
            'a',
            {
              'validation.check_status': 'fail',
              'lifecycle.heal': 'fail',
              'lifecycle.delete': 'pass',
              'lifecycle.create': 'block',
            },
            { resumable: ['lifecycle.create'] },
          ),
        ],
      },
      setup: [{ setState: { a: 'started' } }],
      workflow: 'heal',
      steps: crash('a.lifecycle.create'),
    });
    expect(played.calls).toEqual([
      'a.validation.check_status',
      'a.heal',
      'a.delete',
      'a.create',
      // what the first call may have left
      'a.delete',
      'a.create',
    ]);
    expect(played.status).toBe('terminated');
  });

  test('a rollback of a scaling goes on as one', async () => {
    const played = await play({
      topology: {
        nodes: [
          node('n', { 'lifecycle.create': 'pass', 'lifecycle.delete': 'block' }, { resumable: ['lifecycle.delete'] }),
          node('c', { 'lifecycle.create': 'pass' }, { relationships: [relation('contained_in', 'n')] }),
        ],
      },
      setup: [{ workflow: 'install' }, { operations: { 'c.lifecycle.create': 'fail' } }],
      workflow: 'scale',
      params: { scalable_entity_name: 'n' },
      steps: crash('n.lifecycle.delete'),
    });
    expect(played.calls).toEqual(['n#2.create', 'c#2.create', 'n#2.delete', 'n#2.delete']);
    expect([played.status, played.get('modification')]).toEqual(['failed', 'rolledback']);
    expect(played.failed).toEqual(['c#2.create']);
    expect(played.states).toEqual({ n: 'started', c: 'started' });
  });
});

describe('several executions of one deployment', () => {
  test('those that wait begin one after the other, the oldest first', async () => {
    const topology = {
      nodes: [node('n', { 'lifecycle.create': 'block', 'lifecycle.start': 'pass', 'lifecycle.stop': 'pass' })],
    };
    const played = await play({
      topology,
      steps: [
        { waitFor: 'n.lifecycle.create' },
        { start: { workflow: 'stop', queue: true } },
        { start: { workflow: 'start', queue: true } },
        { release: 'n.lifecycle.create' },
      ],
    });
    expect(played.calls).toEqual(['n.create', 'n.start', 'n.stop', 'n.start']);
  });
});

describe('a dry run', () => {
  test('names what would run, in its order, and changes nothing', async () => {
    const topology = {
      nodes: [node('h', 'create start'), node('s', 'create', { relationships: [relation('contained_in', 'h')] })],
    };
    const played = await play({ topology, options: { dryRun: true } });
    expect(played.get('planned')).toEqual([
      { op: 'lifecycle.create', instance: 'h#1' },
      { op: 'lifecycle.start', instance: 'h#1' },
      { op: 'lifecycle.create', instance: 's#1' },
    ]);
    expect(played.states).toEqual({ h: 'uninitialized', s: 'uninitialized' });
    expect(played.events.filter((text) => text.includes('(dry run)'))).toHaveLength(3);
  });

  test('of a scaling adds no instance', async () => {
    const topology = { nodes: [node('n', 'create')] };
    const played = await play({
      topology,
      setup: [{ workflow: 'install' }],
      workflow: 'scale',
      params: { scalable_entity_name: 'n', delta: 2 },
      options: { dryRun: true },
    });
    expect(played.get('planned')).toEqual([
      { op: 'lifecycle.create', instance: 'n#2' },
      { op: 'lifecycle.create', instance: 'n#3' },
    ]);
    expect(played.states).toEqual({ n: 'started' });
  });

  test('of a repair reports no sets, because nothing was checked or repaired', async () => {
    const played = await play({
      topology: { nodes: [node('n', 'create validation.check_status')] },
      setup: [{ workflow: 'install' }],
      workflow: 'heal',
      options: { dryRun: true },
    });
    expect(played.get('planned')).toEqual([{ op: 'validation.check_status', instance: 'n#1' }]);
    expect(played.get('sets')).toBeUndefined();
  });
});
