"""Writes the programs that meet every contract with values of every kind, and every function in a method.

usage: /usr/bin/python3 conformance/recorder/muranopl_breadth.py
"""
import json
import os

PROGRAMS = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../muranopl/programs')

VALUES = [None, True, False, 0, 7, -3, 2.5, '', 'abc', ' 12 ', 'true', [], [1], ['a', None], {}, {'a': 1}]
CONTRACTS = {
    'anything': '$',
    'not null': '$.notNull()',
    'string': '$.string()',
    'string not null': '$.string().notNull()',
    'not null string': '$.notNull().string()',
    'int': '$.int()',
    'int not null': '$.int().notNull()',
    'bool': '$.bool()',
    'bool not null': '$.bool().notNull()',
    'checked int': '$.int().check($ > 0)',
    'checked with words': "$.int().check($ > 0, 'Too small')",
    'checked twice': '$.int().check($ >= 0).check($ < 5)',
    'checked string': "$.string().notNull().check($ =~ '^[a-z]+$')",
    'checked by length': '$.string().check(len($) in range(2, 4))',
    'check before int': '$.check($ = null or $ > 0).int()',
    'one of': '$.string().check($ in list(abc, xyz))',
    'list': '[]',
    'list of anything': '[$]',
    'list of int': '[$.int()]',
    'list of int not null': '[$.int().notNull()]',
    'list of two kinds': '[$.int(), $.string()]',
    'list of at least one': '[$.string(), 1]',
    'list of one or two': '[$.string(), 1, 2]',
    'list of at most one': '[$.string(), 0, 1]',
    'list of lists': '[[$.int()]]',
    'dict': '{}',
    'dict with a key': '{a: $.int()}',
    'dict with a key not null': '{a: $.int().notNull()}',
    'dict with two keys': '{a: $.int(), b: $.string()}',
    'dict by kinds': '{$.string(): $.int()}',
    'dict with a key and others': '{a: $.string(), $.string(): $}',
    'dict of lists': '{a: [$.int()]}',
    'list of dicts': '[{a: $.int()}]',
    'constant text': 'abc',
    'constant number': '7',
    'int then string': '$.int().string()',
    'string then bool': '$.string().bool()',
    'object': '$.class(:Part)',
    'object not null': '$.class(:Part).notNull()',
    'template': '$.template(:Part)',
}
# What each function makes of what; in 1.0 some are methods as well, and the other way round.
EXPRESSIONS = [
    "base64encode('abc')", "'abc'.base64encode()", "base64decode('YWJj')", "'YWJj'.base64decode()", "base64encode('ü')",
    "base64decode('w7w=')", 'base64decode(1)', "base64decode('%%%')",
    "bind({a => '$x', b => '$y'}, {x => 1, y => [2]})", "'$x'.bind({x => 5})", "bind('a$x', {x => 5})",
    "bind('${x}-{y}', {x => 5, y => 6})", "bind('$-{x}-{y}', {x => 5, y => 6})", "bind(['$x', '$x'], {x => 1})",
    "bind({'$x' => '$x'}, {x => k})", "bind('$x', {})", 'bind(5, {x => 1})', "bind('$x', {x => null})",
    "patch({a => 1}, {op => add, path => '/b', value => 2})", "{a => 1}.patch({op => remove, path => '/a'})",
    "patch({a => 1}, {op => replace, path => '/a', value => [1]})", "patch({a => [1, 2]}, {op => add, path => '/a/-', value => 3})",
    "patch({a => 1}, {op => move, from => '/a', path => '/b'})", "patch({a => 1}, {op => copy, from => '/a', path => '/b'})",
    "patch({a => 1}, {op => test, path => '/a', value => 1})", "patch({a => 1}, {op => test, path => '/a', value => 2})",
    "patch({a => 1}, {op => remove, path => '/x/y'})", "patch({}, [])",
    "patch({a => 1}, [{op => remove, path => '/a'}, {op => add, path => '/c', value => 3}])",
    "patch({a => 1}, {op => nonsense, path => '/a'})",
    '[1, 2, 3].pselect($ * 2)', 'pselect([1, 2], $ + 1)', '[].pselect($)', "'abc'.pselect($)",
    'len(randomName()) > 5', 'randomName() != randomName()', 'sleep(0)', 'sleep(a)',
    "'abcdef'.substr(2)", "substr('abcdef', 1, 2)", "'abc'.substring(1)", "substring(abc, 1)",
    '[1, 2].firstOrDefault()', '[].firstOrDefault()', '[].firstOrDefault(5)', 'firstOrDefault([1])', '[].first(5)',
    'toLower(ABC)', "'ABC'.toLower()", 'toUpper(abc)', "trim(' a ')", "join([a, b], ',')", "[a, b].join(',')",
    "split('a,b', ',')", "'a,b'.split(',')", 'startsWith(abc, a)', 'endsWith(abc, c)', "matches(abc, 'b')", "replace(abc, a, b)",
    'flatten([[1], [2]])', '[[1], [2]].flatten()', 'select([1, 2], $ * 2)', 'where([1, 2], $ > 1)', 'sum([1, 2])',
    'takeWhile([1, 5], $ < 3)', 'get({a => 1}, a)', '{a => 1}.get(a)', 'dict(a => 1)', '{a => 1}', 'list(1, 2)', 'tuple(1, 2)',
    'int(null)', "int('5')", "'5'.int()", 'bool(x)', "float('1.5')", 'str(5)', 'str(null)', "'{0}'.format(5)", "format('{0}-{1}', a, b)",
    '[1, 2][0]', '[1, 2][$ > 1]', '{a => 1}.a', '{a => 1}[a]', '[{a => 1}, {a => 2}].a', '{a => 1}.keys()', '{a => 1}.b',
    '1 + 1', '7 / 2', '7 mod 2', '-7 / 2', "'a' + 'b'", '[1] + [2]', '{a => 1} + {b => 2}', "'a' * 3", 'not true',
    'true and null', 'null or 5', '1 = 1.0', '1 in [1]', 'null < 1', "1 < 'a'", "'a' =~ 'a'", "'a' !~ 'a'", '1 / 0',
    'let(x => 1) -> $x + 1', 'with(1, 2) -> $1 + $2', 'def(f, $ * 2) -> f(4)', '[1, 2].unpack(a, b) -> $a + $b', 'call(len, [[1]], {})',
    'switch(true => 1)', '5.switch($ > 3 => big, $ <= 3 => small)', 'coalesce(null, 1)', 'range(3)', '1.range(4)',
    'range(1, 4)', 'set(1, 2)', 'dict([[a, 1]])', '[1, 2].toList()', '{a => 1}.toList()', '[3, 1].orderBy($)', '[1, 2].aggregate($1 + $2)',
    '$this', '$', 'id($this)', '$this.id()', 'name($this)', '$this.name()', 'metadata($this)', 'isObject($this)', 'isObject(5)', 'isObject(null)',
    'type($this)', '$this.type()', 'type(null)', 'typeinfo($this).name', 'typeinfo(null)', 'require(5)', 'require(null)', '5.require()',
    '$this is :Part', '$this is :Subject', 'null is :Subject', '5 is :Subject', ':Part', 'std:Object', ':Nothing', 'nothing:Part',
    'cast($this, :Subject)', 'cast($this, std:Object)', '$this.cast(:Subject)', 'cast($this, :Part)', 'super($this)', '$this.super($)', 'super($this, 1)',
    'psuper($this, 1)', 'find($this, :Part)', '$this.find(:Part)', 'find(null, :Part)', 'new(:Part, size => 3).size', 'new(:Part)', 'new(:Part, size => x)',
    'new(:Nothing)', "new('com.nowhere.Thing')", 'new(:Part, {size => 4}).size', 'new({:Part => {size => 5}}).size', 'new(:Part, $this, size => 1).find(:Subject)',
    'new(:Part, $this, plug, size => 1).name()', 'new(:Part, nothing => 1)', 'dump($this)', 'dump(new(:Part, size => 1), Inline)', 'dump(null)',
    "logger(x).info('hello')", 'logger(null)', '$.size', '$.nothing', '$this.nothing', '$.testNothing()', 'testNothing()', ':Part.total', ':Part.nothing', ':Part.count()',
    ':Subject.count()', '$nothing', '$nothing.x', 'null.x', 'null?.x', "decryptData('x')", 'inject(1, 2, 3)', 'unknown(1)', '$.unknown(1)', '$this.unknown()', "now().year > 2000",
]


