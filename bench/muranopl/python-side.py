"""The same rows on Murano's own engine (python3-murano); prints {name, statements_per_s} of one row as JSON.

The core library is ours, for both sides: the workloads use no more of it than io.murano.Object. usage: python-side.py ROW
"""
import json
import logging
import os
import sys
import time

import eventlet

eventlet.monkey_patch()

HERE = os.path.dirname(os.path.abspath(__file__))
from murano.common import config  # noqa: E402,F401
from oslo_config import cfg  # noqa: E402

# The limit is read when murano.dsl is imported.
cfg.CONF(args=[], project='murano', default_config_files=[])
cfg.CONF.set_override('dsl_iterators_limit', 10000000, 'murano')
cfg.CONF.set_override(
    'load_packages_from',
    [os.path.join(HERE, '../../lib/conductor/muranopl/library'), os.path.join(HERE, 'packages')], 'engine')
logging.disable(logging.CRITICAL)

from murano.common import engine  # noqa: E402
from murano.dsl import context_manager, executor, helpers  # noqa: E402
from murano.engine import execution_session, package_loader  # noqa: E402
from murano.engine.system import yaql_functions  # noqa: E402


class Contexts(context_manager.ContextManager):
    def create_root_context(self, runtime_version):
        root = super(Contexts, self).create_root_context(runtime_version)
        return helpers.link_contexts(root, yaql_functions.get_context(runtime_version))


def main():
    with open(os.path.join(HERE, 'workloads.json')) as file:
        spec = json.load(file)
    session = execution_session.ExecutionSession()
    session.token, session.project_id = 'x', 'x'
    with package_loader.CombinedPackageLoader(session) as loader:
        engine.get_plugin_loader().register_in_loader(loader)
        package = loader.load_package(os.path.basename(spec['package']), helpers.parse_version_spec('*'))
        cls = package.find_class(spec['class'], False)
        run = executor.MuranoDslExecutor(loader, Contexts(), session)
        model = {'?': {'id': 'bench', 'type': spec['class']}}
        target = run.object_store.load(model, None, default_type=cls)
        with helpers.with_object_store(run.object_store):
            row = next(row for row in spec['workloads'] if row['name'] == sys.argv[1])
            method = row.get('method', row['name'])
            run.run(cls, method, target, (min(row['n'], 50),), {})
            best = None
            for _ in range(row.get('rounds', 3)):
                before = time.process_time()
                run.run(cls, method, target, (row['n'],), {})
                used = time.process_time() - before
                best = used if best is None else min(best, used)
    statements = row['n'] * row['perIteration']
    print(json.dumps({'name': row['name'], 'statements_per_s': statements / best}), flush=True)
    os._exit(0)


main()
