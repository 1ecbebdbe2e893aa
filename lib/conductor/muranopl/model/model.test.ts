import { describe, expect, it } from 'vitest';
import type { ClassConfigs } from '@/lib/model/class-configs';
import { runNow } from '../engine/drive';
import type { ModelDocument } from '../serialization/document';
import { TestProgram } from '../testing/program';

const CLASSES = `
Name: Node
Properties:
  name: {Contract: $.string(), Usage: InOut}
  next: {Contract: $.class(Node), Usage: InOut}
  kids: {Contract: [$.class(Node)], Usage: InOut}
Methods:
  .destroy:
    Body: trace('destroy ' + $.name)
  told:
    Arguments:
      - who: {Contract: $.class(Node).notNull()}
    Body: trace($.name + ' hears of ' + $who.name)
---
Name: Left
Extends: Base
Methods:
  .init: {Body: trace(left)}
---
Name: Right
Extends: Base
Methods:
  .init: {Body: trace(right)}
---
Name: Base
Methods:
  .init: {Body: trace(base)}
---
Name: Bottom
Extends: [Left, Right]
Properties:
  inner: {Contract: $.class(Inner)}
Methods:
  .init:
    Arguments:
      - greeting: {Contract: $.string().notNull()}
    Body: trace('bottom ' + $greeting)
---
Namespaces: {sys: io.murano.system}
Name: Tidy
Properties:
  kid: {Contract: $.class(Node)}
Methods:
  .init: {Body: sys:GC.collect()}
---
Namespaces: {}
Name: Inner
Properties:
  fixed: {Contract: $.int()}
Methods:
  .init:
    Body:
      - trace(inner)
      - $.fixed: 5
      - $.more()
  more:
    Body: {$.fixed: $.fixed + 1}
  break:
    Body: {$.fixed: 7}
---
Namespaces: {sys: io.murano.system, std: io.murano}
Name: T
Properties:
  a: {Contract: $.class(Node), Usage: InOut}
  b: {Contract: $.class(Node), Usage: InOut}
  any: {Contract: $.class(std:Object), Usage: InOut}
  later: {Contract: $.int(), Default: $this.first + 1}
  first: {Contract: $.int(), Default: 1}
  run: {Contract: $, Usage: Runtime}
Methods:
  drop: {Body: [{$.a: null}, sys:GC.collect()]}
  make:
    Body:
      - $m: {'?': {type: Node, id: given}, name: made, next: given}
      - $.b: new($m, $this)
      - Return: [id($.b) != given, $.b.next = $.b, $.b.find(T) != null]
  watch:
    Body:
      - sys:GC.subscribeDestruction($.a, $.b, told)
      - $.a: null
  mark:
    Body:
      - $.setAttr(k, v)
      - $.a.setAttr(k, $.b)
  fixed: {Body: $.any.break()}
  loops:
    Body:
      - For: node
        In: list(new(Node, name => one), new(Node, name => two))
        Do:
          - sys:GC.collect()
          - trace($node.name)
      - $node: null
      - sys:GC.collect()
`;

const node = (id: string, more: Record<string, unknown> = {}) => ({ '?': { id, type: 'Node' }, name: id, ...more });
const load = (model: Record<string, unknown>) => new TestProgram(CLASSES).load(model);
const written = (test: TestProgram) => runNow(test.program.serialize()) as ModelDocument;
const objects = (test: TestProgram) => written(test).ObjectsCopy as Record<string, unknown>;

describe('A model', () => {
  it('is written as it was read: whole where its owner holds an object, by id elsewhere', () => {
    const test = load({ a: node('x', { next: 'y' }), b: node('y', { kids: ['x', node('z')] }), unknown: 1 });
    expect(objects(test)).toMatchObject({
      a: { name: 'x', next: 'y', kids: [] },
      b: { name: 'y', next: null, kids: ['x', { name: 'z' }] },
      later: 2,
      first: 1,
    });
    expect(objects(test)).not.toHaveProperty('unknown');
    expect(objects(test)).not.toHaveProperty('run');
    expect(objects(test)['?']).toEqual({ type: 'T/0.0.0@t', id: 'root', name: null, metadata: null });
  });

  it('lists the actions of each object in Objects alone', () => {
    const { Objects: tree, ObjectsCopy: copy } = written(load({ a: node('x') })) as {
      Objects: Record<'?', Record<string, Record<string, unknown>>>;
      ObjectsCopy: Record<'?', object>;
    };
    expect(tree['?']._actions?.root_drop).toEqual({ name: 'drop', title: 'drop', enabled: true });
    expect(copy['?']).not.toHaveProperty('_actions');
  });

  it('refuses an id that nobody has', () => {
    expect(() => load({ a: 'nobody' })).toThrow('Object "nobody" is not found in object store');
  });

  it('moves what its owner let go of to the place that still refers to it', () => {
    const test = load({ a: node('x'), b: node('y', { next: 'x' }) });
    const work = test.program;
    work.root?.values.set('a', null);
    expect(objects(test)).toMatchObject({ a: null, b: { next: { name: 'x' } } });
  });

  it('gives new objects ids of their own, and keeps what they say of one another', () => {
    expect(load({}).call('make')).toEqual([true, true, true]);
  });

  it('keeps attributes per class, and writes those of objects that are in it', () => {
    const test = load({ a: node('x'), b: node('y') });
    test.call('mark');
    expect(written(test).Attributes).toEqual([
      ['root', 'T', 'k', 'v'],
      ['x', 'T', 'k', 'y'],
    ]);
    test.program.root?.values.set('a', null);
    expect(written(test).Attributes).toEqual([['root', 'T', 'k', 'v']]);
  });
});

