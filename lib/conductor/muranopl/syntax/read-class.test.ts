import { MURANOPL_OPERATORS, YaqlEngine } from '@vetro/yaql';
import { describe, expect, it } from 'vitest';
import { describeProblem } from '../diagnostics';
import type { Block, ClassDeclaration, Statement } from './declarations';
import { resolveName } from './namespaces';
import { readClasses } from './read-class';
import { written } from './written';

const engine = new YaqlEngine({ operators: MURANOPL_OPERATORS });
const read = (text: string) => readClasses('A.yaml', text, engine);
const problemsOf = (text: string) => read(text).problems.map(describeProblem);

function only(text: string): ClassDeclaration {
  const { classes, problems } = read(text);
  expect(problems).toEqual([]);
  return classes[0] as ClassDeclaration;
}

const body = (text: string): Block =>
  only(`Methods:\n  m:\n    Body:\n${text.replace(/^/gm, '      ')}`).methods[0]?.body ?? [];
const first = (text: string) => body(text)[0] as Statement;
const bodyProblems = (text: string) =>
  problemsOf(`Methods:\n  m:\n    Body:\n${text.replace(/^/gm, '      ')}`).map((found) =>
    found.replace(/^A\.yaml:/, ''),
  );

describe('a class', () => {
  it('has names resolved by the namespaces of its document', () => {
    const text = `Namespaces:
  =: com.acme
  std: io.murano
Name: Web
Extends: [std:Application, Base, org.other.Thing, 'std:Object']
Import: std:Tools
Meta:
  std:Title: {text: Web}
Usage: Meta
Cardinality: Many
Applies: [Type, Method]
Inherited: yes`;
    const web = only(text);
    expect(web).toMatchObject({
      name: 'com.acme.Web',
      usage: 'Meta',
      imports: [{ name: 'io.murano.Tools', place: { line: 6, column: 9 } }],
      meta: [{ type: { name: 'io.murano.Title' } }],
      cardinality: 'Many',
      applies: ['Type', 'Method'],
      inherited: true,
    });
    expect(web.parents.map(({ name }) => name)).toEqual([
      'io.murano.Application',
      'com.acme.Base',
      'org.other.Thing',
      'io.murano.Object',
    ]);
  });

  it('may share its file: namespaces hold for the documents below, and alone they are no class', () => {
    const { classes } = read('Namespaces: {=: a}\n---\nName: A\n---\nNamespaces: {=: b}\nName: B\n---\nName: C\n---\n');
    expect(classes.map(({ name }) => name)).toEqual(['a.A', 'b.B', 'b.C']);
  });

  it('may leave its name to the manifest', () => {
    expect(only('Extends: A').name).toBeUndefined();
    expect(problemsOf('Extends: A\n---\nExtends: B')).toEqual([
      'A.yaml:3:1: A second class of the file has no name.\n    Hint: Only one class may take its name from the manifest.',
    ]);
  });

  it('tells everything that is wrong in it at once', () => {
    const text = `Name: yes
Extends: x:Base
Usage: Klass
Colour: red
Properties:
  a: $.string()
  b: {Usage: Inout, Contract: $}
  c:
Methods:
  m:
    Usage: Action
    Scope: Session
    Arguments:
      x: {Contract: $}
      y: {Contract: $}
  n:
    Arguments:
      - a: {Contract: $, Usage: KwArgs}
      - b: {Contract: $}
  o: {Usage: Extension}`;
    expect(problemsOf(text)).toEqual([
      `A.yaml:1:7: The name of a class must be a name, and this is the value true.
    true
    Hint: YAML reads words such as yes, on and 12 as values; put the name into quotation marks.`,
      `A.yaml:2:10: No namespace has the prefix "x".
    x:Base
    Hint: Add "x: …" to Namespaces.`,
      `A.yaml:3:8: The Usage of a class must be one of Class, Meta.
    Klass
    Hint: Did you mean Class?`,
      `A.yaml:4:1: warning: The class true has no "Colour"; it is passed over.
    Colour
    Hint: Known are Name, Namespaces, Extends, Import, Usage, Properties, Methods, Workflow, Meta, Cardinality, Applies, Inherited.`,
      `A.yaml:6:6: The property a must be a mapping, and this is an expression.
    $.string()`,
      `A.yaml:7:14: The Usage of the property b must be one of In, Out, InOut, Const, Runtime, Static, Config.
    Inout
    Hint: Did you mean InOut?`,
      `A.yaml:8:5: The property c needs a Contract.
    Hint: Contract: $ accepts everything.`,
      `A.yaml:12:12: The method m is an Action, so its Scope cannot be Session.
    Session`,
      `A.yaml:14:7: An argument of the method m must be a mapping of one key, and this is a mapping of 2.
    x: {Contract: $}, y: {Contract: $}
    Hint: Put a dash before each argument.`,
      `A.yaml:19:9: The method n has the argument b (Standard) after a (KwArgs).
    Hint: Standard arguments come first, then one VarArgs, then one KwArgs.`,
      'A.yaml:20:3: The method o extends another class, so its first argument is the object.',
    ]);
  });
});

