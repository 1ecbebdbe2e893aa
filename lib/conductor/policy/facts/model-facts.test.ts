import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '@/lib/model/json';
import { cases } from '@/lib/testing/cases';
import { ModelFacts } from './model-facts';

const TABLES = ['objects', 'parent_types', 'properties', 'relationships', 'states'] as const;
const PARENTS: Record<string, string[]> = { Linux: ['Instance'], Instance: ['Object'] };
const CONTEXT = { tenant: 't', parentsOf: (type: string) => PARENTS[type] ?? [] };

const scalar = fc.constantFrom<Json>('a', 'b', 'o1', 'o2', 'o3', 1, 2, true, null, 'text');
const key = fc.constantFrom('name', 'peer', 'a.b', 'a', 'b', 'services', '');
/** Members of an object: values, lists, maps and further objects, of which one may stand in several places. */
const { object } = fc.letrec<{ value: Json; object: JsonObject }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(key, tie('value'), { maxKeys: 3 }),
    tie('object'),
  ),
  object: fc
    .tuple(
      fc.constantFrom<Json>('o1', 'o2', 'o3', 'o4', 1),
      fc.constantFrom('Linux', 'App/1.0@pkg'),
      fc.dictionary(key, tie('value'), { maxKeys: 4 }),
    )
    .map(([id, type, members]): JsonObject => ({ ...members, '?': { id, type } })),
}));
const model = fc
  .tuple(fc.array(object, { maxLength: 4 }), fc.dictionary(key, scalar, { maxKeys: 2 }))
  .map(([applications, members]): JsonObject => ({ ...members, '?': { id: 'e', type: 'Environment' }, applications }));

const textsOf = (facts: ModelFacts) => TABLES.map((table) => [...facts.rows(table)].map((row) => row.join('|')).sort());

describe('a model that is read in the place of another', () => {
  it('is told as it is from the beginning, and the changes are the difference: 800 rows of models', () => {
    fc.assert(
      fc.property(fc.array(model, { minLength: 2, maxLength: 4 }), (models) => {
        const kept = new ModelFacts();
        const tables = new Map(TABLES.map((table) => [table, new Set<unknown>()]));
        for (const one of models) {
          const changes = kept.read(one, CONTEXT);
          for (const [table, rows] of tables) {
            for (const row of changes[table]?.removed.rows() ?? []) expect(rows.delete(row)).toBe(true);
            for (const row of changes[table]?.added.rows() ?? []) rows.add(row);
            expect(rows).toEqual(new Set(kept.rows(table)));
          }
          const fresh = new ModelFacts();
          fresh.read(structuredClone(one), CONTEXT);
          expect(textsOf(kept)).toEqual(textsOf(fresh));
        }
      }),
      { numRuns: cases(800) },
    );
  });

  it('changes one row for one value', () => {
    const farm = (flavor: string): Json => ({
      '?': { id: 'f', type: 'Farm' },
      units: { m: { '?': { id: 'm', type: 'Linux' }, flavor, name: 'web' } },
    });
    const environment = (flavor: string): Json => ({
      '?': { id: 'e', type: 'Environment' },
      applications: [farm(flavor)],
    });
    const facts = new ModelFacts();
    facts.read(environment('small'), CONTEXT);
    const changes = facts.read(environment('large'), CONTEXT);
    expect(Object.keys(changes)).toEqual(['properties']);
    expect([...(changes.properties?.added.rows() ?? [])]).toEqual([['m', 'flavor', 'large']]);
    expect([...(changes.properties?.removed.rows() ?? [])]).toEqual([['m', 'flavor', 'small']]);
    expect(facts.read(environment('large'), CONTEXT)).toEqual({});
  });

  it('tells an object anew when its class extends another one', () => {
    const facts = new ModelFacts();
    const one: Json = { '?': { id: 'e', type: 'Linux' } };
    facts.read(one, CONTEXT);
    const changes = facts.read(structuredClone(one), { ...CONTEXT, parentsOf: () => [] });
    expect([...(changes.parent_types?.removed.rows() ?? [])]).toEqual([
      ['e', 'Instance'],
      ['e', 'Object'],
    ]);
  });

  it('stays what it was when a model cannot be read', () => {
    const facts = new ModelFacts();
    facts.read({ '?': { id: 'e', type: 'Linux' }, name: 'x' }, CONTEXT);
    const before = textsOf(facts);
    expect(() =>
      facts.read({ '?': { id: 'e', type: 'Linux' }, applications: [{ '?': { id: 'a' } }] }, CONTEXT),
    ).toThrow('has no type');
    expect(textsOf(facts)).toEqual(before);
  });
});
