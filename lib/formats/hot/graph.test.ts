import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Graph, sortGraph } from './graph';

/** Graphs of up to twelve names with any arrows, circles included. */
const anyGraph: fc.Arbitrary<Graph> = fc.integer({ min: 1, max: 12 }).chain((size) =>
  fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1)), { maxLength: 30 }).map((arrows) => {
    const graph = new Map(Array.from({ length: size }, (_, i) => [`r${i}`, new Set<string>()]));
    for (const [from, to] of arrows) graph.get(`r${from}`)?.add(`r${to}`);
    return graph;
  }),
);

/** The same without circles: arrows lead only to names that come earlier. */
const treeLike = anyGraph.map((graph) => {
  const number = (name: string) => Number(name.slice(1));
  return new Map(
    [...graph].map(([name, needs]) => [name, new Set([...needs].filter((n) => number(n) < number(name)))]),
  );
});

test('in a graph without circles everything comes once, after all it needs', () => {
  fc.assert(
    fc.property(treeLike, (graph) => {
      const sorted = sortGraph(graph);
      if (!('order' in sorted)) throw new Error('found a circle where none is');
      expect([...sorted.order].sort()).toEqual([...graph.keys()].sort());
      for (const [name, needs] of graph) {
        for (const needed of needs) expect(sorted.order.indexOf(needed)).toBeLessThan(sorted.order.indexOf(name));
      }
    }),
  );
});

test('a circle that is reported is one: each name needs the next', () => {
  fc.assert(
    fc.property(anyGraph, (graph) => {
      const sorted = sortGraph(graph);
      if (!('cycle' in sorted)) return;
      const { cycle } = sorted;
      expect(cycle.length).toBeGreaterThan(1);
      expect(cycle[0]).toBe(cycle.at(-1));
      for (const [index, name] of cycle.slice(0, -1).entries()) {
        expect(graph.get(name)?.has(cycle[index + 1] ?? '')).toBe(true);
      }
    }),
  );
});

test('a circle is found whenever there is one', () => {
  fc.assert(
    fc.property(treeLike, fc.nat(), (graph, pick) => {
      const arrows = [...graph].flatMap(([name, needs]) => [...needs].map((needed) => [name, needed] as const));
      const back = arrows[pick % Math.max(arrows.length, 1)];
      if (!back) return;
      graph.get(back[1])?.add(back[0]);
      expect('cycle' in sortGraph(graph)).toBe(true);
    }),
  );
});
