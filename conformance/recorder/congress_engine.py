"""The policy engine of OpenStack Congress, out of its source, without the services around it.

CONGRESS_DIR names a checkout of github.com/openstack/congress; Debian has what the engine needs besides (python3-six,
python3-oslo.config, python3-oslo.log, python3-oslo.utils, python3-netaddr, python3-dateutil).
"""
import collections
import collections.abc
import os
import sys
import types

# Congress asks pbr for its version, and an archive of its source has none.
os.environ['PBR_VERSION'] = '10.0.0'
sys.path.insert(0, os.environ['CONGRESS_DIR'])

# Names that Python 3.10 has taken out of collections.
for name in ('Callable', 'Iterable', 'Mapping', 'MutableMapping', 'MutableSet', 'Sequence', 'Set'):
    setattr(collections, name, getattr(collections.abc, name))


class Unused(types.ModuleType):
    """A module of the services: its classes are only derived from."""
    __path__ = []

    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        return type(name, (), {})


for name in ('congress.db', 'congress.db.api', 'congress.db.db_policy_rules', 'congress.dse2',
             'congress.dse2.data_service', 'congress.synchronizer', 'congress.synchronizer.policy_rule_synchronizer',
             'eventlet', 'oslo_concurrency',
             'oslo_concurrency.lockutils', 'oslo_messaging', 'oslo_messaging.exceptions'):
    sys.modules[name] = Unused(name)
    parent, _, child = name.rpartition('.')
    if parent in sys.modules:
        setattr(sys.modules[parent], child, sys.modules[name])
sys.modules['oslo_concurrency.lockutils'].synchronized = lambda *_, **__: lambda function: function

from congress import exception  # noqa: E402
from congress.datalog import compile as compiler  # noqa: E402
from congress.policy_engines.agnostic import Runtime  # noqa: E402

__all__ = ['Runtime', 'compiler', 'exception']
