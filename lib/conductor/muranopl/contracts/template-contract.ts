import { copyDict, type DictValue, dictGet, isDict, withEntry, YaqlDict } from '@vetro/yaql';
import { objectOf } from '../objects/murano-object';
import { dump } from '../serialization/dump';
import { describeObject } from '../serialization/header';
import type { Waiting } from '../types/waiting';
import { requireType, type WantedClass } from './class-contract';
import { isPlaceholder } from './placeholder';
import type { ContractScope } from './scope';
import { shown, violation } from './violation';

/**
 * `template(T)`: a model of an object of the class, checked as one, and left as data. Nothing is made of it: no
 * `.init` runs. The properties in `excluded` may be missing, and are left out.
 */
export function templateContract(
  value: unknown,
  scope: ContractScope,
  wanted: WantedClass,
  excluded: readonly unknown[],
): unknown {
  if (value === null || isPlaceholder(value)) return value;
  const names = new Set(excluded.map(String));
  return scope.frame.execution.runtime.attempt(() => modelOf(value, scope, wanted, names));
}

function* modelOf(value: unknown, scope: ContractScope, wanted: WantedClass, excluded: ReadonlySet<string>): Waiting {
  const { execution } = scope.frame;
  const { callerType, frame } = scope;
  let object = objectOf(value);
  if (scope.isCheck && isDict(value)) {
    requireType(
      describeObject(value, { classes: execution.engine.classes, type: callerType }).type ?? wanted.standard,
      scope,
      wanted,
    );
    return value;
  }
  if (!object) {
    if (!isDict(value)) throw violation(`Value ${shown(value)} cannot be represented as class ${wanted.type.toText()}`);
    const options = {
      owner: undefined,
      standard: wanted.standard,
      callerType,
      caller: frame,
      isDryRun: true,
      excluded,
      outer: frame.loading,
    };
    object = yield* execution.loading(options).load(without(value, excluded));
  }
  requireType(object.type, scope, wanted);
  const model = yield* dump(execution, object, 'Mixed');
  return without(model as DictValue, excluded);
}

/** A model without the properties at dotted paths. */
function without(model: DictValue, paths: ReadonlySet<string>): DictValue {
  let result = model;
  for (const path of paths) result = withoutPath(result, path.split('.'));
  return result;
}

function withoutPath(model: DictValue, [name = '', ...rest]: readonly string[]): DictValue {
  const inner = dictGet(model, name);
  if (inner === undefined) return withoutInside(model, [name, ...rest]);
  const copy = copyDict(model);
  if (rest.length === 0) copy.delete(name);
  else if (isDict(inner)) copy.set(name, withoutPath(inner, rest));
  return copy;
}

/** In the notation `{<class>: {…}}` the properties are one level down. */
function withoutInside(model: DictValue, path: readonly string[]): DictValue {
  if (!(model instanceof YaqlDict)) return model;
  const entry = model.entries().find(([key]) => typeof key === 'object' && key !== null);
  if (!entry || !isDict(entry[1])) return model;
  return withEntry(model, entry[0], withoutPath(entry[1], path));
}
