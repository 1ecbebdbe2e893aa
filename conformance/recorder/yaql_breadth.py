"""Prints YAQL cases without answers: every operator and function with values of every kind, valid or not.

usage: /usr/bin/python3 conformance/recorder/yaql_breadth.py > packages/yaql/corpus/cases/breadth.jsonl
"""
import itertools
import json
import os

VALUES = ['null', 'true', '-7', '2.5', "''", 'ab', '[]', '[3, 1]', '{}', '{k => 5}', 'set(1)', 'range(2)',
          'timespan(1)', 'datetime(2015, 3, 1)', "regex(a)"]
BINARY = ['+', '-', '*', '/', 'mod', '=', '!=', '<', '<=', '>', '>=', 'in', 'and', 'or', '=~', '!~']
UNARY = ['not', '-', '+']
# Each method with arguments that suit one of its receivers.
METHODS = [
    'toUpper()', 'toLower()', 'len()', "split(a)", "rightSplit(a)", "join('-')", 'trim()', 'trimLeft(a)', 'trimRight(b)',
    'norm()', 'isEmpty()', 'replace(a, b)', 'replace(0, 5)', 'substring(1)', 'indexOf(a)', 'lastIndexOf(1)',
    'toCharArray()', 'startsWith(a)', 'endsWith(b)', 'format(1)', 'concat(c)', 'max()', 'min()', 'flatten()',
    'contains(1)', 'delete(0)', 'replaceMany(0, [9])', 'insert(0, 9)', 'insertMany(1, [9, 8])', 'toList()', 'toDict($)',
    'get(k)', 'set(k, 6)', 'keys()', 'values()', 'items()', 'containsKey(k)', 'containsValue(5)', 'deleteAll([k])',
    'toSet()', 'add(2)', 'remove(1)', 'union(set(2))', 'intersect(set(1))', 'difference(set(1))',
    'symmetricDifference(set(2))', 'where($ > 0)', 'filter($)', 'select([$])', 'map(1)', 'take(1)', 'limit(1)',
    'skip(1)', 'distinct()', 'enumerate()', 'memorize()', 'repeat(2)', 'cycle().take(3)', 'takeWhile($)',
    'skipWhile($)', 'reverse()', 'defaultIfEmpty([0])', 'append(9)', 'selectMany([$, $])', 'zip([1, 2])',
    'zipLongest([1])', 'any()', 'all()', 'count()', 'sum()', 'first()', 'single()', 'last()', 'aggregate($1 + $2)',
    'reduce($2)', 'accumulate($1 + $2)', 'indexWhere($ = 1)', 'lastIndexWhere($ = 1)', 'slice(1)', 'splitWhere($ = 1)',
    'sliceWhere($)', 'splitAt(1)', 'orderBy($)', 'orderByDescending($)', 'groupBy($)', 'mergeWith({k => 6})',
    'matches(ab)', 'search(ab)', 'searchAll(ab)', 'replaceBy(a, b)', 'switchCase(1, 2)', 'assert(true)',
    'unpack(x) -> $x', 'replace(year => 2016)', "format('%d')", 'k', 'year', 'days', 'nothing',
]
FUNCTIONS = [
    'bool', 'isBoolean', 'len', 'str', 'isString', 'norm', 'isEmpty', 'hex', 'abs', 'int', 'float', 'bitwiseNot', 'sign',
    'round', 'isInteger', 'isNumber', 'list', 'isList', 'dict', 'isDict', 'set', 'isSet', 'isIterable', 'any', 'all',
    'regex', 'escapeRegex', 'isRegex', 'coalesce', 'selectCase', 'selectAllCases', 'examine', 'datetime', 'timespan',
    'isDatetime', 'isTimespan', 'range', 'distinct', 'enumerate', 'append', 'concat', 'characters', 'format', 'call', 'def',
    'lambda', 'assert', 'sequence', 'unknownName',
]
RECEIVERS = ['null', '2', 'ab', '[2, 1]', '{k => 5}', 'set(1)', 'range(2)', 'datetime(2015, 3, 1)']


def expressions():
    for operator, (left, right) in itertools.product(BINARY, zip(VALUES, VALUES[4:] + VALUES[:4])):
        yield '%s %s %s' % (left, operator, right)
    for operator, value in itertools.product(BINARY[:12], VALUES):
        yield '%s %s %s' % (value, operator, value)
    for operator, value in itertools.product(UNARY, VALUES):
        yield '%s %s' % (operator, value)
    for index, value in enumerate(FUNCTIONS):
        # Six of the values each, in turns: together every kind meets every function's neighbours.
        for turn in range(6):
            yield '%s(%s)' % (value, VALUES[(index + turn * 5 + turn // 3) % len(VALUES)])
    for index, call in enumerate(METHODS):
        for turn in range(5):
            yield '%s.%s' % (RECEIVERS[(index + turn * 3) % len(RECEIVERS)], call)


def written_elsewhere():
    """The expressions of the other files, which were written by hand."""
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../packages/yaql/corpus/cases')
    for name in os.listdir(folder):
        if name != 'breadth.jsonl':
            with open(os.path.join(folder, name)) as lines:
                for case in map(json.loads, lines):
                    if not any(more in case for more in ('on', 'data', 'profile', 'vars')):
                        yield case['expression']


written = set(written_elsewhere())
for expression in dict.fromkeys(expressions()):
    if expression in written:
        continue
    if expression.startswith(('sequence(', 'isIterable(sequence')):
        expression += '.take(2)'
    print(json.dumps({'expression': expression}))
