import { describe, expect, it } from 'vitest';
import { createLibrary, define, HostObject, hostType, TYPES, YaqlEngine } from '.';
import { evaluate, failure } from './testing/evaluate';

describe('Expressions', () => {
  it.each<[string, unknown, unknown]>([
    ['$.a + $.b * 2', { a: 3, b: 4 }, 11],
    ['not $.a = 1 or false', { a: 2 }, true],
    ['-1.toUpper', null, undefined],
    ['1 < 2 and null < 0', null, true],
    ["$.units.where($.ip != null).select($.ip).join(', ')", { units: [{ ip: '10.0.0.1' }, { ip: null }] }, '10.0.0.1'],
    ['$.units.ip', { units: [{ ip: 1 }, { ip: 2 }] }, [1, 2]],
    ['$?.a', null, null],
    ['let(x => 2, y => 3) -> $x * $y', null, 6],
    ['def(fact, switch($ <= 1 => 1, true => $ * fact($ - 1))) -> fact(20)', null, 2432902008176640000n],
    [
      '[[a, 1], [b, 2], [a, 3]].groupBy($[0], $[1], $.sum())',
      null,
      [
        ['a', 4],
        ['b', 2],
      ],
    ],
    ['{a => {b => 1}}.mergeWith({a => {c => 2}})', null, { a: { b: 1, c: 2 } }],
    ["'{0:>5}|{name}'.format(7, name => x)", null, '    7|x'],
    ["'a1b22'.replaceBy(regex(`\\d+`), str(int($.value) + 1))", null, 'a2b23'],
    ["'Murano' =~ '(?i)^mur'", null, true],
    ['range(3, 0, -1)', null, [3, 2, 1]],
    ['sequence().where($ mod 7 = 3).take(3)', null, [3, 10, 17]],
    ["datetime('2026-11-21T10:30:00+01:00').utc.hour", null, 9],
    ['str(timespan(days => 1, hours => 2))', null, '1 day, 2:00:00'],
    ["coalesce($.missing?.x, 'none')", { missing: null }, 'none'],
    ['f(2)', null, undefined],
  ])('%s', (expression, data, expected) => {
    if (expected === undefined) expect(failure(expression, data).kind).toMatch(/^NoFunctionRegistered/);
    else expect(evaluate(expression, data)).toEqual(expected);
  });
});

describe('Numbers are those of Python', () => {
  it.each<[string, unknown]>([
    ['-7 / 2', -4],
    ['-7 mod 3', 2],
    ['7 / 2.0', 3.5],
    ['str(4 / 2.0)', '2.0'],
    ['str(1.5 + 0.5)', '2.0'],
    ['str(0.00001)', '1e-05'],
    ['str(10000000000000000.0)', '1e+16'],
    ['pow(2, 100)', 1267650600228229401496703205376n],
    ['pow(2, 100) - pow(2, 100) + 1', 1],
    ['9007199254740992 + 1', 9007199254740993n],
    ['round(2.5)', 2],
    ['round(2.675, 2)', 2.67],
    ['1 = 1.0 and 1 = true', true],
    ['{1 => a}[1.0]', 'a'],
    ['set(1, 1.0, true).len()', 1],
    ['𝟙𝟚 + int("٣")', 15],
  ])('%s is %s', (expression, expected) => {
    expect(evaluate(expression)).toEqual(expected);
  });
});

describe('Errors say what is wrong and where', () => {
  it.each<[string, string, RegExp, string]>([
    ['1 + # 2', 'YaqlLexicalException', /'#' at position 4/, '#'],
    ["$.name.replace('a", 'YaqlLexicalException', /quotation that begins at position 15 has no end/, "'"],
    ['1 + ] # 2', 'YaqlGrammarException', /']', position 4/, ']'],
    ["'\\xZZ'", 'UnicodeDecodeError', /stands for no character/, "'\\xZZ'"],
    ['[1, 2', 'YaqlGrammarException', /ends where a value or a bracket is missing/, ''],
    ['$.a b', 'YaqlGrammarException', /'b', position 4/, 'b'],
    ["$.where($.a > 'x')", 'NoMatchingFunctionException', /operator '>' .*\(int, string\)/, "$.a > 'x'"],
    ['$.select(foo($))', 'NoFunctionRegisteredException', /no function 'foo'/, 'foo($)'],
    ['$.select($.b)', 'KeyError', /no key 'b'/, '$.b'],
    ['$.wher($.a)', 'NoMethodRegisteredException', /no method 'wher' for a value of type list/, 'wher($.a)'],
    ['$[5]', 'IndexError', /no item 5: it has 1/, '$[5]'],
    ['1 / 0', 'ZeroDivisionError', /divided by zero/, '1 / 0'],
    ["'{0.__class__}'.format(1)", 'AttributeError', /cannot read attributes/, 'format(1)'],
  ])('%s', (expression, kind, message, at) => {
    const found = failure(expression, [{ a: 1 }]);
    expect(found).toMatchObject({ kind, at });
    expect(found.message).toMatch(message);
    expect(found.message).toMatch(/\.$/);
  });
});

