import { describe, expect, it } from 'vitest';
import { diffOf, mutated, mutationsOf, sampleOf } from './mutations.mjs';

/** Every text that a file could have instead, with what was changed. */
const others = (source) => mutationsOf('a.ts', source).map((one) => [one.kind, mutated(source, one)]);

describe('mutations of a file', () => {
  it('negate conditions, move boundaries and exchange operators', () => {
    const changes = others('if (a < b && c) f();').map(([kind, text]) => `${kind}: ${text}`);
    expect(changes.sort()).toEqual([
      'boundary moved: if (a <= b && c) f();',
      'condition negated: if (!(a < b && c)) f();',
      'operator exchanged: if (a < b || c) f();',
      'statement removed: if (a < b && c) ;',
    ]);
    expect(others('const next = at + 1;')).toEqual([['operator exchanged', 'const next = at - 1;']]);
  });

  it('return constants of the kind that is returned', () => {
    const returned = (source) => others(source).flatMap(([kind, text]) => (kind === 'constant returned' ? [text] : []));
    expect(returned('const f = () => a.map(g);')).toEqual(['const f = () => [];']);
    expect(returned('const f = () => a.includes(1);')).toEqual(['const f = () => true;', 'const f = () => false;']);
    expect(returned('function f() { return null; }')).toEqual([]);
    expect(returned('const f = () => a[0];')).toEqual(['const f = () => null;']);
  });

  it('take filters away, and exchange what holds for some with what holds for all', () => {
    expect(others('g(a.filter(isOpen)); ').map(([, text]) => text.trim())).toContain('g(a.filter(() => true));');
    expect(others('const x = a.some(f);')).toEqual([['method exchanged', 'const x = a.every(f);']]);
  });

  it('leave types, imports and what defects say as they are', () => {
    expect(others("import { a } from './a';")).toEqual([]);
    expect(others('type A = true | false;')).toEqual([]);
    expect(others("throw new Error(a === b ? 'x' : 'y');")).toEqual([]);
  });

  it('are told by the lines that they change', () => {
    const source = 'f();\n  if (a) g();\n';
    const [, negated] = mutationsOf('a.ts', source);
    expect(diffOf(source, negated)).toBe('- if (a) g();\n+ if (!(a)) g();');
  });
});

it('a sample is the same for the same seed', () => {
  const all = Array.from({ length: 100 }, (_, at) => at);
  expect(sampleOf(all, 10, 3)).toEqual(sampleOf(all, 10, 3));
  expect(sampleOf(all, 10, 3)).not.toEqual(sampleOf(all, 10, 4));
  expect(new Set(sampleOf(all, 10, 3)).size).toBe(10);
});
