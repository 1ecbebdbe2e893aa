import { YaqlDict } from '@vetro/yaql';
import { describe, expect, it } from 'vitest';
import { objectOf } from '../objects/murano-object';
import { TestProgram } from '../testing/program';

const CLASSES = `
Name: Item
Properties:
  size: {Contract: $.int(), Default: 1}
  inner: {Contract: $.class(Item), Usage: InOut}
Methods:
  grow:
    Arguments:
      - by: {Contract: $.int(), Default: 1}
      - rest: {Contract: $.int(), Usage: VarArgs}
      - more: {Contract: $, Usage: KwArgs}
    Body: {Return: [$.size + $by, $rest, $more]}
---
Name: Note
Usage: Meta
Cardinality: Many
Applies: [Type, Method, Property, Argument]
Inherited: true
Properties:
  text: {Contract: $.string().notNull()}
---
Name: T
Extends: Item
Meta:
  - Note: {text: on the class}
Methods:
  made:
    Body:
      - $a: new(Item, size => '7')
      - $b: new(Item, {size => 8}, $this, named)
      - $c: new('Item', $this)
      - Return: list($a.size, $a.find(T), $b.size, name($b), id($c.find(T)), type($c) = type(Item))
  named:
    Meta:
      - Note: {text: one}
      - Note: {text: two}
    Arguments:
      - first: {Contract: $.string()}
      - second: {Contract: $.string(), Default: x}
    Body:
      - $info: typeinfo($this)
      - $method: $info.methods.where($.name = named).single()
      - Return:
          name: $info.name
          version: str($info.version)
          ancestors: $info.ancestors.name
          arguments: $method.arguments.select([$.name, $.hasDefault, $.usage])
          notes: $method.meta.text
          classNotes: $info.meta.text
          package: $info.package.name
          invoked: $info.methods.where($.name = grow).single().invoke($this, 2)
          value: $info.properties.where($.name = size).single().getValue($this)
  called:
    Body:
      - Return: call(grow, [1, 2, 3], {k => v}, $this)
  isIt:
    Body:
      - Return: list($this is Item, null is Item, new(Item) is T, isObject($this), isObject(5))
  dumped:
    Body:
      - $item: new(Item, size => 2, inner => new(Item, $this, size => 3))
      - Return: list(dump($item).inner, dump($item, Inline).keys().first() = type(Item))
  bound:
    Body:
      - Return: bind({a => '$x', b => '$is-{y}', '$x' => [plain, '$y']}, {x => [1], y => 2})
  patched:
    Body:
      - $data: {a: [1, 2], b: {c: 3}}
      - $changes:
          - {op: add, path: /a/1, value: 9}
          - {op: remove, path: /b/c}
          - {op: copy, from: /a/0, path: /b/d}
          - {op: move, from: /b/d, path: /e}
          - {op: replace, path: /a/0, value: 0}
          - {op: test, path: /e, value: 1}
      - Return: list($data.patch($changes), $data)
  required:
    Body:
      - null.require()
  parallel:
    Body:
      - Return: list(list(1, 2).pselect($ * 2), psuper($this, $.grow(1).first()))
  assigned:
    Body:
      - $a: {k: [1, 2]}
      - $b: $a
      - $b.k[0]: 10
      - $b.n.m: 5
      - $list: [1, 2, 3]
      - $list[-1]: 9
      - Return: [$a, $b, $list]
  badTarget: {Body: [{$.nothing(): 1}]}
  encoded:
    Body:
      - Return: list(base64encode('Grüße'), base64decode(base64encode('Grüße')))
  names:
    Body:
      - Return: list(randomName(), randomName())
  unbound:
    Body:
      - Return: bind('$x', {x => null})
  decrypted:
    Arguments: [secret: {Contract: $.string()}]
    Body:
      - Return: list(decryptData($secret), $secret.decryptData())
`;

const call = (method: string) => new TestProgram(CLASSES).load().call(method);
const plain = (value: unknown): unknown => {
  if (value instanceof YaqlDict)
    return Object.fromEntries(value.entries().map(([key, held]) => [String(key), plain(held)]));
  if (Array.isArray(value)) return value.map(plain);
  return objectOf(value)?.id ?? value;
};