describe('names', () => {
  const namespaces = { own: 'com.acme', prefixes: new Map([['std', 'io.murano']]) };
  it.each([
    ['A', 'com.acme.A'],
    [':A', 'com.acme.A'],
    ['=:A', 'com.acme.A'],
    ['std:A', 'io.murano.A'],
    ['std:a.B', 'io.murano.a.B'],
    ['a.B', 'a.B'],
    ['no:A', undefined],
    ['std:', undefined],
    ['std:a:B', undefined],
  ])('%s is %s', (name, full) => {
    expect(resolveName(namespaces, name)).toBe(full);
  });
});

describe('members', () => {
  it('are read with usages, contracts, defaults and meta', () => {
    const { properties, methods } = only(`Properties:
  a: {Contract: [$.int()], Default: }
  b: {Contract: $, Usage: Static, Meta: [T, {U: {x: 1}}]}
Methods:
  initialize: {Body: }
  m:
    Usage: Action
    Arguments:
      - x: {Contract: $.int(), Default: 5}
      - rest: {Contract: $, Usage: VarArgs}
      - more: {Contract: $, Usage: KwArgs}
    Body: $.go()
  s: {Scope: Public, Arguments: {one: {Contract: $}}}
Workflow:
  ignored: {}`);
    expect(properties.map(({ name, usage }) => [name, usage])).toEqual([
      ['a', 'In'],
      ['b', 'Static'],
    ]);
    expect(properties[0]?.default).toMatchObject({ kind: 'constant', value: null });
    expect(properties[1]?.default).toBeUndefined();
    expect(properties[1]?.meta.map(({ type, properties: set }) => [type.name, set && written(set)])).toEqual([
      ['T', undefined],
      ['U', 'x: 1'],
    ]);
    expect(methods.map(({ name, usage, scope }) => [name, usage, scope])).toEqual([
      ['.init', 'Runtime', 'Session'],
      ['m', 'Action', 'Public'],
      ['s', 'Runtime', 'Public'],
    ]);
    expect(methods[1]?.arguments.map(({ name, usage }) => [name, usage])).toEqual([
      ['x', 'Standard'],
      ['rest', 'VarArgs'],
      ['more', 'KwArgs'],
    ]);
    expect(methods[1]?.body).toMatchObject([{ kind: 'expression', text: '$.go()', place: { line: 12, column: 11 } }]);
    expect(methods[2]?.arguments).toHaveLength(1);
  });

  it('may stand under Workflow, the old name of Methods', () => {
    expect(only('Workflow: {destroy: {Body: []}}').methods.map(({ name }) => name)).toEqual(['.destroy']);
  });
});

