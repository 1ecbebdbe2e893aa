import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeOf, FactBase, isPolicyError, type Policies, type Row } from '..';
import { cases } from '../testing/cases';
import { Evaluation } from './evaluate';
import { keyOf } from './relation';

const TABLES = { one: ['x'], pair: ['x', 'y'], link: ['x', 'y', 'name'], reach: ['x', 'y'] };
const SOURCES = { facts: { tables: TABLES, reachable: { reach: 'link' } } };
const DERIVED = ['d0', 'd1', 'd2', 'd3'];
const NOON = { now: '2026-11-23 12:00:00' };
const LATER = { now: '2026-11-23 12:00:01' };

type Facts = Record<'one' | 'pair' | 'link', readonly Row[]>;

const value = fc.constantFrom('a', 'b', 'c', 1n, 2n);
const rowsOf = (width: number) =>
  fc.uniqueArray(fc.tuple(...Array.from({ length: width }, () => value)), { maxLength: 6, selector: keyOf });
const facts: fc.Arbitrary<Facts> = fc.record({ one: rowsOf(1), pair: rowsOf(2), link: rowsOf(3) });

const term = fc.constantFrom('x', 'y', 'z', 'u', 'x', 'y', '"a"', '1');
const atomOver = (tables: readonly [name: string, width: number][]) =>
  fc
    .constantFrom(...tables)
    .chain(([name, width]) =>
      fc.tuple(...Array.from({ length: width }, () => term)).map((all) => `${name}(${all.join(', ')})`),
    );
const COMPUTED = ['plus(x, 1, z)', 'gt(y, 1)', 'not gt(x, 1)', 'concat(x, y, u)', 'now(u)', 'lt(x, y)', 'equal(x, y)'];

/** A rule for one of the derived tables, over those before it: most such texts can be asked. */
const ruleFor = (at: number) => {
  const below = DERIVED.slice(0, at).map((name): [string, number] => [name, 2]);
  const given: [string, number][] = [
    ...(['one', 'pair', 'link', 'reach'] as const).map((name): [string, number] => [
      `facts:${name}`,
      TABLES[name].length,
    ]),
    ...below,
  ];
  const literal = fc.oneof(
    { weight: 5, arbitrary: atomOver(given) },
    { weight: 2, arbitrary: atomOver(given).map((atom) => `not ${atom}`) },
    { weight: 2, arbitrary: fc.constantFrom(...COMPUTED) },
  );
  return fc
    .tuple(term, term, fc.array(literal, { minLength: 1, maxLength: 4 }))
    .map(([first, second, body]) => `${DERIVED[at]}(${first}, ${second}) :- ${body.join(', ')}`);
};
const program = fc.tuple(...DERIVED.flatMap((_, at) => [ruleFor(at), ruleFor(at)]));

/** The statements of a program that can be asked, beside facts. */
function insertWhatCan(policies: Policies, statements: readonly string[]): void {
  policies.create('rules', { kind: 'rules' });
  policies.insert('rules', 'd1("a", "b")');
  for (const statement of statements) {
    try {
      policies.insert('rules', statement);
    } catch (error) {
      if (!isPolicyError(error)) throw error;
    }
  }
}

function load(base: FactBase, before: Facts | null, now: Facts): void {
  for (const table of ['one', 'pair', 'link'] as const) {
    const without = (rows: readonly Row[], others: readonly Row[]) =>
      rows.filter((row) => !others.some((other) => keyOf(other) === keyOf(row)));
    const change = changeOf(without(now[table], before?.[table] ?? []), without(before?.[table] ?? [], now[table]));
    if (change) base.change('facts', table, change);
  }
}

const tablesIn = (evaluation: Evaluation) =>
  DERIVED.map((table) =>
    [...evaluation.table({ policy: 'rules', of: null, table, modal: null }).rows()].map(keyOf).sort(),
  );

