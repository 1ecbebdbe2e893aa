import { describe, expect, it } from 'vitest';
import type { Json } from '@/lib/model/json';
import { isPolicyError } from '../errors';
import { decompose } from './decompose';

const object = (id: string, type: string, members: Record<string, Json> = {}): Json => ({
  '?': { id, type },
  ...members,
});
const PARENTS: Record<string, string[]> = { Linux: ['Instance'], Instance: ['Object'], Both: ['Linux', 'Instance'] };

/** The facts of one table about a model whose environment is `e`. */
function facts(table: string, members: Record<string, Json>): string[][] {
  return decompose(object('e', 'io.murano.Environment', members), {
    tenant: 't',
    parentsOf: (type) => PARENTS[type] ?? [],
  })
    .filter(([name]) => name === table)
    .map(([, ...row]) => row);
}

describe('a model as relations (policy-enforcement, "Model decomposition")', () => {
  it('says what there is and who holds it', () => {
    expect(facts('objects', { applications: [object('a', 'App/1.2.3@pkg')] })).toEqual([
      ['e', 't', 'io.murano.Environment'],
      ['a', 'e', 'App'],
    ]);
  });

  it('says of each object its type and all above it, each once', () => {
    expect(facts('parent_types', { applications: [object('a', 'Both')] }).filter(([id]) => id === 'a')).toEqual([
      ['a', 'Both'],
      ['a', 'Linux'],
      ['a', 'Instance'],
      ['a', 'Object'],
    ]);
  });

  it('names properties of maps with dots, tells each item of a list, and writes values as Python does', () => {
    const app = object('a', 'App', { networks: { flat: false, custom: ['10.0.1.0', null] }, none: null, n: 8080 });
    const rows = facts('properties', { applications: [app] });
    expect(rows.toSorted()).toEqual([
      ['a', 'n', '8080'],
      ['a', 'networks.custom', '10.0.1.0'],
      ['a', 'networks.custom', 'None'],
      ['a', 'networks.flat', 'False'],
    ]);
  });

  it('makes a relationship of an object below a property, and of a value that is the id of one', () => {
    const web = object('w', 'App', { instance: object('i', 'Linux'), database: 'd', other: 'x' });
    const rows = facts('relationships', { applications: [web, object('d', 'Db')] });
    expect(rows.toSorted()).toEqual([
      ['e', 'd', 'services'],
      ['e', 'w', 'services'],
      ['w', 'd', 'database'],
      ['w', 'i', 'instance'],
    ]);
    expect(facts('properties', { applications: [web, object('d', 'Db')] })).toEqual([['w', 'other', 'x']]);
  });

  it('connects what relationships lead to, in one step or many, an object with itself on a circle', () => {
    const rows = facts('connected', {
      applications: [object('a', 'App', { peer: 'b' }), object('b', 'App', { peer: 'a' })],
    });
    expect(rows.toSorted()).toEqual([
      ['a', 'a'],
      ['a', 'b'],
      ['b', 'a'],
      ['b', 'b'],
      ['e', 'a'],
      ['e', 'b'],
    ]);
  });

  it('gives objects in a list no relationship to who holds the list', () => {
    const farm = object('f', 'Farm', { nodes: [object('n', 'Linux')] });
    expect(facts('relationships', { applications: [farm] })).toEqual([['e', 'f', 'services']]);
    expect(facts('objects', { applications: [farm] })).toContainEqual(['n', 'f', 'Linux']);
  });

  it.each([
    ['missing_header', { name: 'x' }],
    ['missing_id', { '?': { type: 'T' } }],
    ['missing_type', { '?': { id: 'e' } }],
    ['bad_type', { '?': { id: 'e', type: 'no class!' } }],
  ])('refuses a model: %s', (kind, model) => {
    const attempt = () => decompose(model as Json, { tenant: null, parentsOf: () => [] });
    expect(attempt).toThrow(expect.toSatisfy((error: unknown) => isPolicyError(error) && error.kind === kind));
  });
});
