import { fromPlain } from '@vetro/yaql';
import { contractOf } from '../contracts/contract';
import { DslError, isDslError } from '../errors';
import { evaluationOf } from '../execution/compile-template';
import { evaluate, Pending } from '../execution/evaluation';
import type { Execution, ModelLoading } from '../execution/execution';
import { Frame } from '../execution/frame';
import { freeze } from '../execution/freeze';
import { noteTrace, traceOf } from '../execution/stack-trace';
import type { MuranoObject } from '../objects/murano-object';
import type { Template } from '../source/value';
import { written } from '../syntax/written';
import type { MuranoProperty, MuranoType } from '../types/murano-type';
import type { Waiting } from '../types/waiting';

/**
 * Gives an object of a model its properties, and tells which `.init` methods are to run: those of base classes
 * first, once for each way that leads to them. A default that reads a property without a value yet is tried
 * again when others have theirs. `real` is the object that owns what is made on the way.
 *
 * @throws CircularExpressionDependenciesError when defaults wait for one another
 */
export function* setProperties(
  loading: ModelLoading,
  object: MuranoObject,
  real: MuranoObject,
  given: ReadonlyMap<string, unknown>,
  addInit: (init: () => Waiting) => void,
): Generator<unknown, void, unknown> {
  let open = propertiesToSet(object.type);
  while (open.length > 0) {
    const waiting: MuranoProperty[] = [];
    for (const property of open) {
      if (loading.options.excluded?.has(property.name) && real === loading.rootObject) continue;
      try {
        yield* setProperty(loading, object, real, property, given.get(property.name));
      } catch (error) {
        noteDefault(error, loading, object, property, given.get(property.name));
        if (isDslError(error) && error.kind === 'UninitializedPropertyAccessError') waiting.push(property);
        else if (!isRefusedRuntimeDefault(error, property)) throw error;
      }
    }
    if (waiting.length === open.length) {
      const names = waiting.map(({ name }) => name).join(', ');
      throw new DslError(
        'CircularExpressionDependenciesError',
        `The defaults of ${names} of ${object.type.name} wait for one another.`,
      );
    }
    open = waiting;
  }
  addInits(loading, object, object.type, given, addInit);
}

/** Notes the place of a default that failed, where what failed was not in a method that it called. */
function noteDefault(
  error: unknown,
  { execution, options }: ModelLoading,
  object: MuranoObject,
  property: MuranoProperty,
  given: unknown,
): void {
  const standard = property.declaration.default;
  const isGiven = property.isFromModel && given !== undefined;
  if (!standard || isGiven || configOf(execution, property) !== undefined || traceOf(error).length > 0) return;
  const text = `Default of ${property.type.name}.${property.name}: ${written(standard)}`;
  const frame = new Frame(execution, property.type, object, undefined, options.caller);
  frame.at = { kind: 'template', value: standard, place: standard.place, text };
  noteTrace(error, frame);
}

/** Each property once, as the nearest class declares it; those that a model does not fill are left out. */
function propertiesToSet(type: MuranoType): readonly MuranoProperty[] {
  const properties: MuranoProperty[] = [];
  for (const name of type.propertyNames) {
    const property = type.property(name);
    if (!property) continue;
    const { usage, default: standard } = property.declaration;
    if (usage === 'Static' || (usage === 'Runtime' && !standard)) continue;
    properties.push(property);
  }
  return properties;
}

function isRefusedRuntimeDefault(error: unknown, property: MuranoProperty): boolean {
  return isDslError(error) && error.kind === 'ContractViolationException' && property.declaration.usage === 'Runtime';
}

function* setProperty(
  loading: ModelLoading,
  object: MuranoObject,
  real: MuranoObject,
  property: MuranoProperty,
  given: unknown,
): Generator<unknown, void, unknown> {
  const { execution, options } = loading;
  const { declaration } = property;
  const contract = contractOf(declaration);
  const owner = () => `${property.type.name}.${property.name}`;
  const configured = configOf(execution, property);
  const fromModel = property.isFromModel ? given : undefined;
  const isGiven = fromModel !== undefined;
  if (contract.quick && (isGiven || (configured === undefined && isConstant(declaration.default)))) {
    const standard = declaration.default;
    const start = isGiven
      ? frozen(loading, fromModel)
      : standard
        ? evaluationOf(standard).run(execution.hostContext)
        : null;
    object.values.set(property.name, check(object, property, contract.quick(start, owner), loading));
    return;
  }
  loading.isOpen = true;
  const frame = new Frame(execution, property.type, object, undefined, options.caller, { writesAnything: true });
  frame.loading = loading;
  const evaluation = {
    calls: true,
    run: () => {
      let start = isGiven ? frozen(loading, fromModel) : configured;
      if (start === undefined)
        start = declaration.default ? evaluationOf(declaration.default).run(frame.context) : null;
      const scope = { frame, owner: real, callerType: isGiven ? options.callerType : property.type };
      return contract.transform(start, scope, owner);
    },
  };
  let value = evaluate(execution, evaluation, frame.context);
  if (value instanceof Pending) value = yield* value.finish();
  object.values.set(property.name, check(object, property, value, loading));
}

/** Whether a default is the same for every object: nothing in it is evaluated. */
function isConstant(template: Template | undefined): boolean {
  return template === undefined || template.kind === 'constant';
}

function frozen(loading: ModelLoading, value: unknown): unknown {
  return freeze(fromPlain(value), loading.execution.hostContext);
}

/** A value must meet the contracts of every class that declares the property. */
function check(object: MuranoObject, property: MuranoProperty, value: unknown, loading: ModelLoading): unknown {
  for (const other of object.type.propertyDeclarations(property.name)) {
    if (other === property) continue;
    const contract = contractOf(other.declaration);
    const owner = () => `${other.type.name}.${other.name}`;
    if (contract.quick) contract.quick(value, owner, true);
    else {
      const frame = new Frame(loading.execution, other.type, object, undefined, loading.options.caller, {
        writesAnything: true,
      });
      frame.loading = loading;
      contract.transform(value, { frame, owner: object, callerType: loading.options.callerType, isCheck: true }, owner);
    }
  }
  return value;
}

/** What the operator configured for the property of an object: under the name of the class that declares it. */
function configOf({ classConfigs }: Execution, { type, name }: MuranoProperty): unknown {
  const config = Object.hasOwn(classConfigs, type.name) ? classConfigs[type.name] : undefined;
  return config && Object.hasOwn(config, name) ? fromPlain(config[name]) : undefined;
}

function addInits(
  loading: ModelLoading,
  object: MuranoObject,
  type: MuranoType,
  given: ReadonlyMap<string, unknown>,
  addInit: (init: () => Waiting) => void,
): void {
  for (const parent of type.parents) addInits(loading, object, parent, given, addInit);
  const method = type.declaredMethod('.init');
  if (!method) return;
  const args = method.arguments.map((argument) => given.get(argument.name));
  addInit(loading.init(object, type, args));
}
