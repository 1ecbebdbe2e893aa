import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { INSTANCE_STATES } from '@/lib/model/lifecycle/instance';
import type { Answers } from './scenario';
import { LINKED, node, play, relation } from './testing';

/** The diagrams and the states of docs/lifecycle.md, held against what the engine calls. */
const PAGE = readFileSync('docs/lifecycle.md', 'utf8');

/** The diagram of a section, and what its boxes say, in their order. */
function diagram(section: string): { text: string; boxes: string[] } {
  const [, text = ''] = new RegExp(`^## ${section}\\n+\`\`\`mermaid\\n([\\s\\S]*?)\`\`\``, 'm').exec(PAGE) ?? [];
  return { text, boxes: [...text.matchAll(/\w+[[{]([^\]}]+)[\]}]/g)].map(([, box = '']) => box) };
}

const HOST = /^(?:host|cloudify_agent|monitoring_agent)\./;

/** What was called for `s`, by the names that the page gives: all of a host's own as one step. */
function stepsOf(calls: readonly string[]): string[] {
  const names = calls
    .filter((name) => /^s[.-]/.test(name))
    .map((name) => name.replace(/^s(?:->t)?\./, '').replace(/@source$/, ''))
    .map((name) => (HOST.test(name) ? 'host' : name));
  return names.filter((name, at) => name !== names[at - 1]);
}

const boxesOf = (section: string) =>
  diagram(section)
    .boxes.slice(1)
    .map((box) => box.replace(/ ⇄.*| .*$/, '').replace(/:$/, ''));

const EVERYTHING: Answers = {
  ...{ 'lifecycle.*': 'pass', 'validation.create': 'pass', 'validation.delete': 'pass' },
  ...{ 'monitoring.start': 'pass', 'monitoring.stop': 'pass', 'host.get_state': 'true' },
  ...{ 'cloudify_agent.create': 'pass', 'cloudify_agent.start': 'pass' },
  ...{ 'cloudify_agent.stop': 'pass', 'cloudify_agent.delete': 'pass' },
  ...{ 'monitoring_agent.install': 'pass', 'monitoring_agent.start': 'pass' },
  ...{ 'monitoring_agent.stop': 'pass', 'monitoring_agent.uninstall': 'pass' },
};
for (const name of [
  'precreate',
  'create',
  'configure',
  'start',
  'poststart',
  'prestop',
  'stop',
  'delete',
  'postdelete',
])
  EVERYTHING[`lifecycle.${name}`] = 'pass';
const topology = {
  nodes: [
    node('t', 'create delete'),
    node('s', EVERYTHING, {
      ...{ type: 'cloudify.nodes.Compute', agent: 'init_script' },
      relationships: [relation('connected_to', 't', LINKED)],
    }),
  ],
};
const INSTALLED = [{ workflow: 'install' }];

describe('docs/lifecycle.md', () => {
  test('names the states of an instance, in their order', () => {
    const line = /^ {4}(uninitialized[\s\S]*?deleted)$/m.exec(PAGE)?.[1] ?? '';
    expect(line.split(/\s*→\s*/)).toEqual([...INSTANCE_STATES]);
  });

  test('draws how an instance is installed and uninstalled', async () => {
    expect(stepsOf((await play({ topology })).calls)).toEqual(boxesOf('Install'));
    const gone = await play({ topology, setup: INSTALLED, workflow: 'uninstall' });
    expect(stepsOf(gone.calls)).toEqual(boxesOf('Uninstall'));
  });

  test('draws that an operation that not all declare is an error before anything is called', async () => {
    const { text } = diagram('Execute an operation, start, stop, restart');
    expect(text).toContain('-- no --> x[error, nothing was called]');
    const nodes = [node('a', { 'backup.run': 'pass' }), node('b', 'start')];
    const execute = (params: object) =>
      play({ topology: { nodes }, workflow: 'execute_operation', params: { operation: 'backup.run', ...params } });
    const refused = await execute({});
    expect([refused.status, refused.calls]).toEqual(['failed', []]);
    expect((await execute({ node_ids: ['a'] })).calls).toEqual(['a.backup.run']);
  });

  test('draws how what does not work is healed, or else reinstalled', async () => {
    const { text } = diagram('Heal');
    const repairs = / -- yes --> \w\[(preheal, heal, postheal), targets first\] -- fails --> r/.exec(text)?.[1];
    const heal = async (answers: Answers) => {
      const nodes = [node('s', { 'lifecycle.create': 'pass', 'lifecycle.delete': 'pass', ...answers })];
      return stepsOf((await play({ topology: { nodes }, setup: INSTALLED, workflow: 'heal' })).calls);
    };
    const repair: Answers = Object.fromEntries(
      (repairs ?? '').split(', ').map((name) => [`lifecycle.${name}`, 'pass']),
    );
    const check = (answer: string): Answers => ({ 'validation.check_status': answer });
    const checked = ['validation.check_status'];
    expect(await heal(check('pass'))).toEqual(checked);
    expect(await heal({ ...check('fail'), ...repair })).toEqual([...checked, ...(repairs ?? '').split(', ')]);
    expect(await heal({ ...check('fail'), ...repair, 'lifecycle.heal': 'fail' })).toEqual(
      expect.arrayContaining([...checked, 'heal', 'delete', 'create']),
    );
    expect(await heal(check('fail'))).toEqual([...checked, 'delete', 'create']);
  });

  test('draws that a growth that fails is undone', async () => {
    const { text } = diagram('Scale');
    expect(text).toContain('o -- fails --> u[undo what was begun] --> r[rolled back]');
    const grow = (more: object) =>
      play({
        ...{ topology: { nodes: [node('s', 'create delete')] }, setup: [...INSTALLED, more], workflow: 'scale' },
        params: { scalable_entity_name: 's', delta: 1 },
      });
    const grown = await grow({});
    expect([grown.get('modification'), Object.keys(grown.states)]).toEqual(['finished', ['s', 's#2']]);
    const undone = await grow({ operations: { 's.lifecycle.create': 'fail' } });
    expect([undone.get('modification'), undone.calls.at(-1)]).toEqual(['rolledback', 's#2.delete']);
  });

  test('draws the order of an update', async () => {
    const order = boxesOf('Update');
    expect(order).toEqual(['unlink', 'check_drift', 'check_status,', 'update', 'uninstall', 'install', 'establish']);
    const both = 'create delete check_drift update';
    const old = node('old', 'create delete');
    const before = [old, node('s', `${both} validation.check_status`)];
    const after = [node('s', `${both} validation.check_status`, { properties: { p: 'v1' } }), node('new', 'create')];
    const drifted = { 'lifecycle.check_drift': 'true' };
    const changed = after.map((one) =>
      one.id === 's' ? { ...one, operations: { ...one.operations, ...drifted, 'lifecycle.update': 'fail' } } : one,
    );
    const { calls } = await play({
      ...{ topology: { nodes: before }, setup: INSTALLED, update: { topology: { nodes: changed } } },
      ...{ workflow: 'update', params: {} },
    });
    expect(calls).toEqual([
      ...['old.delete', 's.check_drift', 's.validation.check_status', 's.update', 's.delete', 's.create', 'new.create'],
    ]);
  });
});