describe('instructions', () => {
  it('are expressions and assignments', () => {
    expect(body('- $.a()\n- $x: {k: $y}\n- $.p.q[0]: 1')).toMatchObject([
      { kind: 'expression', text: '$.a()' },
      { kind: 'assignment', target: { text: '$x' }, value: { kind: 'map' }, text: '$x: {k: $y}' },
      { kind: 'assignment', target: { text: '$.p.q[0]' }, place: { line: 6, column: 9 } },
    ]);
  });

  it.each([
    ['Return:', { kind: 'return', value: { value: null } }],
    ['{If: $a, Then: $.b(), Else: [$.c(), $.d()]}', { kind: 'if', condition: {}, otherwise: { length: 2 } }],
    ['{If: true, Then: }', { kind: 'if', condition: { value: true }, otherwise: undefined }],
    ['{While: $a, Do: $.b()}', { kind: 'while', condition: { text: '$a' } }],
    ['{For: x, In: [1, $y], Do: $.b()}', { kind: 'for', variable: 'x', collection: { kind: 'list' } }],
    ['{Repeat: 3, Do: {Break: }}', { kind: 'repeat', times: { value: 3 }, body: [{ kind: 'break' }] }],
    ['{Repeat: $n, Do: {Continue: }}', { kind: 'repeat', times: { kind: 'expression' }, body: [{ kind: 'continue' }] }],
    [
      '{Match: {1: $.a(), b: $.c()}, Value: $v, Default: $.d()}',
      { kind: 'match', cases: [{ constant: 1 }, { constant: 'b' }], otherwise: { length: 1 } },
    ],
    ['{Switch: {$a > 1: $.b(), always: $.c()}}', { kind: 'switch', cases: { length: 2 }, otherwise: undefined }],
    ['{Parallel: [$.a(), $.b()], Limit: 1 + 1}', { kind: 'parallel', branches: { length: 2 }, limit: {} }],
    ['{Parallel: $.a()}', { kind: 'parallel', limit: undefined }],
    ['{Throw: a, Message: m}', { kind: 'throw', names: { value: 'a' }, cause: undefined, extra: undefined }],
    ['{Throw: [a, b], Cause: $e, Extra: {x: $y}}', { kind: 'throw', names: { kind: 'list' }, extra: { kind: 'map' } }],
    ['Rethrow:', { kind: 'rethrow' }],
    ['Do: [$.a()]', { kind: 'do', body: { length: 1 } }],
    [
      '{Try: $.a(), Catch: [{With: [n:E, F], As: e, Do: $.b()}, {Do: }], Else: $.c(), Finally: $.d()}',
      {
        kind: 'try',
        catches: [
          { names: ['n:E', 'F'], as: 'e' },
          { names: [], as: undefined },
        ],
        otherwise: { length: 1 },
        finally: { length: 1 },
      },
    ],
    ['{Try: $.a(), Catch: {With: E, Do: $.b()}}', { kind: 'try', catches: [{ names: ['E'] }] }],
  ])('%s is a construct', (text, expected) => {
    expect(first(`- ${text}`)).toMatchObject(expected);
  });

  it('are shown in stack traces as they are written', () => {
    const text =
      '- $.a( 1 )\n- $x: [$y]\n- Return: $.b()\n- Throw: E\n- {If: $a, Then: }\n- Break:\n- Try: [$.c()]\n- Do: []';
    expect(body(text).map((statement) => statement.text)).toEqual([
      '$.a( 1 )',
      '$x: [$y]',
      'Return: $.b()',
      'Throw: E',
      'If: $a',
      'Break',
      'Try',
      'Do',
    ]);
  });

  it('stand in blocks, of which one alone needs no list', () => {
    const statement = first('If: $a\nThen: $.b()');
    expect(statement.kind === 'if' && statement.then.map(({ text }) => text)).toEqual(['$.b()']);
  });

  it.each([
    [
      '- $a: 1\n  $b: 2',
      '4:9: One instruction assigns once, and this has more keys.\n    $a: $b:\n    Hint: Put a dash before each assignment.',
    ],
    ['- {If: $a, Do: $.b()}', '4:18: If has no "Do", and needs Then.'],
    ['- {If: $a, Thne: $.b()}', '4:18: If has no "Thne", and needs Then.\n    Thne\n    Hint: Did you mean Then?'],
    ['- {If: $a}', '4:9: If needs Then.\n    If:'],
    [
      '- {x: 1}',
      '4:9: No construct has these keys.\n    x:\n    Hint: A variable is assigned with its dollar: $name: value.',
    ],
    ['- {Retrun: 1}', '4:9: No construct has these keys.\n    Retrun:\n    Hint: Did you mean Return?'],
    [
      '- deploy',
      '4:9: An instruction is an expression, an assignment or a construct, and this is a text.\n    deploy\n    Hint: Words alone are a text; a method is called with $.deploy().',
    ],
    [
      "- '$.a()'",
      '4:9: An instruction is an expression, an assignment or a construct, and this is a text.\n    $.a()\n    Hint: A text in quotation marks is never an expression; take them away.',
    ],
    [
      '- a.b(1',
      '4:9: An instruction is an expression, an assignment or a construct, and this is a text. The expression ends where a value or a bracket is missing.\n    a.b(1',
    ],
    ['- 5', '4:9: An instruction is an expression, an assignment or a construct, and this is a number.\n    5'],
    [
      '- [$.a()]',
      '4:9: An instruction is an expression, an assignment or a construct, and this is a list.\n    [$.a()]',
    ],
    ['- {While: true, Do: }', '4:17: While needs an expression, and this is the value true.\n    true'],
    [
      '- {For: $x, In: $y, Do: }',
      '4:15: For needs the name of a variable.\n    $x\n    Hint: The name stands without its dollar: For: item.',
    ],
    ['- {Break: 1}', '4:17: Break has no value.\n    1\n    Hint: Write "Break:" and nothing behind it.'],
    ['- {Match: [1], Value: $x}', '4:17: Match needs a mapping of cases, and this is a list.\n    [1]'],
    ['- {Throw: }', '4:16: Throw needs the name of an exception.'],
    [
      '- {Try: $.a(), Catch: {With: E, When: x}}',
      '4:39: Catch has no "When".\n    When\n    Hint: Catch has With, As, Do.',
    ],
    ['- $this: 1', '4:9: warning: Nothing can be assigned to this.'],
    ['- foo-bar: 1', '4:9: warning: Nothing can be assigned to this.'],
    [
      '- {Match: {a-b: }, Value: $x}',
      '4:18: warning: This case never matches: it is an expression, and cases are constants.',
    ],
  ])('%j is refused or warned of', (text, expected) => {
    expect(bodyProblems(text)[0]).toContain(expected);
  });
});