describe('What the operator configures', () => {
  const CONFIGURABLE = `
Name: Above
Properties:
  shared: {Contract: $.int(), Default: 1}
  inherited: {Contract: $.int(), Default: 1}
  setting: {Contract: $.int(), Usage: Config, Default: 1}
---
Name: T
Extends: Above
Properties:
  own: {Contract: $.int(), Default: 1}
  shared: {Contract: $.int(), Default: 1}
  static: {Contract: $.int(), Usage: Static, Default: 1}
Methods:
  all: {Body: {Return: [$.own, $.shared, $.inherited, $.setting, $.static]}}
`;
  const all = (classConfigs: ClassConfigs) => new TestProgram(CONFIGURABLE, { classConfigs }).load().call('all');

  it('is the default of properties of objects, by the class that declares them', () => {
    expect(all({ T: { own: 2, shared: 2, static: 2 }, Above: { inherited: 3, setting: 3 } })).toEqual([2, 2, 3, 3, 1]);
    expect(all({ T: { inherited: 2, setting: 2 }, Above: { shared: 3 } })).toEqual([1, 1, 1, 1, 1]);
  });
});

describe('Construction', () => {
  it('runs .init of what is held first, of bases before heirs, once for each way that leads to a base', () => {
    const test = load({ any: { '?': { type: 'Bottom' }, greeting: 'hello', inner: { '?': { type: 'Inner' } } } });
    expect(test.traced).toEqual(['inner', 'base', 'left', 'base', 'right', 'bottom hello']);
  });

  it('lets .init and what it calls write everything, and nobody later', () => {
    const test = load({ any: { '?': { type: 'Inner' }, fixed: 1 } });
    expect(objects(test).any).toMatchObject({ fixed: 6 });
    expect(() => test.call('fixed')).toThrow('Property "fixed" is immutable to the caller');
  });
});

describe('Destruction', () => {
  it('begins with what is owned, and comes when nothing leads to an object any more', () => {
    const test = load({ a: node('x', { kids: [node('y')] }) });
    test.call('drop');
    expect(test.traced).toEqual(['destroy y', 'destroy x']);
    expect(test.program.execution.objects.find('x')).toBeUndefined();
  });

  it('waits for loops that still go over an object', () => {
    const test = load({});
    test.call('loops');
    expect(test.traced).toEqual(['one', 'two', 'destroy two', 'destroy one']);
  });

  it('leaves alone what is being made', () => {
    const test = load({ a: node('x'), any: { '?': { type: 'Tidy' }, kid: node('y') } });
    expect(test.traced).toEqual([]);
    expect(objects(test)).toMatchObject({ a: { name: 'x' }, any: { kid: { name: 'y' } } });
  });

  it('tells who wanted to know, before anything is destroyed', () => {
    const test = load({ a: node('x'), b: node('y') });
    test.call('watch');
    runNow(test.program.collect());
    expect(test.traced).toEqual(['y hears of x', 'destroy x']);
  });

  it('comes over what is in ObjectsCopy and not in Objects any more', () => {
    const copy = { '?': { id: 'root', type: 'T' }, a: node('x', { kids: [node('y')] }) };
    const test = load({ Objects: { '?': { id: 'root', type: 'T' }, a: null }, ObjectsCopy: copy });
    runNow(test.program.collect());
    expect(test.traced).toEqual(['destroy y', 'destroy x']);
    expect(objects(test).a).toBeNull();
    const gone = load({ Objects: null, ObjectsCopy: copy });
    runNow(gone.program.collect());
    expect(gone.traced).toEqual(['destroy y', 'destroy x']);
    expect(written(gone)).toEqual({ Objects: null, ObjectsCopy: null, Attributes: [] });
  });
});