describe('rules whose facts change', () => {
  it('derive by following the changes what they would derive from the beginning: 1,000 programs', () => {
    let derived = 0;
    fc.assert(
      fc.property(
        program,
        facts,
        fc.array(fc.tuple(facts, fc.boolean()), { minLength: 3, maxLength: 4 }),
        (text, first, changes) => {
          const base = new FactBase(SOURCES);
          load(base, null, first);
          base.take();
          const world = base.policies();
          insertWhatCan(world, text);
          const kept = new Evaluation(world, NOON);
          tablesIn(kept);
          let before = first;
          for (const [now, isLater] of changes) {
            const context = isLater ? LATER : NOON;
            load(base, before, now);
            expect(kept.follow(base.take(), context)).toBe(true);
            const fresh = new FactBase(SOURCES);
            load(fresh, null, now);
            const other = fresh.policies();
            insertWhatCan(other, text);
            const expected = tablesIn(new Evaluation(other, context));
            expect(tablesIn(kept)).toEqual(expected);
            derived += expected.flat().length;
            before = now;
          }
        },
      ),
      { numRuns: cases(1_000) },
    );
    expect(derived).toBeGreaterThan(cases(5_000));
  });

  it('keep a row while there is another way to derive it', () => {
    const base = new FactBase(SOURCES);
    const at = (pair: Row[]): Facts => ({ one: [], pair, link: [] });
    const [both, left, none] = [
      at([
        ['a', 1n],
        ['a', 2n],
      ]),
      at([['a', 2n]]),
      at([]),
    ];
    load(base, null, both);
    base.take();
    const world = base.policies();
    insertWhatCan(world, ['d0(x, "there") :- facts:pair(x, y)']);
    const kept = new Evaluation(world, NOON);
    expect(tablesIn(kept)[0]).toHaveLength(1);
    load(base, both, left);
    kept.follow(base.take(), NOON);
    expect(tablesIn(kept)[0]).toHaveLength(1);
    load(base, left, none);
    kept.follow(base.take(), NOON);
    expect(tablesIn(kept)[0]).toHaveLength(0);
  });

  it('look only at what joins with the change', () => {
    const base = new FactBase({ facts: { tables: { size: ['m', 'f'], cores: ['f', 'n'] } } });
    const rows = Array.from({ length: 1000 }, (_, one): Row => [`m${one}`, 'small']);
    base.replace('facts', 'size', rows);
    base.replace('facts', 'cores', [
      ['small', 1n],
      ['large', 8n],
    ]);
    base.take();
    const world = base.policies();
    world.create('rules', { kind: 'rules' });
    world.insert('rules', 'd0(m, n) :- facts:size(m, f), facts:cores(f, n), gt(n, 4)');
    // enough for all of it once, and for a few machines more
    const kept = new Evaluation(world, NOON, { steps: 3100, rows: 10 });
    expect(tablesIn(kept)[0]).toHaveLength(0);
    for (let turn = 0; turn < 10; turn += 1) {
      base.replace('facts', 'size', [...rows.slice(1), ['m0', turn % 2 === 0 ? 'large' : 'small']]);
      kept.follow(base.take(), NOON);
      expect(tablesIn(kept)[0]).toHaveLength(turn % 2 === 0 ? 1 : 0);
    }
  });

  it('say when so much can be reached otherwise that it is better to begin anew', () => {
    const base = new FactBase(SOURCES);
    const links = Array.from({ length: 1500 }, (_, one): Row => [`n${one}`, `n${one + 1}`, 'next']);
    base.replace('facts', 'link', links);
    base.take();
    const world = base.policies();
    world.create('rules', { kind: 'rules' });
    world.insert('rules', 'd0(x, y) :- facts:one(x), facts:reach(x, y)');
    const kept = new Evaluation(world, NOON);
    expect([
      ...base.policies().facts({ policy: 'facts', of: null, table: 'reach', modal: null })!.matching([0], ['n0']),
    ]).toHaveLength(1500);
    tablesIn(kept);
    base.replace('facts', 'link', links.slice(0, -1));
    expect(kept.follow(base.take(), NOON)).toBe(false);
  });
});
