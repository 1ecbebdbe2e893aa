"""Reads the MuranoPL programs: a header with the cases, `---`, and the classes as they are."""
import yaml

OPERATIONS = ('call', 'load', 'serialize', 'result', 'schema', 'gc', 'finalize', 'fixture')


def read(path):
    """The header of a program, with its classes under `classes`."""
    with open(path) as file:
        header, _, classes = file.read().partition('\n---\n')
    program = yaml.safe_load(header)
    program['classes'] = classes
    return program


def packages_of(program, runtime):
    """The packages of a program: the one that its classes stand in, and those of its header."""
    own = {'name': 'app', 'version': '0.0.0', 'classes': program['classes'],
           'requires': program.get('requires', {}), 'configs': program.get('configs', {})}
    return [dict({'requires': {}, 'configs': {}, 'version': '0.0.0', 'runtime': runtime}, **package)
            for package in [own] + program.get('packages', [])]


def steps_of(program, steps):
    """The steps of a case as they are carried out; the model of the header is loaded before them."""
    steps = [step_of(step) for step in steps]
    if steps[0]['op'] in ('load', 'schema', 'fixture'):
        return steps
    return [{'op': 'load', 'model': {'Objects': model_of(program)}}] + steps


def model_of(program):
    if 'model' in program:
        return program['model']
    for line in program['classes'].splitlines():
        if line.startswith('Name: '):
            return {'?': {'id': 'root', 'type': line[len('Name: '):].strip()}}


def step_of(step):
    if isinstance(step, str):
        return {'op': step} if step in OPERATIONS else {'op': 'call', 'method': step, 'args': []}
    op = next((name for name in OPERATIONS if name in step), None)
    if op is None:
        (method, args), = step.items()
        return {'op': 'call', 'method': method, 'args': args}
    names = {'call': 'method', 'load': 'model', 'result': 'step', 'schema': 'class', 'fixture': 'class'}
    rest = {key: value for key, value in step.items() if key != op}
    if op in names:
        rest[names[op]] = step[op]
    if op == 'load' and 'Objects' not in step['load']:
        rest['model'] = {'Objects': step['load']}
    return dict(rest, op=op)
