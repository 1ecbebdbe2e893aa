import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../json';
import { emptyModel, expand } from './expand';
import { HOST_TYPE, ROOT_TYPE } from './node-types';
import { resolveTemplate } from './resolve';
import { listOf, scaled, someOf } from './scaled';
import { node, relation } from './testing/topology';

/** Two machines with three parts each; two pairs of something on no machine. */
const model = expand(
  emptyModel('seed'),
  resolveTemplate({
    types: {},
    groups: [{ name: 'pair', members: ['left', 'right'], instances: 2 }],
    nodes: [
      { ...node('host', HOST_TYPE), instances: 2 },
      { ...node('part', ROOT_TYPE, [], [relation('contained_in', 'host')]), instances: 3 },
      node('left', ROOT_TYPE),
      node('right', ROOT_TYPE),
    ],
  }),
  {},
);
const idsOf = (name: string) => model.instances.filter((one) => one.node === name).map(({ id }) => id);
const nodeOf = (id: string) => (id === '' ? '' : id.replace(/_[^_]+$/, ''));
const scale = (scalable_entity_name: string, delta: JsonObject[string], more: JsonObject = {}) =>
  scaled(model, { scalable_entity_name, delta, ...more });
/** Nodes of what comes and of what goes; the sentence where it cannot be. */
function changes(...asked: Parameters<typeof scale>) {
  const scaling = scale(...asked);
  if (scaling === null || typeof scaling === 'string') return scaling;
  return { added: scaling.added.map(nodeOf), removed: scaling.removed };
}

describe('instances of a node', () => {
  it('come in each container, and go from each, the newest first', () => {
    expect(changes('part', 1)).toEqual({ added: ['part', 'part'], removed: [] });
    const [, , third, , , sixth] = idsOf('part');
    expect(changes('part', -1)).toEqual({ added: [], removed: [third, sixth] });
    expect(changes('part', 0)).toBeNull();
    expect(changes('part', ' -3 ')).toEqual({ added: [], removed: idsOf('part') });
  });

  it('come with their machine where that is meant', () => {
    expect(changes('part', 1, { scale_compute: true })).toEqual({
      added: ['host', ...Array(3).fill('part')],
      removed: [],
    });
    expect(changes('left', 1, { scale_compute: true })).toMatchObject({ added: ['left', 'left'] });
  });

  it('go as they are named, and those that are excepted last', () => {
    const [first = '', second = '', third = '', , fifth = '', sixth = ''] = idsOf('part');
    expect(changes('part', -1, { include_instances: first })).toEqual({ added: [], removed: [first, sixth] });
    const excepted = { exclude_instances: [third, sixth] };
    expect(changes('part', -1, excepted)).toMatchObject({ removed: [second, fifth] });
    expect(changes('part', -2, { include_instances: [second], exclude_instances: [third] })).toMatchObject({
      removed: [first, second, fifth, sixth],
    });
  });

  it('are not named where they come, with their machine, or where they are not', () => {
    const [first = '', second = ''] = idsOf('part');
    expect(changes('part', 1, { exclude_instances: [first] })).toBe(
      'Instances cannot be included or excluded when scaling up.',
    );
    expect(changes('part', -1, { include_instances: [first], scale_compute: true })).toContain('while scale_compute');
    const wrong = { include_instances: ['ghost', first], exclude_instances: ['other', first] };
    expect(changes('part', -1, wrong)).toBe(
      'The following included instances did not exist: ghost. The following excluded instances did not exist: other. ' +
        `The following instances were both excluded and included: ${first}. ` +
        `Available instances: ${idsOf('part').join(', ')}.`,
    );
    const ghosts = Array.from({ length: 3 }, (_, at) => `ghost${at}`);
    expect(changes('part', -1, { include_instances: ghosts })).toContain('ghost0, ghost1, ghost2.');
    expect(changes('part', -2, { exclude_instances: [first, second] })).toMatch(
      /^Too many instances were excluded: 2 would remain, and 2 of them are excluded\./,
    );
    expect(changes('part', -1, { exclude_instances: [first, second] })).toMatchObject({ added: [] });
    const onePerHost = { exclude_instances: [first, idsOf('part')[3] ?? ''] };
    expect(changes('part', -2, onePerHost)).toMatchObject({ removed: idsOf('part').filter((_, at) => at % 3 > 0) });
  });

  it('are never fewer than none, and counted in whole numbers', () => {
    expect(changes('part', -4)).toBe('A delta of -4 is illegal: the current number of instances of part is 3.');
    for (const delta of [1.5, 'x', '', true, null]) {
      expect(changes('part', delta)).toBe(`The delta parameter must be a whole number, not ${JSON.stringify(delta)}.`);
    }
    expect(changes('ghost', 1)).toBe('No scalable entity named ghost was found: there is no such node or group.');
  });
});

describe('instances of a group', () => {
  it('come and go whole; a member stands for its own', () => {
    expect(changes('pair', 1)).toEqual({ added: ['left', 'right'], removed: [] });
    const [left, right] = [idsOf('left'), idsOf('right')];
    expect(changes('pair', -1)).toMatchObject({ removed: [left[1], right[1]] });
    expect(changes('pair', -1, { include_instances: left.slice(0, 1) })).toMatchObject({
      removed: [left[0], right[0]],
    });
    expect(changes('pair', -1, { exclude_instances: right.slice(1) })).toMatch(/^Too many instances were excluded: 1 /);
    expect(changes('pair', -1, { include_instances: [idsOf('part')[0] ?? ''] })).toContain(
      'Instances of the group and their members: ',
    );
  });
});

describe('lists in sentences', () => {
  it('name some of many, and how many there are besides', () => {
    expect([someOf(['a', 'b']), someOf(['a', 'b', 'c'], 2), someOf(['a', 'b'], 2)]).toEqual([
      'a, b',
      'a, b and 1 more',
      'a, b',
    ]);
  });

  it('may be a single item, or nothing', () => {
    expect([listOf('a'), listOf(['a', 1]), listOf(null), listOf(''), listOf(undefined)]).toEqual([
      ...[['a'], ['a', '1'], [], [], []],
    ]);
  });
});
