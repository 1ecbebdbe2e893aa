import { describe, expect, it } from 'vitest';
import { TestProgram } from '../testing/program';

const CLASSES = `
Name: Base
Properties:
  shared: {Contract: $.string(), Usage: InOut, Default: shared}
Methods:
  name: {Body: {Return: base}}
  hidden:
    Body:
      - $._own: base
      - Return: $._own
  readsHidden: {Body: {Return: $._own}}
---
Name: Plain
Extends: Base
Methods:
  only: {Body: {Return: plain}}
  twice: {Body: {Return: plain}}
---
Name: Mixin
Extends: Base
Methods:
  name: {Body: {Return: mixin}}
  twice: {Body: {Return: mixin}}
---
Name: Static
Properties:
  count: {Contract: $.int(), Usage: Static, Default: 1}
Methods:
  add:
    Usage: Static
    Body:
      - $.count: $.count + 1
      - Return: $.count
  needsObject: {Body: {Return: 1}}
---
Name: Heir
Extends: Static
---
Name: Extender
Methods:
  shout:
    Usage: Extension
    Arguments:
      - text: {Contract: $.string().notNull()}
      - times: {Contract: $.int(), Default: 1}
    Body: {Return: $text + '!' * $times}
  twice:
    Usage: Extension
    Arguments:
      - number: {Contract: $.int()}
    Body: {Return: $number * 2}
---
Name: T
Extends: [Plain, Mixin]
Import: Extender
Methods:
  overridden: {Body: {Return: $.name()}}
  ambiguous: {Body: {Return: $.twice()}}
  castTwice:
    Body:
      Return: list(cast($this, Plain).twice(), cast($this, Mixin).twice())
  supers:
    Body:
      Return: super($this, $.name())
  ownHidden:
    Body:
      - $._own: derived
      - $._base: $.hidden()
      - Return: list($._own, $._base, $.readsHidden())
  shared:
    Body:
      - cast($this, Base).shared
      - $.shared: changed
      - Return: list($.shared, cast($this, Base).shared)
  statics:
    Body:
      - $first: :Static.add()
      - :Heir.count: 10
      - Return: list($first, :Static.add(), :Heir.count, new(Heir).count)
  onClass:
    Body:
      Return: :Static.needsObject()
  extended:
    Body:
      - Return: list(hello.shout(), hello.shout(times => 3), 4.twice())
  notExtended: {Body: {Return: 5.shout()}}
  notMine: {Body: [$x: 5, Return: $x.overridden()]}
  noOne: {Body: [$x: 5, Return: $x.nowhere()]}
  noStatic:
    Body:
      Return: :Static.amount
  writeNoStatic:
    Body:
      - :Static.amount: 1
  elsewhere: {Body: {Return: new(Importer).both()}}
  brought: {Body: {Return: new(Importer).halved()}}
---
Name: Halver
Methods:
  halved:
    Usage: Extension
    Arguments: [number: {Contract: $.class(Importer)}]
    Body: {Return: half}
  own:
    Usage: Extension
    Arguments: [number: {Contract: $.class(Halver)}]
    Body: {Return: own}
---
Name: Importer
Import: Halver
Methods:
  both:
    Body:
      Return: list($.halved(), new(Halver).own())
`;

const call = (method: string) => new TestProgram(CLASSES).load().call(method);

describe('A class', () => {
  it('has the override of a mixin, not the common base', () => {
    expect(call('overridden')).toBe('mixin');
  });

  it('cannot be asked for what two of its parents declare and none overrides', () => {
    expect(() => call('ambiguous')).toThrow('none overrides the others');
    expect(call('castTwice')).toEqual(['plain', 'mixin']);
  });

  it('reaches the parents of the class whose code runs', () => {
    expect(call('supers')).toEqual(['base', 'mixin']);
  });

  it('keeps what it does not declare for its own code', () => {
    expect(call('ownHidden')).toEqual(['derived', 'base', 'base']);
  });

  it('shares a declared property with those above', () => {
    expect(call('shared')).toEqual(['changed', 'changed']);
  });

  it('shares static properties with its heirs, and runs static methods without an object', () => {
    expect(call('statics')).toEqual([2, 11, 11, 11]);
    expect(() => call('onClass')).toThrow("The function 'needsObject' cannot be used");
  });

  it('sees extension methods that it imports, for values of their type', () => {
    expect(call('extended')).toEqual(['hello!', 'hello!!!', 8]);
    expect(() => call('notExtended')).toThrow("'shout'");
  });

  it('sees its own methods everywhere, but they fit no other value', () => {
    const kind = (method: string) => new TestProgram(CLASSES).load().failure(method);
    expect(kind('notMine')).toMatchObject({ kind: 'NoMatchingMethodException' });
    expect(kind('noOne')).toMatchObject({ kind: 'NoMethodRegisteredException' });
  });

  it('brings the extension methods that it declares or imports along with its objects', () => {
    expect(call('elsewhere')).toEqual(['half', 'own']);
    expect(call('brought')).toBe('half');
  });

  it('has no properties but its static ones', () => {
    const kind = (method: string) => new TestProgram(CLASSES).load().failure(method);
    expect(kind('noStatic')).toMatchObject({ kind: 'NoPropertyFound' });
    expect(kind('writeNoStatic')).toMatchObject({ kind: 'NoPropertyFound' });
  });
});
