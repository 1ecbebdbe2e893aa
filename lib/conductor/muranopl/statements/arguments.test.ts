import { describe, expect, it } from 'vitest';
import { runNow } from '../engine/drive';
import { TestProgram } from '../testing/program';

const CLASSES = `
Name: Base
Methods:
  told:
    Usage: Static
    Arguments:
      - who: {Contract: $, Default: $this}
    Body: {Return: [$who, $this]}
  pair:
    Arguments:
      - a: {Contract: $}
      - b: {Contract: $, Default: $a}
    Body: {Return: [$a, $b]}
  rest:
    Arguments:
      - all: {Contract: $.int().notNull(), Usage: VarArgs}
      - named: {Contract: $.int().notNull(), Usage: KwArgs}
    Body: {Return: [$all, $named.x]}
---
Name: T
Extends: Base
Methods:
  go:
    Body:
      - Return: $.pair(1)
  onClass:
    Body:
      - Return: type(T).told()
  onObject:
    Body:
      - $told: $.told()
      - Return: list($told[0] = $this, $told[1])
  nulls:
    Body:
      - Return: $.rest(null, '2', x => null)
`;

function call(method: string): unknown {
  const test = new TestProgram(CLASSES);
  test.load({});
  return test.call(method);
}

const base = expect.objectContaining({ type: expect.objectContaining({ name: 'Base' }) });

describe('An argument', () => {
  it('of a static method sees the class that declares it, also when another class is called from outside', () => {
    const { program } = new TestProgram(CLASSES);
    expect(runNow(program.call({ on: { className: 'T' }, method: 'told' }))).toEqual([base, base]);
  });

  it('sees no other argument in its default', () => {
    expect(call('go')).toEqual([1, null]);
  });

  it('of a static method has what it is called on as $this in its default', () => {
    expect(call('onClass')).toEqual([expect.objectContaining({ type: expect.objectContaining({ name: 'T' }) }), base]);
    expect(call('onObject')).toEqual([true, base]);
  });

  it('that is null is not asked about, one of many neither', () => {
    expect(call('nulls')).toEqual([[null, 2], null]);
  });
});
