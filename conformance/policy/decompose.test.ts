import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '@/lib/model/json';
import { runDecomposeCase } from './run-decompose';

const object = (id: string, type: string, members: Record<string, Json> = {}): Json => ({
  '?': { id, type },
  ...members,
});
const PARENTS: Record<string, string[]> = { Linux: ['Instance'], Instance: ['Object'], Both: ['Linux', 'Instance'] };

/** What is answered about a model. */
const answer = (model: Json): Promise<JsonObject> =>
  runDecomposeCase({ id: 'test', tenant: 't', classes: PARENTS, model });

/** The facts of one table about a model whose environment is `e`. */
async function facts(table: string, members: Record<string, Json>): Promise<string[][]> {
  const { rules } = await answer(object('e', 'io.murano.Environment', members));
  return (rules as string[][]).filter(([name]) => name === table).map(([, ...row]) => row);
}

describe('a model as relations (policy-enforcement, "Model decomposition")', () => {
  it('says what there is and who holds it', async () => {
    expect(await facts('objects', { applications: [object('a', 'App/1.2.3@pkg')] })).toEqual([
      ['e', 't', 'io.murano.Environment'],
      ['a', 'e', 'App'],
    ]);
  });

  it('says of each object its type and all above it, each once', async () => {
    expect((await facts('parent_types', { applications: [object('a', 'Both')] })).filter(([id]) => id === 'a')).toEqual(
      [
        ['a', 'Both'],
        ['a', 'Linux'],
        ['a', 'Instance'],
        ['a', 'Object'],
      ],
    );
  });

  it('names properties of maps with dots, tells each item of a list, and writes values as Python does', async () => {
    const app = object('a', 'App', { networks: { flat: false, custom: ['10.0.1.0', null] }, none: null, n: 8080 });
    const rows = await facts('properties', { applications: [app] });
    expect(rows.toSorted()).toEqual([
      ['a', 'n', '8080'],
      ['a', 'networks.custom', '10.0.1.0'],
      ['a', 'networks.custom', 'None'],
      ['a', 'networks.flat', 'False'],
    ]);
  });

  it('makes a relationship of an object below a property, and of a value that is the id of one', async () => {
    const web = object('w', 'App', { instance: object('i', 'Linux'), database: 'd', other: 'x' });
    const rows = await facts('relationships', { applications: [web, object('d', 'Db')] });
    expect(rows.toSorted()).toEqual([
      ['e', 'd', 'services'],
      ['e', 'w', 'services'],
      ['w', 'd', 'database'],
      ['w', 'i', 'instance'],
    ]);
    expect(await facts('properties', { applications: [web, object('d', 'Db')] })).toEqual([['w', 'other', 'x']]);
  });

  it('connects what relationships lead to, in one step or many, an object with itself on a circle', async () => {
    const rows = await facts('connected', {
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

  it('gives objects in a list no relationship to who holds the list', async () => {
    const farm = object('f', 'Farm', { nodes: [object('n', 'Linux')] });
    expect(await facts('relationships', { applications: [farm] })).toEqual([['e', 'f', 'services']]);
    expect(await facts('objects', { applications: [farm] })).toContainEqual(['n', 'f', 'Linux']);
  });

  it.each([
    ['missing_header', { name: 'x' }],
    ['missing_id', { '?': { type: 'T' } }],
    ['missing_type', { '?': { id: 'e' } }],
    ['bad_type', { '?': { id: 'e', type: 'no class!' } }],
  ])('refuses a model: %s', async (kind, model) => {
    expect(await answer(model as Json)).toMatchObject({ error: kind });
  });
});