def quoted(expression):
    return "!yaql '%s'" % expression.replace("'", "''")


def program(name, header, classes):
    with open(os.path.join(PROGRAMS, name + '.yaml'), 'w') as file:
        file.write('# Written by conformance/recorder/muranopl_breadth.py.\n%s\n---\n%s' % (header, classes))


def methods(bodies):
    return ''.join('  %s:\n    Body:\n      Return: %s\n' % (name, quoted(body)) for name, body in bodies)


def contracts():
    cases, lines = [], []
    for index, (name, contract) in enumerate(CONTRACTS.items()):
        calls = ', '.join('{testArgument%d: [%s]}' % (index, json.dumps(value)) for value in VALUES)
        cases.append('  argument, %s: [%s, testArgument%d]' % (name, calls, index))
        loads = ', '.join('{load: {"?": {type: Holder%d, id: h}, p: %s}}, testRead' % (index, json.dumps(value))
                          for value in VALUES[:1] + VALUES[3:5] + VALUES[8:9] + VALUES[11:])
        cases.append('  property, %s: [%s, {load: {"?": {type: Holder%d, id: h}}}, testRead]' % (name, loads, index))
        lines.append('  testArgument%d:\n    Arguments:\n      - v:\n          Contract: %s\n    Body:\n      Return: $v\n' % (
            index, contract))
    holders = ''.join(
        '---\nName: Holder%d\nProperties:\n  p:\n    Contract: %s\nMethods:\n  testRead:\n    Body:\n      Return: $.p\n' % (
            index, contract) for index, contract in enumerate(CONTRACTS.values()))
    part = '---\nName: Part\nProperties:\n  size:\n    Contract: $.int()\n'
    program('contracts-breadth', "runtime: ['1.0', '1.4']\ncases:\n" + '\n'.join(cases),
            'Name: Subject\nMethods:\n' + ''.join(lines) + part + holders)


def expressions():
    groups = [EXPRESSIONS[start:start + 2] for start in range(0, len(EXPRESSIONS), 2)]
    cases = ['  %s: [%s]' % (json.dumps(' and '.join(group)), ', '.join(
        'test%d' % EXPRESSIONS.index(expression) for expression in group)) for group in groups]
    program('functions-breadth', "runtime: ['1.0', '1.4']\nmodel: {'?': {type: Subject, id: root, name: it}, size: 9}\ncases:\n"
            + '\n'.join(cases),
            'Namespaces:\n  =: \'\'\n  std: io.murano\nName: Subject\nProperties:\n  size:\n    Contract: $.int()\nMethods:\n'
            '  count:\n    Usage: Static\n    Body:\n      Return: 2\n  testNothing:\n    Body: []\n'
            + methods(('test%d' % index, expression) for index, expression in enumerate(EXPRESSIONS))
            + '---\nNamespaces:\n  =: \'\'\nName: Part\nProperties:\n  size:\n    Contract: $.int().notNull()\n  total:\n    Contract: $.int()\n    Usage: Static\n'
            '    Default: 12\n')


contracts()
expressions()
