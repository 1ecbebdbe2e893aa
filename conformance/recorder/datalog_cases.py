"""Records what OpenStack Congress answers to the Datalog cases, in their files.

usage: CONGRESS_DIR=... /usr/bin/python3 conformance/recorder/datalog_cases.py [packages/datalog/corpus/cases/FILE.jsonl ...]

A new case is a line without an answer; packages/datalog/corpus/cases.ts says what its fields are. Where we differ on purpose,
"ours" is the answer that we give and "why" the reason.
"""
import json
import os
import re
import sys

import congress_engine as congress

HERE = os.path.dirname(os.path.abspath(__file__))
CASES = os.path.join(HERE, '../../packages/datalog/corpus/cases')
ASKED = ('policies', 'rules', 'select', 'insert', 'delete', 'simulate', 'parse', 'ours', 'why')
MAIN = 'main'
# What a refusal means, by Congress's own words.
KINDS = (
    (r'^(Lex|Parse) failure', 'syntax'),
    (r'invalid literal for int|could not convert string to float', 'bad_number'),
    (r'Could not reorder', 'body_safety'),
    (r'found in head but not in body', 'head_safety'),
    (r'Rules are recursive', 'recursion'),
    (r'contained \d+ arguments but', 'arity'),
    (r'Fact not ground', 'fact_not_ground'),
    (r'should not reference any policy', 'policy_in_head'),
    (r'Modals not allowed in the rule body', 'modal_in_body'),
    (r'Only \'execute\' modal is allowed|Only .* modal', 'modal_not_permitted'),
    (r'multiple heads|May not have multiple rule heads', 'modal_multi_head'),
    (r'Conflict with built-in', 'builtin_conflict'),
    (r'Non-formula', 'non_formula'),
    (r'non-action, non-update', 'sequence_non_action'),
    (r'uses unknown table', 'unknown_table'),
    (r'positional parameter after a reference', 'column_reference'),
    (r'column (name|index|number)|uses column references|references (position|column)', 'column_reference'),
)


def kinds_of(words):
    found = sorted({kind for pattern, kind in KINDS if re.search(pattern, words)})
    if not found:
        raise ValueError('no kind for ' + words)
    return found[0] if len(found) == 1 else found


class Refused(Exception):
    """What Congress answers without raising."""


def permitted(answer):
    allowed, errors = answer
    if not allowed:
        raise Refused('\n'.join(str(one) for one in errors))


def world_of(case):
    runtime = congress.Runtime()
    policies = {**case.get('policies', {}), MAIN: {'rules': case.get('rules', '')}}
    for name, policy in policies.items():
        runtime.create_policy(name, kind=policy.get('kind', 'nonrecursive'))
        if 'schema' in policy:
            runtime.set_schema(name, policy['schema'], complete=policy.get('complete', False))
    for name, policy in policies.items():
        if policy.get('rules'):
            permitted(runtime.insert(policy['rules'], name))
    return runtime


def printed(formulas):
    return sorted({str(one) for one in formulas})


def answer_of(case):
    if 'parse' in case:
        return {'statements': [str(one) for one in congress.compiler.parse(case['parse'], use_modules=False)]}
    runtime = world_of(case)
    if 'select' in case:
        (query,) = runtime.parse(case['select'])
        return {'answers': printed(runtime._select_obj(query, runtime.get_target(MAIN), False))}
    if 'simulate' in case:
        asked = case['simulate']
        return {'answers': sorted(runtime.simulate(asked['question'], MAIN, asked['sequence'], asked['action'],
                                                   delta=asked.get('delta', False), as_list=True))}
    change = 'insert' if 'insert' in case else 'delete'
    permitted(getattr(runtime, change)(case[change], MAIN))
    return {'ok': True}


def recorded(case):
    try:
        return answer_of(case)
    except (congress.exception.CongressException, congress.exception.PolicyException, Refused, ValueError) as error:
        return {'error': kinds_of(str(error))}


def record(path):
    with open(path) as file:
        asked = [{key: value for key, value in json.loads(line).items() if key in ASKED} for line in file if line.strip()]
    with open(path, 'w') as file:
        for case in asked:
            file.write(json.dumps({**case, **recorded(case)}, ensure_ascii=False) + '\n')


if __name__ == '__main__':
    for path in sys.argv[1:] or [os.path.join(CASES, name) for name in sorted(os.listdir(CASES))]:
        record(path)
