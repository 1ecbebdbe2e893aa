import { describe, expect, it } from 'vitest';
import { writeError } from '../execution/thrown';
import { TestProgram } from '../testing/program';

/** The answers are those of Murano 14. */
const CLASSES = `
Name: R
Properties:
  q: {Contract: $.int(), Default: 3}
  p: {Contract: $, Default: {y: $.q, z: [$.q, 1]}}
  l: {Contract: [$.int()], Default: [$.q, 2]}
  m: {Contract: $, Default: {y: $.foo(2)}}
  o: {Contract: $, Usage: Out, Default: {y: $.q}}
  r: {Contract: $, Usage: Runtime, Default: {y: $.q}}
  a: {Contract: $, Default: {y: $.b}}
  b: {Contract: $, Default: [$.q]}
  w: {Contract: $, Default: [':R', plain, 7]}
Methods:
  foo:
    Arguments: [x: {Contract: $.int()}]
    Body: [Return: $x * 2]
  all:
    Body: [Return: [$.p.y, $.p.z, $.l, $.m.y, $.o.y, $.r.y, $.a.y, $.b, $.w]]
---
Name: Waits
Properties:
  x: {Contract: $, Default: {y: $.z}}
  z: {Contract: $, Default: [$.x]}
---
Name: Outer
Properties:
  inner: {Contract: $.class(Inner)}
Methods:
  seen:
    Body: [Return: $.inner.owners.select(id($))]
---
Name: Inner
Properties:
  owners: {Contract: $, Default: [$.find(Outer)]}
`;

const model = (type: string, more: Record<string, unknown> = {}) => ({ '?': { id: 'root', type }, ...more });

describe('a default that is a map or a list', () => {
  it('is evaluated for its object: its properties, its methods, its class', () => {
    expect(new TestProgram(CLASSES).load(model('R')).call('all')).toEqual([
      3,
      [3, 1],
      [3, 2],
      4,
      3,
      3,
      [3],
      [3],
      [':R', 'plain', 7],
    ]);
  });

  it('finds the objects around it', () => {
    const inner = { '?': { id: 'inner', type: 'Inner' } };
    expect(new TestProgram(CLASSES).load(model('Outer', { inner })).call('seen')).toEqual(['root']);
  });

  it('cannot wait for one that waits for it', () => {
    expect(() => new TestProgram(CLASSES).load(model('Waits'))).toThrow(/x, z of Waits wait for one another/);
  });
});

describe('a default that fails', () => {
  const failure = (yaml: string): string => {
    try {
      new TestProgram(yaml).load(model('A'));
    } catch (error) {
      return writeError(error);
    }
    throw new Error('It did not fail.');
  };

  it('names its property, its class and its line', () => {
    const text = failure(`
Name: A
Properties:
  p:
    Contract: $
    Default: {deep: $.q.missing}
  q: {Contract: $.int(), Default: 1}
`);
    expect(text).toContain('File "classes.yaml", line 6:');
    expect(text).toContain('Default of A.p: deep: $.q.missing');
  });

  it('does so where the contract refuses it', () => {
    const text = failure('\nName: A\nProperties:\n  p: {Contract: $.int(), Default: many}\n');
    expect(text).toContain('line 4:');
    expect(text).toContain('Default of A.p: many');
  });

  it('leaves what failed inside of a method to the method', () => {
    const text = failure(`
Name: A
Properties:
  p: {Contract: $, Default: [$.foo()]}
Methods:
  foo:
    Body:
      - Throw: Broken
        Message: no
`);
    expect(text).toContain('in method foo of type A');
  });
});
