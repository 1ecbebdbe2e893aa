"""Reads plans of version 2 as Debian's murano-agent does, and carries nothing out. Takes a list of plans in JSON, answers with
the list of what is wrong with each: null where it is accepted, with its body, its scripts and all its files."""
import json
import sys
import tempfile

from muranoagent.common import config

storage = tempfile.mkdtemp()
config.CONF([], project='muranoagent')
config.CONF.set_override('storage', storage)

from muranoagent import execution_plan_queue, execution_plan_runner, validation  # noqa: E402
from muranoagent.executors import application  # noqa: E402,F401


def read(plan):
    queue = execution_plan_queue.ExecutionPlanQueue()
    queue.put_execution_plan(json.dumps(plan), None, plan.get('ID'), None)
    taken = queue.get_execution_plan()
    if taken is None:
        raise ValueError('the agent has dropped the plan')
    queue.remove(taken['_timestamp'])
    validation.validate_plan(taken)
    with execution_plan_runner.ExecutionPlanRunner(taken) as runner:
        compile(runner._main_script, 'plan', 'exec')
        for script in runner._script_funcs.values():
            script._prepare_files()


def problem(plan):
    try:
        read(plan)
    except Exception as error:
        return f'{type(error).__name__}: {error}'


print(json.dumps([problem(plan) for plan in json.load(sys.stdin)]))
