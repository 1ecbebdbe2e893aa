import { describe, expect, it } from 'vitest';
import { TestProgram } from '../testing/program';

/** What a contract makes of a value that comes from outside. */
function transform(contract: string, value: unknown): unknown {
  const test = new TestProgram(`
Name: Item
Properties:
  size: {Contract: $.int().notNull(), Default: 1}
  name: {Contract: $.string()}
---
Name: Big
Extends: Item
---
Name: T
Properties:
  mine: {Contract: $.class(Item)}
Methods:
  take:
    Arguments:
      - value:
          Contract: ${contract}
    Body: {Return: $value}
  size:
    Arguments:
      - value:
          Contract: ${contract}
    Body: {Return: [$value.size, $value is Big]}
  models:
    Arguments:
      - value:
          Contract: ${contract}
    Body: {Return: [isDict($value), $value.size, $value.containsKey(name)]}
`);
  test.load({ mine: { '?': { id: 'mine', type: 'Item' }, size: 9 } });
  const method = contract.includes('template') ? 'models' : contract.includes('class') ? 'size' : 'take';
  const result = test.call(method, value);
  return result !== null && typeof result === 'object' && 'entries' in result && !Array.isArray(result)
    ? Object.fromEntries((result as { entries(): [string, unknown][] }).entries())
    : result;
}

describe('A contract', () => {
  it('knows whole numbers of any size', () => {
    expect(transform('$.int()', '123456789012345678901')).toBe(123456789012345678901n);
    expect(transform('$.int()', 5e20)).toBe(500000000000000000000n);
  });

  it.each([
    ['$.int()', ' 7 ', 7],
    ['$.int()', '-12', -12],
    ['$.int()', true, 1],
    ['$.int()', 1.9, 1],
    ['$.int()', null, null],
    ['$.int()', '١٢', 12],
    ['$.int()', ' 1_000 ', 1000],
    ['int()', 5, null],
    ['string($)', 5, '5'],
    ['[0]', [], []],
    ['$.string()', 5, '5'],
    ['$.string()', true, 'True'],
    ['$.bool()', 'false', true],
    ['$.bool()', [], false],
    ['$.int().check($ > 0)', '5', 5],
    ['$.int().notNull().check($ in [1, 2])', 2, 2],
    ['$.int() or 5', null, 5],
    ['[$.int()]', '1', [1]],
    ['[$.int()]', null, []],
    ['[$.int(), $.string()]', ['1', 2, 3], [1, '2', '3']],
    ['[$.int(), 1, 2]', [1, 2], [1, 2]],
    ['{}', null, {}],
    ['{a: $.int(), b: $.string()}', { a: '1', c: 2 }, { a: 1, b: null }],
    ['{a: fixed, $.string(): $.int()}', { a: 'fixed', 7: '8' }, { a: 'fixed', 7: 8 }],
    ['fixed', 'fixed', 'fixed'],
    ['$', { any: [1] }, { any: [1] }],
  ])('%s makes of %j %j', (contract, given, expected) => {
    expect(transform(contract, given)).toEqual(expected);
  });

  it.each([
    ['$.int()', 'x', "[T::take(value)] Value 'x' violates int() contract"],
    ['$.int()', '1.5', "[T::take(value)] Value '1.5' violates int() contract"],
    ['$.string()', 1.5, '[T::take(value)] Value 1.5 violates string() contract'],
    ['$.string().notNull()', null, '[T::take(value)] null value violates notNull() contract'],
    ['$.int().check($ > 0)', -1, "[T::take(value)] Value -1 doesn't match predicate"],
    ['[$.int(), 2]', [1], '[T::take(value)] Array length 1 must not be less than 2'],
    ['[$.int(), 1, 2]', [1, 2, 3], '[T::take(value)] Array length 3 is not within [1..2] range'],
    ['[$.int(), 1, 2]', [], '[T::take(value)] Array length 0 is not within [1..2] range'],
    ['[$.int(), 1, $.int()]', [1], '[T::take(value)] Array length 1 is not within [1..0] range'],
    ['[1, 2]', [1], 'The contract of the list has a length, but no contract for its items.'],
    ['{a: [$.int()]}', { a: [1, 'x'] }, "[T::take(value)['a'][1]] Value 'x' violates int() contract"],
    ['{}', 5, '[T::take(value)] Value 5 is not of a dictionary type'],
    ['fixed', 'other', "[T::take(value)] Value 'other' is not equal to fixed"],
    ['{$.int(): $, $.string(): $}', 5, 'Value 5 is not of a dictionary type'],
    ['{$.int(): $, $.string(): $}', {}, 'Dictionary contract cannot have more than one expression key'],
    [
      '$.class(Big)',
      'mine',
      '[T::size(value)] Object of type MuranoClass(Item/0.0.0) is not compatible with requested type MuranoClass(Big/0.0.0)',
    ],
    ['$.class(Item)', 'nobody', 'Object "nobody" is not found in object store'],
    ['$.class(Item)', 5, '[T::size(value)] Value 5 cannot be represented as class MuranoClass(Item/0.0.0)'],
    ['$.class(Item).notOwned()', 'mine', '[T::size(value)] Object <Item/0.0.0 mine> violates notOwned() contract'],
    ['$.class(Item).owned()', { size: 1 }, /violates owned\(\) contract/],
    ['$.class(Item)', { 1: 2 }, "'1' cannot be the name of a property."],
    ['$.class(Item)', { size: null }, /null value violates notNull\(\) contract/],
  ])('%s refuses %j', (contract, given, message) => {
    expect(() => transform(contract, given)).toThrow(message);
  });

  it.each([
    ['$.int()', '$.string()', 5, "Value '5' violates int() contract"],
    ['$.string()', '$.int()', '5', 'Value 5 violates string() contract'],
    ['$.bool()', '$.int()', true, 'Value 1 violates bool() contract'],
    ['$.int().check($ > 10)', '$.int()', '5', "Value 5 doesn't match predicate"],
  ])('%s of a class above does not convert what %s has made of %j', (above, own, given, message) => {
    const test = new TestProgram(`
Name: Above
Properties:
  value: {Contract: !yaql "${above}"}
---
Name: T
Extends: Above
Properties:
  value: {Contract: !yaql "${own}"}
`);
    expect(() => test.load({ value: given })).toThrow(message);
  });

  it.each([
    ['$.class(Item)', 'mine', [9, false]],
    ['$.class(Item).owned()', 'mine', [9, false]],
    ['$.class(Item)', { size: '3' }, [3, false]],
    ['$.class(Item, Big)', {}, [1, true]],
    ['$.class(Item)', { '?': { type: 'Big' } }, [1, true]],
    ['$.template(Item)', { size: '3' }, [true, 3, true]],
    ['$.template(Item, excludeProperties => [name])', { size: '3', name: [] }, [true, 3, false]],
  ])('%s takes %j', (contract, given, expected) => {
    expect(transform(contract, given)).toEqual(expected);
  });
});
