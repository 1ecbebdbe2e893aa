import { describe, expect, it } from 'vitest';
import { TestProgram } from '../testing/program';

/** What an extension method with one contract makes of a value, written as an expression; the kind of a refusal. */
function extended(contract: string, receiver: string): unknown {
  const program = new TestProgram(`
Name: Extender
Methods:
  taken:
    Usage: Extension
    Arguments:
      - value:
          Contract: ${contract}
    Body: {Return: [$value]}
---
Name: T
Import: Extender
Methods:
  run:
    Body:
      - $value: !yaql "${receiver}"
      - Return: $value.taken()
`).load();
  try {
    return (program.call('run') as unknown[])[0];
  } catch (error) {
    return (error as { kind: string }).kind;
  }
}

const REFUSED = 'NoMatchingMethodException';

describe('An extension method', () => {
  it.each([
    ['$.int()', "'3'", REFUSED],
    ['$.int()', 'true', REFUSED],
    ['$.string()', '3', REFUSED],
    ['$.bool()', '1', REFUSED],
    ['$.bool()', 'true', true],
    ['$.int().check($ > 5)', '7', 7],
    ['$.int().check($ > 5)', '3', REFUSED],
    ['[$.int()]', '[1, 2]', [1, 2]],
    ['[$.int()]', '7', [7]],
    ['[$.int()]', "['a']", REFUSED],
    ['[$.int(), 2]', '[1]', REFUSED],
    ['{a: $.int()}', '{a => x}', REFUSED],
    ['fixed', "'fixed'", 'fixed'],
    ['fixed', "'other'", REFUSED],
    ['$.class(T)', '5', REFUSED],
    ['$.class(T)', 'root', REFUSED],
  ])('with %s makes of %s %j: nothing is converted to make it fit', (contract, receiver, made) => {
    expect(extended(contract, receiver)).toEqual(made);
  });

  it.each([
    ['$.int()', null],
    ['[$.int()]', []],
    ['$.notNull()', 'ContractViolationException'],
    ['$.int().check($ > 5)', 'ContractViolationException'],
  ])('with %s makes of null %j: the contract decides', (contract, made) => {
    expect(extended(contract, 'null')).toEqual(made);
  });
});

describe('An extension method with further arguments', () => {
  const call = (expression: string) =>
    new TestProgram(`
Name: Extender
Methods:
  gathered:
    Usage: Extension
    Arguments:
      - value: {Contract: $.int().notNull()}
      - first: {Contract: $.int(), Default: 0}
      - rest: {Contract: $.int(), Usage: VarArgs}
      - named: {Contract: $.int(), Usage: KwArgs}
    Body: {Return: [$value, $first, $rest, $named]}
---
Name: T
Import: Extender
Methods:
  run:
    Body: {Return: !yaql "${expression}"}
`)
      .load()
      .call('run');

  it.each([
    ['5.gathered()', [5, 0, [], {}]],
    ['5.gathered(1)', [5, 1, [], {}]],
    ['5.gathered(1, 2, 3)', [5, 1, [2, 3], {}]],
    ['5.gathered(1, 2, x => 3, y => 4)', [5, 1, [2], { x: 3, y: 4 }]],
    ['5.gathered(first => 1, x => 3)', [5, 1, [], { x: 3 }]],
  ])('%s takes the rest as a list, and the rest by name as a dict', (expression, made) => {
    expect(call(expression)).toEqual(made);
  });
});
