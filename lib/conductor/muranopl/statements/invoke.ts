import { type Context, YaqlError } from '@vetro/yaql';
import { contractOf } from '../contracts/contract';
import { DslError, isDslError, isStackOverflow, tooDeep } from '../errors';
import { evaluationOf } from '../execution/compile-template';
import { evaluate, Pending } from '../execution/evaluation';
import type { Call, Execution } from '../execution/execution';
import { Frame } from '../execution/frame';
import { freeze } from '../execution/freeze';
import { noteTrace } from '../execution/stack-trace';
import { MuranoObject, ObjectView } from '../objects/murano-object';
import { TypeReference } from '../objects/type-reference';
import type { MuranoArgument } from '../types/murano-type';
import type { NativeMethod } from '../types/native';
import { isWaiting, type Waiting } from '../types/waiting';
import { programOf } from './compile-program';
import { lockKeys } from './method-locks';
import { runBlock } from './steps';

/**
 * Runs a method to its end. Answers what it returns, null when it returns nothing.
 *
 * @throws DslError ObjectDestroyedError; what the method throws, with its frame
 */
export function* invoke(execution: Execution, call: Call): Waiting {
  const { method, caller } = call;
  const receiver = call.receiver instanceof ObjectView ? call.receiver.object : call.receiver;
  if (receiver instanceof MuranoObject && receiver.life === 'destroyed') {
    throw new DslError('ObjectDestroyedError', `${receiver.toText()} is destroyed: its methods cannot be called.`);
  }
  const self = method.isStatic ? TypeReference.to(method.type) : receiver;
  const { writesAnything } = call;
  const frame = new Frame(
    execution,
    method.type,
    self,
    method,
    caller,
    writesAnything === undefined ? {} : { writesAnything },
  );
  execution.frames.add(frame);
  let leave: (() => void) | undefined;
  try {
    const values = yield* readArguments(frame, call);
    for (const [at, argument] of method.arguments.entries()) frame.context.set(`$${argument.name}`, values[at]);
    if (execution.fiber.parent) {
      const lock = yield* lockKeys(execution, frame, values);
      if (lock) leave = yield* execution.locks.enter(lock.subject, lock.key, execution.fiber);
    }
    if (method.native) return yield* runNative(method.native, frame, values);
    const completion = yield* runBlock(programOf(method), frame);
    if (completion === 'break' || completion === 'continue') throw misplaced(completion);
    return frame.result;
  } catch (error) {
    throw atFrame(error, frame);
  } finally {
    leave?.();
    execution.frames.delete(frame);
  }
}

/** The error as the program sees it: with its trace, and an overflow of the machine's stack as the limit it is. */
function atFrame(error: unknown, frame: Frame): unknown {
  const raised = isStackOverflow(error) ? tooDeep() : error;
  noteTrace(raised, frame);
  return raised;
}

function misplaced(completion: 'break' | 'continue'): DslError {
  const what = completion === 'break' ? 'Break' : 'Continue';
  return new DslError('DslInvalidOperationError', `${what} cannot be used on method level`);
}

/** Runs the contracts of all arguments, and answers the values in order: none of them sees the others. */
function* readArguments(frame: Frame, call: Call): Generator<unknown, unknown[], unknown> {
  const { execution, method } = frame;
  const values: unknown[] = [];
  const declared = method?.arguments ?? [];
  for (let at = 0; at < declared.length; at++) {
    const argument = declared[at] as MuranoArgument;
    const given = frozen(call.args[at], frame);
    const contract = contractOf(argument.declaration);
    let value: unknown;
    if (method?.native) value = nativeArgument(argument, given, frame, call);
    else if (isUnasked(given, call)) value = null;
    else if (contract.quick && given !== undefined && argument.declaration.usage === 'Standard') {
      value = contract.quick(given, () => pathOf(argument));
    } else {
      const run = () =>
        transformArgument(argument, given === undefined ? defaultOf(argument, frame, call) : given, frame, call);
      value = evaluate(execution, { calls: true, run }, frame.context);
      if (value instanceof Pending) value = yield* value.finish();
    }
    values.push(value);
  }
  return values;
}

/** An argument of a native method: what does not fit makes the call one that is not allowed. */
function nativeArgument(argument: MuranoArgument, given: unknown, frame: Frame, call: Call): unknown {
  const { usage, default: standard, contract } = argument.declaration;
  const refused = () => new YaqlError('ArgumentException', `Invalid argument ${argument.name}`);
  if (given === undefined && usage === 'Standard' && !standard) throw refused();
  const value = given === undefined ? defaultOf(argument, frame, call) : given;
  if (!contract) return value;
  try {
    return transformArgument(argument, value, frame, call);
  } catch (error) {
    throw isDslError(error) && error.kind === 'ContractViolationException' ? refused() : error;
  }
}

/** The original never asks the contract about a null that code of MuranoPL gives. */
function isUnasked(given: unknown, call: Call): boolean {
  return given === null && call.caller?.type !== undefined;
}

function frozen(value: unknown, frame: Frame): unknown {
  return typeof value === 'object' && value !== null ? freeze(value, frame.context) : value;
}

function transformArgument(argument: MuranoArgument, value: unknown, frame: Frame, call: Call): unknown {
  const contract = contractOf(argument.declaration);
  const scope = { frame, owner: call.owner, callerType: call.caller?.type };
  const { usage } = argument.declaration;
  const transformed = (item: unknown) =>
    isUnasked(item, call) ? item : contract.transform(item, scope, () => pathOf(argument));
  if (usage === 'VarArgs') return (value as readonly unknown[]).map(transformed);
  if (usage === 'KwArgs') {
    const entries = Object.entries(value as Readonly<Record<string, unknown>>);
    return Object.fromEntries(entries.map(([key, item]) => [key, transformed(item)]));
  }
  return contract.transform(value, scope, () => pathOf(argument));
}

/** What an argument is when the call does not give it. */
function defaultOf(argument: MuranoArgument, frame: Frame, call: Call): unknown {
  const { usage, default: standard } = argument.declaration;
  if (usage === 'VarArgs') return [];
  if (usage === 'KwArgs') return {};
  return standard ? evaluationOf(standard).run(contextOfDefaults(frame, call)) : null;
}

/** In the defaults of a static method that code calls `$this` is what it is called on. */
function contextOfDefaults(frame: Frame, { receiver, caller }: Call): Context {
  if (!frame.method?.isStatic || !caller) return frame.context;
  return new Frame(frame.execution, frame.type, receiver, frame.method, caller).context;
}

function pathOf(argument: MuranoArgument): string {
  return `${argument.method.type.name}::${argument.method.name}(${argument.name})`;
}

function* runNative(native: NativeMethod, frame: Frame, values: readonly unknown[]): Waiting {
  const { self } = frame;
  const state = self instanceof MuranoObject ? self.native : new Map<string, unknown>();
  const result = native.run({ self, arguments: values, state, scope: frame });
  return freeze(isWaiting(result) ? yield* result : result, frame.context);
}
