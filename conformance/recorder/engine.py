"""Murano's engine around one program: packages from texts, and the steps of its cases."""
import os

import eventlet
import yaml
from murano.dsl import dsl
from murano.dsl import dsl_exception
from murano.dsl import dsl_types
from murano.dsl import exceptions
from murano.dsl import executor
from murano.dsl import helpers
from murano.dsl import murano_method
from murano.dsl import murano_package
from murano.dsl import namespace_resolver
from murano.dsl import package_loader
from murano.dsl import schema_generator
from murano.dsl import serializer
from murano.dsl import yaql_integration
from murano.engine import execution_session
from murano.engine import mock_context_manager
from murano.engine import yaql_yaml_loader
from murano.engine.system import system_objects
import semantic_version

import values

RUNS = {'made': 0}
is_action = murano_method.MuranoMethod.is_action.fget
murano_method.MuranoMethod.is_action = property(
    lambda method: is_action(method) or method.name.startswith('test') or method.name in ('setUp', 'tearDown'))


def generate_id():
    RUNS['made'] += 1
    return 'GENID%05d' % RUNS['made']


helpers.generate_id = generate_id


@helpers.memoize
def read(text, file_id, runtime):
    return yaql_yaml_loader.get_loader(runtime)(text, file_id)


class Package(murano_package.MuranoPackage):
    def __init__(self, loader, name, version, runtime, requires, configs):
        self.configs = configs
        super(Package, self).__init__(loader, name, version, runtime, requires)

    def get_class_config(self, name):
        return self.configs.get(name, {})

    def get_resource(self, name):
        raise KeyError(name)

    def add(self, text, file_id, runtime):
        documents = read(text, file_id, runtime)
        last = {}
        for document in documents:
            last = document.get('Namespaces', last.copy())
            if 'Name' in document:
                name = namespace_resolver.NamespaceResolver(last).resolve_name(document['Name'])
                self.register_class(documents, name)


class Loader(package_loader.MuranoPackageLoader):
    """The packages of a program and the core library, found by name and version."""

    def __init__(self, written, library, core_runtime):
        self.packages = []
        core = Package(self, 'io.murano', '0.0.0', core_runtime, {}, {})
        system_objects.register(core)
        self.packages.append(core)
        self.add_folder(core, os.path.join(library, 'io.murano'), core_runtime)
        for one in written:
            package = Package(self, one['name'], one['version'], one['runtime'], one['requires'], one['configs'])
            package.add(one['classes'], one['name'] + '.yaml', one['runtime'])
            self.packages.append(package)

    def add_folder(self, package, folder, runtime):
        with open(os.path.join(folder, 'manifest.yaml')) as file:
            files = yaml.safe_load(file)['Classes'].values()
        for name in sorted(set(files)):
            with open(os.path.join(folder, 'Classes', name)) as file:
                package.add(file.read(), name, runtime)

    def best(self, matching, missing):
        if not matching:
            raise missing
        return max(matching, key=lambda package: package.version)

    def load_package(self, package_name, version_spec):
        return self.best([package for package in self.packages
                          if package.name == package_name and package.version in version_spec],
                         exceptions.NoPackageFound(package_name))

    def load_class_package(self, class_name, version_spec):
        return self.best([package for package in self.packages
                          if class_name in package.classes and package.version in version_spec],
                         exceptions.NoPackageForClassFound(class_name))

    def register_package(self, package):
        self.packages.append(package)

    def export_fixation_table(self):
        return {}

    def import_fixation_table(self, fixations):
        pass

    def compact_fixation_table(self):
        pass


class Contexts(mock_context_manager.MockContextManager):
    """The contexts of a test run, with the functions of the host."""

    def __init__(self, functions):
        super(Contexts, self).__init__()
        self.functions = functions

    def create_root_context(self, runtime_version):
        context = super(Contexts, self).create_root_context(runtime_version).create_child_context()
        for name, function in self.functions.items():
            context.register_function(function, name)
        return context