describe('Functions of MuranoPL', () => {
  it('make objects of a class, of parameters, with an owner and a name', () => {
    expect(call('made')).toEqual([7, null, 8, 'named', 'root', true]);
  });

  it('tell of classes, methods, arguments, properties and their meta', () => {
    expect(plain(call('named'))).toEqual({
      name: 'T',
      version: '0.0.0',
      ancestors: ['Item', 'io.murano.Object'],
      arguments: [
        ['first', false, 'Standard'],
        ['second', true, 'Standard'],
      ],
      notes: ['one', 'two'],
      classNotes: ['on the class'],
      package: 't',
      invoked: [3, [], {}],
      value: 1,
    });
  });

  it('call by name, with places, names and all that is left over', () => {
    expect(plain(call('called'))).toEqual([2, [2, 3], { k: 'v' }]);
  });

  it('ask what a value is', () => {
    expect(call('isIt')).toEqual([true, false, false, true, false]);
  });

  it('write objects as data: what an object does not own is its id', () => {
    expect(call('dumped')).toEqual([expect.stringMatching(/^made/), true]);
  });

  it('fill data with values, keys too', () => {
    const [first] = (call('bound') as YaqlDict).entries().map(([, value]) => value);
    expect(first).toEqual([1]);
    expect((call('bound') as YaqlDict).get('b')).toBe('is-2');
    expect((call('bound') as YaqlDict).get([1])).toEqual(['plain', 2]);
  });

  it('change data by a patch, and leave what was given', () => {
    expect(plain(call('patched'))).toEqual([
      { a: [0, 9, 2], b: {}, e: 1 },
      { a: [1, 2], b: { c: 3 } },
    ]);
  });

  it('refuse null where something is required', () => {
    expect(() => call('required')).toThrow('Required value is missing');
  });

  it('go over lists and parents side by side', () => {
    expect(call('parallel')).toEqual([2, 4, 2]);
  });

  it('leave a place alone that null would fill', () => {
    expect(call('unbound')).toBe('$x');
  });

  it('make names that nobody has', () => {
    const [one, other] = call('names') as [string, string];
    expect(one).toMatch(/^[a-z]{5}[0-9a-z]+$/);
    expect(one).not.toBe(other);
  });

  it('hand secrets on sealed, and know no other references to secrets', () => {
    const sealed = `vetro:secret:v1:${'f'.repeat(22)}:payload.`;
    const test = new TestProgram(CLASSES).load();
    expect(test.call('decrypted', sealed)).toEqual([sealed, sealed]);
    expect(test.failure('decrypted', '91f784d0')).toMatchObject({
      kind: 'castellan.common.exception.AuthTypeInvalidError',
    });
  });

  it('encode texts', () => {
    expect(call('encoded')).toEqual(['R3LDvMOfZQ==', 'Grüße']);
  });
});

describe('An assignment', () => {
  it('rebuilds what is on the way and leaves other holders alone', () => {
    expect(plain(call('assigned'))).toEqual([{ k: [1, 2] }, { k: [10, 2], n: { m: 5 } }, [1, 2, 9, 1, 2, 3]]);
  });

  it('wants a place', () => {
    expect(() => call('badTarget')).toThrow("Nothing can be assigned to '$.nothing()'.");
  });
});

describe('A fixture', () => {
  it('replaces methods for a class or one object, and may still ask the original', () => {
    const test = new TestProgram(`
Namespaces: {test: io.murano.test, =: ''}
Name: Real
Properties:
  name: {Contract: $.string(), Default: real}
Methods:
  twice:
    Arguments: [{n: {Contract: $.int()}}]
    Body: {Return: $n * 2}
---
Namespaces: {test: io.murano.test, =: ''}
Name: T
Extends: test:TestFixture
Methods:
  run:
    Body:
      - $one: new(Real)
      - $other: new(Real)
      - $offset: 100
      - $before: $one.twice(1)
      - inject(Real, twice, $n + $offset)
      - inject($other, twice, $this, mine)
      - $after: list($one.twice(1), $other.twice(1))
      - inject(Real, twice, originalMethod() + 1)
      - inject(Real, twice, withOriginal(of => $.name) -> $of)
      - $.assertEqual(real, $one.twice(1), 'the variables of the original')
      - $.assertIn(b, [a, b])
      - Return: [$before, $after]
  mine:
    Arguments: [{n: {Contract: $.int()}}]
    Body: {Return: mine}
  wrong:
    Body:
      - $.assertEqual(1, 2, numbers)
`);
    test.load();
    expect(test.call('run')).toEqual([2, [101, 'mine']]);
    expect(() => test.call('wrong')).toThrow('numbers: 1 was expected, and 2 was found.');
  });
});

