import { describe, expect, it } from 'vitest';
import { evaluate, failure } from '../testing/evaluate';

describe('A format spec', () => {
  it.each([
    ["'{0:05}|{1:05}'.format(abc, -42)", 'abc00|-0042'],
    ["'{0:<05}'.format(7)", '70000'],
    ["'{0:.0}|{1:.0e}|{2:.0e}'.format(1.0, 65, 75)", '1e+00|6e+01|8e+01'],
    ["'{0:z.0f}'.format(-0.2)", '0'],
    ["'{0!a}|{0!r}'.format('é😀')", "'\\xe9\\U0001f600'|'é😀'"],
    ["'{0:_x}'.format(1048576)", '10_0000'],
    [
      "'{0} {1} {2}'.format({a => 1}.keys(), {a => 1}.values(), {a => 1}.items())",
      "KeysView({'a': 1}) ValuesView({'a': 1}) ItemsView({'a': 1})",
    ],
  ])('%s', (expression, expected) => {
    expect(evaluate(expression)).toBe(expected);
  });
  it.each([
    ["'{0:,x}'.format(1)", 'ValueError'],
    ["'{0:+c}'.format(65)", 'ValueError'],
    ["'{0:r}'.format(float(inf))", 'ValueError'],
    ["'{0[]}'.format([1])", 'ValueError'],
    ["'{0:.2.}'.format([1])", 'TypeError'],
    ["'{name.a}'.format(1)", 'KeyError'],
  ])('%s fails with %s', (expression, kind) => {
    expect(failure(expression).kind).toBe(kind);
  });
});