def other(value):
    """Values of MuranoPL, as conformance/muranopl/values.ts writes ours."""
    if isinstance(value, (dsl.MuranoObjectInterface, dsl_types.MuranoObject)):
        obj = value.object if isinstance(value, dsl.MuranoObjectInterface) else value
        return {'$object': {'id': obj.object_id, 'type': obj.type.name}}
    if isinstance(value, dsl_types.MuranoTypeReference):
        return {'$type': value.type.name}
    if isinstance(value, dsl_types.MuranoType):
        return {'$type': value.name}
    if isinstance(value, semantic_version.Version):
        return {'$version': str(value)}
    return {'$opaque': True}


def write(value):
    return values.write(value, other)


class Run(object):
    """The steps of one case, in order; what a step answered is at hand for the next ones."""

    def __init__(self, loader, host):
        self.loader = loader
        self.trace = []
        self.results = []
        self.executor = None
        self.root = None
        functions = {name: self.host_function(what or {}) for name, what in host.items()}
        functions['trace'] = lambda value: self.trace.append(write(value))
        self.contexts = Contexts(functions)

    def host_function(self, what):
        def function():
            if 'trace' in what:
                self.trace.append(what['trace'])
            if 'raise' in what:
                raise type(str(what['raise']['class']), (Exception,), {'__module__': 'builtins'})(
                    what['raise']['message'])
            if what.get('yield'):
                eventlet.sleep()
        return function

    def step(self, step):
        self.trace = []
        try:
            result = getattr(self, 'do_' + step['op'])(step)
            answer = {'result': None if step['op'] in ('load', 'gc', 'finalize', 'fixture') else write(result)}
        except Exception as error:  # any class may be the answer
            result = None
            answer = {'error': self.told(error)}
        self.results.append(result)
        if self.trace:
            answer['trace'] = self.trace
        return answer

    @staticmethod
    def told(error):
        if isinstance(error, dsl_exception.MuranoPlException):
            original = getattr(error, 'original_exception', None)
            if original is None or isinstance(original, dsl_exception.MuranoPlException):
                return {'class': 'MuranoPlException', 'names': error.names, 'message': error.message}
            error = original
        return {'class': type(error).__name__}

    def do_load(self, step):
        self.executor = executor.MuranoDslExecutor(self.loader, self.contexts, execution_session.ExecutionSession())
        self.root = None
        loaded = self.executor.load(step['model'])
        self.root = loaded.object if loaded else None
        if 'ObjectsCopy' in step['model']:
            self.executor.object_store.cleanup()

    def do_call(self, step):
        on = step.get('receiver')
        if on is None:
            receiver = self.root
        elif isinstance(on, dict):
            receiver = self.loader.load_class_package(
                on['class'], helpers.parse_version_spec(None)).find_class(on['class'], False)
        else:
            receiver = self.executor.object_store.get(on)
        kind = receiver if isinstance(receiver, dsl_types.MuranoType) else receiver.type
        engine = yaql_integration.choose_yaql_engine(kind.package.runtime_version)
        args = tuple(self.argument(value) for value in step.get('args', []))
        kwargs = {name: self.argument(value) for name, value in step.get('kwargs', {}).items()}
        with helpers.with_object_store(self.executor.object_store):
            return dsl.to_mutable(kind.invoke(step['method'], receiver, args, kwargs), engine)

    def argument(self, value):
        if isinstance(value, list):
            return [self.argument(item) for item in value]
        if isinstance(value, dict):
            if '$result' in value:
                return self.results[value['$result']]
            if '$object' in value:
                return self.executor.object_store.get(value['$object'])
            if any(str(key).startswith('$') for key in value):
                return values.read(value)
            return {key: self.argument(item) for key, item in value.items()}
        return value

    def do_serialize(self, step):
        return serializer.serialize_model(self.root, self.executor)

    def do_result(self, step):
        return serializer.serialize(self.results[step['step']], self.executor, allow_refs=step.get('allowRefs', False))

    def do_schema(self, step):
        schema = schema_generator.generate_schema(self.loader, self.contexts, step['class'])
        for key in step.get('select', []):
            schema = schema[key]
        return schema

    def do_gc(self, step):
        self.executor.object_store.cleanup()

    def do_finalize(self, step):
        self.executor.finalize(self.root)

    def do_fixture(self, step):
        self.do_load({'model': {'Objects': {'?': {'id': 'fixture', 'type': step['class']}}}})
        for method in ('setUp', step['method'], 'tearDown'):
            self.executor.run(self.root.type, method, self.root, (), {})
