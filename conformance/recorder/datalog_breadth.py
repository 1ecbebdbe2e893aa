"""Writes programs of rules over each other, with joins, negation and what is computed, and a question to each, without answers.

usage: python3 conformance/recorder/datalog_breadth.py; then datalog_cases.py records packages/datalog/corpus/cases/breadth.jsonl
"""
import json
import os
import random

HERE = os.path.dirname(os.path.abspath(__file__))
CASES = os.path.join(HERE, '../../packages/datalog/corpus/cases/breadth.jsonl')
PROGRAMS = 400
VALUES = ['1', '2', '3', '1', '2', '3', '"a"', '2.5']
VARIABLES = ['x', 'y', 'z']
COMPARED = ['lt', 'lteq', 'equal', 'gt', 'gteq']
COMPUTED = ['plus', 'minus', 'max']


def atom(table, arguments):
    return '%s(%s)' % (table, ', '.join(arguments))


def body_of(pick, tables):
    """Literals that bind, then some that only ask, in any order."""
    literals, bound = [], []
    for _ in range(pick.randint(1, 3)):
        table, width = pick.choice(tables)
        arguments = [pick.choice(VARIABLES * 3 + VALUES[:1]) for _ in range(width)]
        literals.append(atom(table, arguments))
        bound += [one for one in arguments if one in VARIABLES]
    if bound and pick.random() < 0.5:
        table, width = pick.choice(tables)
        literals.append('not ' + atom(table, [pick.choice(bound + VALUES[:3]) for _ in range(width)]))
    if bound and pick.random() < 0.4:
        literals.append(atom(pick.choice(COMPARED), [pick.choice(bound), pick.choice(bound + VALUES)]))
    if bound and pick.random() < 0.3:
        literals.append(atom(pick.choice(COMPUTED), [pick.choice(bound), pick.choice(bound + VALUES), 'w']))
        bound.append('w')
    pick.shuffle(literals)
    return literals, bound


def program(pick):
    tables = [('e%d' % number, pick.randint(1, 3)) for number in range(3)]
    lines = [atom(name, [pick.choice(VALUES) for _ in range(width)])
             for name, width in tables for _ in range(pick.randint(4, 9))]
    for number in range(pick.randint(1, 4)):
        width = pick.randint(1, 2)
        for _ in range(pick.randint(1, 2)):
            literals, bound = body_of(pick, tables)
            head = [pick.choice(bound or VALUES) for _ in range(width)]
            lines.append('%s :- %s' % (atom('t%d' % number, head), ', '.join(literals)))
        tables.append(('t%d' % number, width))
    name, width = tables[-1]
    asked = [pick.choice(['q', 'r', 'q', 'r', '1']) for _ in range(width)]
    return {'rules': ' '.join(lines), 'select': atom(name, asked)}


if __name__ == '__main__':
    pick = random.Random(7)
    with open(CASES, 'w') as file:
        for _ in range(PROGRAMS):
            file.write(json.dumps(program(pick)) + '\n')
