import { describe, expect, test } from 'vitest';
import type { Answers } from './scenario';
import { LINKED, node, play, relation } from './testing';

const INSTALLED = [{ workflow: 'install' }];
const check = (answer: string, more: Answers = {}): Answers => ({
  'validation.check_status': answer,
  'lifecycle.create': 'pass',
  'lifecycle.delete': 'pass',
  ...more,
});
const heal = (nodes: ReturnType<typeof node>[], params = {}, more = {}) =>
  play({ topology: { nodes }, setup: INSTALLED, workflow: 'heal', params, ...more });

describe('heal', () => {
  test('when everything works it only looks', async () => {
    const played = await heal([node('a', check('pass')), node('b', check('pass'))]);
    expect(played.calls.sort()).toEqual(['a.validation.check_status', 'b.validation.check_status']);
    expect(played.get('sets')).toMatchObject({ healed: [], reinstalled: [], untouched: ['a#1', 'b#1'] });
  });

  test('checks are not tried again, repairs are', async () => {
    const operations = check('fail-once', { 'lifecycle.heal': 'fail-once' });
    const played = await heal([node('a', operations)], {}, { options: { taskRetries: 1 } });
    expect(played.calls).toEqual(['a.validation.check_status', 'a.heal', 'a.heal']);
  });

  test('what is contained in something that has to be reinstalled is reinstalled, and not repaired in vain', async () => {
    const played = await heal([
      node('h', check('fail')),
      node('c', check('fail', { 'lifecycle.heal': 'pass' }), { relationships: [relation('contained_in', 'h')] }),
    ]);
    expect(played.calls.slice(2)).toEqual(['c.delete', 'h.delete', 'h.create', 'c.create']);
  });

  test('when a repair fails, all that is contained in the instance is reinstalled, too', async () => {
    const played = await heal([
      node('h', check('fail', { 'lifecycle.heal': 'fail' })),
      node('c', check('pass'), { relationships: [relation('contained_in', 'h')] }),
    ]);
    expect(played.get('sets')).toMatchObject({ healFailed: ['h#1'], reinstalled: ['h#1', 'c#1'], untouched: [] });
  });

  test('an instance whose repair worked goes along when its container has to be reinstalled', async () => {
    const played = await heal([
      node('h', check('fail', { 'lifecycle.heal': 'fail' })),
      node('c', check('fail', { 'lifecycle.heal': 'pass' }), { relationships: [relation('contained_in', 'h')] }),
    ]);
    expect(played.get('sets')).toMatchObject({ healed: [], healFailed: ['h#1'], reinstalled: ['h#1', 'c#1'] });
  });

  test('a healed instance counts as working afterwards', async () => {
    const played = await play({
      topology: { nodes: [node('a', check('fail', { 'lifecycle.heal': 'pass' }))] },
      setup: [{ workflow: 'install' }, { workflow: 'heal' }],
      workflow: 'heal',
      params: { check_status: false },
    });
    expect(played.calls).toEqual([]);
  });

  test('an instance whose repair failed does not, where it may not be reinstalled', async () => {
    const played = await play({
      topology: { nodes: [node('a', check('fail', { 'lifecycle.heal': 'fail' }))] },
      setup: [{ workflow: 'install' }, { workflow: 'heal', params: { allow_reinstall: false }, mayFail: true }],
      workflow: 'heal',
      params: { check_status: false, allow_reinstall: false },
    });
    expect(played.calls).toEqual(['a.heal']);
  });

  test('without a check the last result counts; with none that works, the instance does not', async () => {
    const played = await play({
      topology: { nodes: [node('a', check('pass')), node('b', 'create delete')] },
      setup: [{ workflow: 'install' }],
      workflow: 'heal',
      params: { check_status: false },
    });
    expect(played.calls).toEqual(['b.delete', 'b.create']);
  });

  test('reinstalling can be forbidden: then it is an error that names the instances, five of them', async () => {
    const nodes = Array.from({ length: 7 }, (_, at) => node(`n${at}`, check('fail')));
    const played = await heal(nodes, { allow_reinstall: false });
    expect(played.status).toBe('failed');
    expect(played.error).toMatch(/allow_reinstall.*n0#1, n1#1, n2#1, n3#1, n4#1 and 2 more/);
    expect(played.calls.every((name) => name.endsWith('check_status'))).toBe(true);
  });

  test('everything can be reinstalled at once, unless that is forbidden', async () => {
    const nodes = [node('a', check('pass')), node('b', check('fail', { 'lifecycle.heal': 'pass' }))];
    const played = await heal(nodes, { force_reinstall: true });
    expect(played.calls.sort()).toEqual(['a.create', 'a.delete', 'b.create', 'b.delete']);
    expect(played.get('sets')).toMatchObject({ checked: [], healed: [], reinstalled: ['a#1', 'b#1'], untouched: [] });
    const refused = await heal(nodes, { force_reinstall: true, allow_reinstall: false });
    expect([refused.calls, refused.error]).toEqual([[], expect.stringMatching(/allow_reinstall.*a#1, b#1/)]);
  });

  test('an instance on no host is healed with what is in it', async () => {
    const played = await heal(
      [
        node('tier', check('fail')),
        node('app', check('fail'), { relationships: [relation('contained_in', 'tier')] }),
        node('other', check('fail')),
      ],
      { node_instance_id: 'app#1' },
    );
    expect(played.get('sets')).toMatchObject({ reinstalled: ['app#1'], untouched: ['tier#1', 'other#1'] });
  });

  test('an unknown instance is an error', async () => {
    const played = await heal([node('a')], { node_instance_id: 'ghost_1' });
    expect(played.error).toContain('ghost_1');
    expect(played.calls).toEqual([]);
  });

  test('a failing removal ends it where failures are not ignored', async () => {
    const played = await heal([node('a', { ...check('fail'), 'lifecycle.delete': 'fail' })], { ignore_failure: false });
    expect(played.status).toBe('failed');
    expect(played.failed).toEqual(['a.delete']);
    expect(played.calls).not.toContain('a.create');
  });

  test('relationships to what is reinstalled are given up before and taken up after', async () => {
    const played = await heal([
      node('s', check('pass'), { relationships: [relation('connected_to', 't', LINKED)] }),
      node('t', check('fail')),
    ]);
    expect(played.calls.slice(2)).toEqual(['s->t.unlink@source', 't.delete', 't.create', 's->t.establish@source']);
  });

  test('the reason is in the events', async () => {
    const played = await heal([node('a', check('pass'))], { diagnose_value: 'no answer on port 80' });
    expect(played.events.join()).toContain('no answer on port 80');
  });
});
