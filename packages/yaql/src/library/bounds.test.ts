import { describe, expect, it } from 'vitest';
import { evaluate, failure } from '../testing/evaluate';

describe('Numbers at their bounds', () => {
  it.each<[string, unknown]>([
    ['str(pow(10.0, -5))', '1e-05'],
    ['pow(-1.1, 3)', -1.3310000000000004],
    ['pow(-2, float(inf))', Number.POSITIVE_INFINITY],
    ['pow(1, float(nan))', 1],
    ['pow(3, -1, 7)', 5],
    ['{a => 1}.mergeWith({b => 2}, maxLevels => 10000000000000000000)', { a: 1, b: 2 }],
    ['pow(7, -3, -1)', 0],
    ['sign(float(nan))', 0],
    ['shiftBitsLeft(0, 10000000000000000000)', 0],
    ["'abcb'.indexOf(b, -10000000000000000000)", 1],
    ["'abcb'.lastIndexOf(b, 0, 10000000000000000000)", 3],
  ])('%s', (expression, expected) => {
    expect(evaluate(expression)).toEqual(expected);
  });
  it.each([
    ['pow(2, -1, 4)', 'ValueError'],
    ['[1].take(10000000000000000000)', 'ValueError'],
    ['[1, 2].slice(-1)', 'ValueError'],
    ['[1].insert(10000000000000000000, 2)', 'OverflowError'],
    ["'a b'.split(' ', 10000000000000000000)", 'OverflowError'],
    ["'' * 10000000000000000000", 'OverflowError'],
  ])('%s fails with %s', (expression, kind) => {
    expect(failure(expression).kind).toBe(kind);
  });
});

describe('What is walked, asked and repeated', () => {
  it.each<[string, unknown]>([
    ["' a  b '.split(null, 1)", ['a', 'b ']],
    ["' a  b '.rightSplit(null, 1)", [' a', 'b']],
    // Names are looked at with one item more: of a lazy list the first one is gone then.
    ['[1, 2].unpack() -> $1', 1],
    ['[1, 2].select($).unpack() -> $1', 2],
    ['[a, 1] in {a => 1}.items()', true],
    ["'ab' in {a => b}.items()", true],
    ['{}.delete({a => 1}.keys())', {}],
    ['set(a).difference({a => 1}.items()).toList()', ['a']],
    // Sets of numbers are walked in the order of Python's table.
    ['[8, 3, 1, 2].toSet().toList()', [8, 1, 2, 3]],
    ['[5, 3, 8, -1, 2.5, 40].toSet().toList()', [2.5, 3, 5, 8, 40, -1]],
    ['set(20, 1).union(set(3, 18, 5)).toList()', [1, 18, 3, 20, 5]],
    ['str(set(3, 1))', 'frozenset({1, 3})'],
    // An order is worked out when an item is asked for, and what is memorized is still a lazy list.
    ['[1, a].orderBy($).take(0)', []],
    ['list([3, 1].select($).memorize(), 2)', [3, 1, 2]],
  ])('%s', (expression, expected) => {
    expect(evaluate(expression)).toEqual(expected);
  });
  it.each([
    ['1 in {a => 1}.items()', 'TypeError'],
    ['a in {a => 1}.items()', 'ValueError'],
    ['set(set(1))', 'TypeError'],
    ['[[1]].toDict($.b)', 'NoFunctionRegisteredException'],
  ])('%s fails with %s', (expression, kind) => {
    expect(failure(expression).kind).toBe(kind);
  });
  it.each([
    ['(a * -1000).len()', 'MemoryQuotaExceededException'],
    ["('é' * 1000).len()", 'MemoryQuotaExceededException'],
    ['([1] * 2496).len()', 'MemoryQuotaExceededException'],
  ])('costs what it costs in Python: %s', (expression, kind) => {
    expect(failure(expression, null, { limits: { memory: 20_000 } }).kind).toBe(kind);
  });
  it('and no more', () => {
    expect(evaluate('([1] * 2495).len()', null, { limits: { memory: 20_000 } })).toBe(2495);
  });
});

describe('The legacy library', () => {
  const legacy = { library: { legacy: true, iterableDicts: true } };
  it('has dict as a function only, and an index of any size', () => {
    expect(failure('[1, 2].dict()', null, legacy).kind).toBe('NoMethodRegisteredException');
    expect(failure('[1][10000000000000000000]', null, legacy).kind).toBe('IndexError');
    expect(failure('range(0, 10000000000000000000)', null, legacy).kind).toBe('OverflowError');
  });
  it('asks a dict for a key', () => {
    expect(failure('{a => 1}.keys() in {a => 1}', null, legacy).kind).toBe('TypeError');
  });
});