describe('The legacy library', () => {
  const legacy = { library: { legacy: true, iterableDicts: true } };
  it('filters with an index, counts a dict as its keys and forgives missing keys', () => {
    expect(evaluate('$[$.n != 1]', [{ n: 1 }, { n: 2 }], { library: { legacy: true } })).toEqual([{ n: 2 }]);
    expect(evaluate("'a' in $", { a: 1 }, legacy)).toBe(true);
    expect(evaluate('$.missing', { a: 1 }, legacy)).toBeNull();
  });
  it('makes tuples with the old grammar', () => {
    expect(evaluate('1 => 2 => 3', null, { ...legacy, legacyParser: true })).toEqual([1, 2, 3]);
    expect(evaluate('15.switch($ < 3 => a, $ => c)', null, { ...legacy, legacyParser: true })).toBe('c');
  });
});

class Machine extends HostObject {
  constructor(private readonly name: string) {
    super();
  }
  typeName(): string {
    return 'Machine';
  }
  override getProperty(name: string): unknown {
    return name === 'name' ? this.name : undefined;
  }
  override methods(name: string) {
    return name === 'restart' || name === 'get' ? METHODS.get(name) : undefined;
  }
}
const METHODS = new Map([
  [
    'restart',
    [
      [
        define(
          'restart',
          'method',
          'self:some, times:int=1',
          (_context, _self: Machine, times: number) => `restarted ${times}`,
        ),
      ],
    ],
  ],
  ['get', [[define('get', 'method', 'self:some, key:text', (_context, _self: Machine, key: string) => `own ${key}`)]]],
]);

describe('A host', () => {
  const machine = new Machine('web-1');
  it('lends its objects with properties and methods, which come before those of the library', () => {
    expect(evaluate('$.name', machine)).toBe('web-1');
    expect(evaluate('$.restart(times => 2)', machine)).toBe('restarted 2');
    expect(evaluate('$.get(x)', machine)).toBe('own x');
    expect(evaluate('$.select($.name)', [machine])).toEqual(['web-1']);
    expect(failure('$.size', machine)).toMatchObject({ kind: 'AttributeError', at: '$.size' });
  });
  it('adds functions, operators and types of its own', () => {
    const context = createLibrary().child();
    const type = hostType('Machine', (value) => value instanceof Machine);
    const nameOf = define('nameOf', 'both', 'machine:some', (_context, { name }: { name: string }) => name);
    context.register({ ...nameOf, parameters: [{ name: 'machine', type, optional: false, defaultValue: undefined }] });
    context.register(
      define(
        '#operator_:',
        'function',
        'prefix:keyword, name:keyword',
        (_context, a: string, b: string) => `${a}/${b}`,
      ),
    );
    const operators = [[{ symbol: ':', kind: 'left' as const }], ...[[{ symbol: '.', kind: 'left' as const }]]];
    expect(evaluate('nameOf($)', machine, { context })).toBe('web-1');
    expect(failure('nameOf($)', 5, { context }).kind).toBe('NoMatchingFunctionException');
    expect(new YaqlEngine({ operators }).parse('std:Object').evaluate(null, context)).toBe('std/Object');
    expect(TYPES.text.label).toBe('text');
  });
  it('sees functions that are added later', () => {
    const library = createLibrary();
    const expression = new YaqlEngine().parse('twice(2)');
    expect(() => expression.evaluate(null, library)).toThrow(/no function 'twice'/);
    library.register(define('twice', 'function', 'n:number', (_context, n: number) => n * 2));
    expect(expression.evaluate(null, library)).toBe(4);
  });
});
