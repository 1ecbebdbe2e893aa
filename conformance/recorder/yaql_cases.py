"""Records what the Python library answers to the YAQL cases (Debian: python3-yaql 2.0.0), in their files.

usage: /usr/bin/python3 conformance/recorder/yaql_cases.py [packages/yaql/corpus/cases/FILE.jsonl ...]

A new case is a line {"expression": ..., "data": ..., "profile": ...} without an answer; "on" names data of data.json.
Where we differ on purpose, "ours" is the answer that we give ({"result": ...} or {"error": ...}) and "why" the reason. Each file is recorded by two
processes with other hash seeds, so that an order which is no promise is told from one that is.
"""
import json
import os
import subprocess
import sys

import values

HERE = os.path.dirname(os.path.abspath(__file__))
CASES = os.path.join(HERE, '../../packages/yaql/corpus/cases')
ASKED = ('expression', 'on', 'data', 'profile', 'vars', 'ours', 'why')
with open(os.path.join(HERE, '../../packages/yaql/corpus/profiles.json')) as file:
    PROFILES = json.load(file)
with open(os.path.join(HERE, '../../packages/yaql/corpus/data.json')) as file:
    DATA = json.load(file)


def engine_of(options):
    import yaql
    from yaql import legacy
    from yaql.language import factory
    made = {
        'yaql.' + name: options[name]
        for name in ('limitIterators', 'memoryQuota', 'convertInputData', 'convertOutputData', 'convertTuplesToLists',
                     'convertSetsToLists', 'iterableDicts') if name in options}
    delegates = options.get('delegates', False)
    if options.get('legacyParser'):
        builder = legacy.YaqlFactory(allow_delegates=delegates)
    else:
        builder = yaql.YaqlFactory(allow_delegates=delegates)
    if options.get('dialect') == 'muranopl':
        builder.insert_operator('>', True, 'is', factory.OperatorType.BINARY_LEFT_ASSOCIATIVE, False)
        builder.insert_operator(None, True, ':', factory.OperatorType.BINARY_LEFT_ASSOCIATIVE, True)
        builder.insert_operator(':', True, ':', factory.OperatorType.PREFIX_UNARY, False)
        builder.operators.insert(0, ())
    create = legacy.create_context if options.get('legacyFunctions') else yaql.create_context
    context = create(delegates=delegates, **options.get('context', {}))
    return builder.create(options=made), context


def tree_of(node):
    """The syntax tree as packages/yaql/corpus/tree.ts writes ours."""
    from yaql.language import expressions, utils
    if isinstance(node, expressions.KeywordConstant):
        return ['kw', node.value]
    if isinstance(node, expressions.Constant):
        return ['const', values.write(node.value)]
    if isinstance(node, expressions.GetContextValue):
        return ['var', node.path.value]
    if isinstance(node, expressions.Wrap):
        return tree_of(node.expr)
    if isinstance(node, expressions.MappingRuleExpression):
        return ['rule', tree_of(node.source), tree_of(node.destination)]
    if isinstance(node, expressions.BinaryOperator):
        return ['bin', node.operator] + [tree_of(one) for one in node.args]
    if isinstance(node, expressions.UnaryOperator):
        return ['un', node.operator] + [tree_of(one) for one in node.args]
    if node is utils.NO_VALUE:
        return ['skip']
    kinds = {'#list': ['list'], '#map': ['map'], '#indexer': ['index']}
    return kinds.get(node.name, ['call', node.name]) + [tree_of(one) for one in node.args]


def answer(case, made):
    options = PROFILES[case.get('profile', 'modern')]
    key = case.get('profile', 'modern')
    if key not in made:
        made[key] = engine_of(options)
    engine, root = made[key]
    context = root.create_child_context()
    try:
        parsed = engine(case['expression'])
        if options.get('mode') == 'parse':
            return {'result': tree_of(parsed.expression)}
        for name, value in case.get('vars', {}).items():
            context[name] = values.read(value)
        result = parsed.evaluate(data=values.read(DATA[case['on']] if 'on' in case else case.get('data')), context=context)
        return {'result': values.write(result)}
    except Exception as error:  # any class may be the answer
        return {'error': type(error).__name__}


def answer_all(path):
    made = {}
    with open(path) as lines:
        return [answer(json.loads(line), made) for line in lines if line.strip()]


def record(path):
    runs = []
    for seed in ('1', '2'):
        environment = dict(os.environ, PYTHONHASHSEED=seed, TZ='UTC')
        done = subprocess.run([sys.executable, __file__, '--answer', path], env=environment, check=True,
                              stdout=subprocess.PIPE)
        runs.append(json.loads(done.stdout))
    with open(path) as lines:
        cases = [json.loads(line) for line in lines if line.strip()]
    with open(path, 'w') as out:
        for case, first, second in zip(cases, *runs):
            asked = {name: case[name] for name in ASKED if name in case}
            try:
                asked.update(values.settle(first, second))
            except ValueError as error:
                sys.exit('%s: %s: %s' % (path, case['expression'], error))
            out.write(json.dumps(asked, ensure_ascii=False) + '\n')
    print('%s: %d cases' % (os.path.basename(path), len(cases)))


def main(paths):
    if paths[:1] == ['--answer']:
        json.dump(answer_all(paths[1]), sys.stdout)
        return
    for path in paths or sorted(os.path.join(CASES, name) for name in os.listdir(CASES)):
        record(path)


main(sys.argv[1:])
