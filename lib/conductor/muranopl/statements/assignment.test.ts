import { describe, expect, it } from 'vitest';
import { TestProgram } from '../testing/program';

/** Runs instructions as a method, and answers what they return. */
function run(...instructions: string[]): unknown {
  const test = new TestProgram(`
Name: Box
Properties:
  size: {Contract: $.int(), Usage: InOut, Default: 1}
---
Name: T
Properties:
  held: {Contract: $, Usage: InOut, Default: {list: [1, {deep: 2}]}}
  box: {Contract: $.class(Box), Default: {}}
  unset: {Contract: $, Usage: Runtime}
  count: {Contract: $.int(), Usage: Static, Default: 0}
Methods:
  go:
    Body:
${instructions.map((line) => `      - ${line}`).join('\n')}
`);
  test.load({});
  return plain(test.call('go'));
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  const entries = (value as { entries?: () => [string, unknown][] } | null)?.entries?.();
  return entries ? Object.fromEntries([...entries].map(([key, held]) => [key, plain(held)])) : value;
}

describe('An assignment', () => {
  it.each([
    [['$x: {}', '$x.a.b: 1', 'Return: $x'], { a: { b: 1 } }],
    [['$x: {a: [1, 2]}', '$x.a[1]: 9', 'Return: $x'], { a: [1, 9] }],
    [
      ['$x: {a: 1}', '$y: $x', '$y.a: 2', 'Return: [$x, $y]'],
      [{ a: 1 }, { a: 2 }],
    ],
    [
      ['$x: [1, 2, 3]', '$x[-1]: 9', 'Return: $x'],
      [1, 2, 9, 1, 2, 3],
    ],
    [
      ['$x: [1]', '$x[5]: 9', 'Return: $x'],
      [1, 9],
    ],
    [['$x: {}', '$x[true]: 9', 'Return: $x.get(1)'], 9],
    [['$.held.list[1].deep: 3', 'Return: $.held'], { list: [1, { deep: 3 }] }],
    [['$.unset.a.b: 3', 'Return: $.unset'], { a: { b: 3 } }],
    [['$.own.a: 3', 'Return: $.own'], { a: 3 }],
    [['type(T).count: 3', 'Return: $.count'], 3],
    [[':T.count: 4', 'Return: $.count'], 4],
    [['$1: 5', 'Return: $'], 5],
  ])('%j makes %j', (instructions, expected) => {
    expect(run(...instructions)).toEqual(expected);
  });

  it.each([
    [['$x: abc', '$x[0]: z', 'Return: $x'], 'abc'],
    [['$x[0]: z', 'Return: $x'], null],
  ])('to an item of what is no list changes nothing: %j', (instructions, expected) => {
    expect(run(...instructions)).toEqual(expected);
  });

  it.each([
    [['$x.a: 1'], 'ValueError'],
    [['$x: 5', '$x.a: 1'], 'ValueError'],
    [['$x: [1]', '$x.a: 1'], 'ValueError'],
    [['$x: {a: abc}', '$x.a[0].b: 1'], 'ValueError'],
    [['$x: [1]', '$x[3].a: 1'], 'IndexError'],
    [['$: 1'], 'ValueError'],
    [['$this: 1'], 'ValueError'],
    [[':T: 1'], 'InvalidLhsTargetError'],
    [['(abc): 1'], 'InvalidLhsTargetError'],
    [['(abc).a: 1'], 'NoMatchingFunctionException'],
    [['foo(): 1'], 'NoFunctionRegisteredException'],
    [['$x + 1: 1'], 'NoFunctionRegisteredException'],
    [['$.foo(): 1'], 'NoMatchingFunctionException'],
    [['$x[1, 2]: 1'], 'NoMatchingFunctionException'],
    [['type($this).count: 1'], 'NoMatchingFunctionException'],
    [[':T.held: 1'], 'NoPropertyFound'],
    [['$.box.size: 1'], 'NoWriteAccessError'],
  ])('%j is a %s', (instructions, kind) => {
    expect(() => run(...instructions)).toThrow(expect.objectContaining({ kind }));
  });

  it('fails when its turn comes, not before', () => {
    const test = new TestProgram('Name: T\nMethods:\n  go: {Body: [trace(first), {foo(): 1}]}\n');
    test.load({});
    expect(() => test.call('go')).toThrow();
    expect(test.traced).toEqual(['first']);
  });
});
