"""Records what Murano's own engine answers to the MuranoPL programs (Debian: python3-murano 14.0.0).

usage: /usr/bin/python3 conformance/recorder/muranopl_cases.py [conformance/muranopl/programs/NAME.yaml ...]

Answers go to conformance/muranopl/answers/NAME.jsonl, one case a line: its runtime and the answers of its steps. Each
program is recorded by two processes with other hash seeds. The class files of the core library are ours.
"""
import json
import logging
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAMS = os.path.join(HERE, '../muranopl/programs')
LIBRARY = os.path.join(HERE, '../../lib/conductor/muranopl/library')


def settings():
    from oslo_config import cfg
    from murano.common import config  # noqa: F401
    # The limit is read when murano.dsl is imported.
    cfg.CONF(args=[], project='murano', default_config_files=[])
    cfg.CONF.set_override('dsl_iterators_limit', 2000, 'murano')
    logging.disable(logging.CRITICAL)


def answer_all(path):
    import eventlet
    eventlet.monkey_patch()
    settings()
    import engine
    import programs
    program = programs.read(path)
    made = []
    for runtime in program.get('runtime', ['1.4']):
        packages = programs.packages_of(program, runtime)
        for name, steps in program['cases'].items():
            loader = engine.Loader(packages, LIBRARY, program.get('core', '1.0'))
            run = engine.Run(loader, program.get('host', {}))
            made.append({'case': name, 'runtime': runtime,
                         'answers': [run.step(step) for step in programs.steps_of(program, steps)]})
    return made


def record(path):
    import values
    runs = []
    for seed in ('1', '2'):
        environment = dict(os.environ, PYTHONHASHSEED=seed, TZ='UTC')
        done = subprocess.run([sys.executable, __file__, '--answer', path], env=environment, check=True,
                              stdout=subprocess.PIPE)
        runs.append(json.loads(done.stdout))
    name = os.path.basename(path).replace('.yaml', '.jsonl')
    out_path = os.path.join(HERE, '../muranopl/answers', name)
    with open(out_path, 'w') as out:
        for first, second in zip(*runs):
            try:
                line = values.settle(first, second)
            except ValueError as error:
                sys.exit('%s: %s: %s' % (path, first['case'], error))
            out.write(json.dumps(line, ensure_ascii=False) + '\n')
    print('%s: %d cases' % (name, len(runs[0])))


def main(paths):
    sys.path.insert(0, HERE)
    if paths[:1] == ['--answer']:
        made = answer_all(paths[1])
        with os.fdopen(os.dup(1), 'w') as out:
            json.dump(made, out)
        os._exit(0)
    for path in paths or sorted(os.path.join(PROGRAMS, name) for name in os.listdir(PROGRAMS)):
        record(path)


main(sys.argv[1:])