describe('An object seen as another class', () => {
  const test = () => {
    const program = new TestProgram(`
Name: Base
Properties:
  held: {Contract: $, Usage: InOut, Default: 1}
---
Name: T
Extends: Base
Properties:
  own: {Contract: $, Default: 2}
Methods:
  told:
    Body:
      - $base: cast($this, Base)
      - Return: [$base.held, $base is T, $base is Base, typeinfo($base).name, type($base) = type(Base), id($base)]
  hidden:
    Body:
      - Return: cast($this, Base).own
  write:
    Body:
      - $base: cast($this, Base)
      - $base.held: 5
  reflect:
    Body:
      - $held: typeinfo(Base).properties.where($.name = held).first()
      - $held.setValue($this, 5)
  backDown:
    Body:
      - cast(cast($this, Base), T)
`);
    program.load({});
    return program;
  };

  it('is of that class for every question', () => {
    expect(test().call('told')).toEqual([1, false, true, 'Base', true, 'root']);
  });

  it.each([
    ['hidden', 'PropertyReadError'],
    ['write', 'NoWriteAccessError'],
    ['reflect', 'NoWriteAccessError'],
    ['backDown', 'NoClassFound'],
  ])('%s is a %s', (method, kind) => {
    expect(() => test().call(method)).toThrow(expect.objectContaining({ kind }));
  });
});

describe('Metadata', () => {
  const schemaOf = (meta: string) => {
    const program = new TestProgram(`
Name: Note
Usage: Meta
Inherited: true
Applies: [Type, Argument]
Properties: {text: {Contract: $, Default: none}}
---
Name: Base
Methods:
  m:
    Arguments:
      - a: {Contract: $, Meta: {Note: {text: base}}}
---
Name: T
Extends: Base
Meta: ${meta}
Methods:
  m:
    Arguments:
      - a: {Contract: $}
  go:
    Body:
      - $argument: typeinfo(T).methods.where($.name = m).arguments.flatten().first()
      - Return: [typeinfo(T).meta.text, len($argument.meta)]
  targets:
    Body:
      - Return: [typeinfo(Note).targets]
  cardinality:
    Body:
      - Return: typeinfo(T).cardinality
`);
    program.load({});
    return program;
  };

  it('of an argument is not inherited, and sees no $this', () => {
    expect(schemaOf('{Note: {text: $this}}').call('go')).toEqual([[null], 0]);
  });

  it('that may stand once stands once', () => {
    expect(() => schemaOf('[Note, Note]')).toThrow(/once only/);
    expect(() => schemaOf('{Note: , Base: }')).toThrow(/are a list/);
  });

  it('tells of its targets, and a class of another kind has none', () => {
    expect(schemaOf('[]').call('targets')).toEqual([['Type', 'Argument']]);
    expect(() => schemaOf('[]').call('cardinality')).toThrow();
  });
});

describe('initialize() and destroy() of the classes above', () => {
  const CLASSES = `
Name: Base
Properties: {seen: {Contract: $.int(), Usage: Out, Default: 0}}
Methods:
  initialize:
    Body:
      - $.seen: $.seen + 1
---
Name: T
Extends: Base
Methods:
  initialize:
    Body:
      - $.super($.initialize())
  run:
    Body:
      - $.super($.destroy())
      - Return: $.seen
`;
  const made = (runtimeVersion: string) => {
    const program = new TestProgram(CLASSES, { runtimeVersion });
    program.load();
    return program;
  };

  it('may be called in the first runtimes, where the engine has called them already', () => {
    expect(made('1.0').call('run')).toBe(1);
  });

  it('are no methods in others', () => {
    expect(() => made('1.4')).toThrow(/super|initialize/);
  });
});
