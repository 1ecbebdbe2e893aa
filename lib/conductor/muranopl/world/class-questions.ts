import { fromPlain, toPlain } from '@vetro/yaql';
import type { ClassConfigs } from '@/lib/model/class-configs';
import type { Json, JsonObject } from '@/lib/model/json';
import { Program } from '../engine/program';
import { ProgramExecution } from '../engine/program-execution';
import { DslError, isDslError } from '../errors';
import { settleInside } from '../execution/fibers';
import { Sleep, WaitAny, Yield } from '../execution/requests';
import { isThrown, messageOf, namesOf } from '../execution/thrown';
import { methodSchema, schemasOfType } from '../schema/index';
import { writeResult } from '../serialization/document';
import { toJson } from '../serialization/json-value';
import type { MuranoType } from '../types/murano-type';
import type { Waiting } from '../types/waiting';
import { clockAt, deterministicFrom } from './deterministic';
import type { ObjectsEngine } from './engine';

/** A call of a static method from outside of any environment. */
export interface StaticCall {
  className: string;
  method: string;
  arguments: JsonObject;
  /** the instant that its program sees, ISO 8601 */
  at: string;
  /** what operators give to properties of classes */
  classConfigs?: ClassConfigs | undefined;
}

/** How such a call ended: Murano's name of what went wrong tells whose fault it was. */
export type StaticOutcome = { result: Json } | { failure: string; message: string };

/**
 * The JSON schemas of a class: under `''` of its objects, and under its name of each model builder.
 *
 * @param methods only of these static methods; none: all there are
 * @returns null where there is no such class, or not all of these methods
 */
export function classSchemas(engine: ObjectsEngine, className: string, methods: readonly string[]): JsonObject | null {
  const type = typeOf(engine, className);
  if (!type) return null;
  const execution = new ProgramExecution(engine.engine, { newId: () => '' });
  if (methods.length === 0) return plainSchemas(runAlone(schemasOfType(execution, type)));
  const schemas: Record<string, unknown> = {};
  for (const name of methods) {
    const [method] = type.methods(name);
    if (!method?.isStatic || !method.isPublic) return null;
    schemas[name] = runAlone(methodSchema(execution, method, type));
  }
  return plainSchemas(schemas);
}

/** A class by its full name, in the newest version that there is. */
function typeOf({ engine, packages }: ObjectsEngine, className: string): MuranoType | null {
  const holder = packages.find((pack) => pack.classNames().includes(className));
  return holder ? engine.classes.of(holder, className) : null;
}

const plainSchemas = (schemas: unknown) => JSON.parse(JSON.stringify(schemas)) as JsonObject;

/** Calls a public static method. It has no environment: what asks clouds or machines ends as a failure. */
export function callStatic(engine: ObjectsEngine, call: StaticCall): StaticOutcome {
  const { className, method, arguments: given, at, classConfigs } = call;
  const type = typeOf(engine, className);
  if (!type) return { failure: 'NoClassFound', message: `Class "${className}" is not found` };
  const { newId, chance } = deterministicFrom(JSON.stringify(call));
  const execution = new ProgramExecution(engine.engine, { newId, chance, clock: clockAt(at), classConfigs });
  const program = new Program(execution);
  const kwargs = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, fromPlain(value)]));
  try {
    const result = runAlone(program.call({ on: { type }, method, kwargs }));
    return { result: toJson(toPlain(writeResult(execution, result, false), execution.hostContext)) };
  } catch (error) {
    if (isThrown(error)) return { failure: namesOf(error)[0] ?? 'Exception', message: messageOf(error) };
    if (isDslError(error)) return { failure: error.kind, message: error.message };
    throw error;
  }
}

/** Runs work that may wait for nothing but time, which does not pass for it. */
function runAlone(work: Waiting): unknown {
  const run = settleInside(work);
  let turn = run.next();
  while (!turn.done) {
    const request = turn.value;
    if (request instanceof WaitAny) turn = run.next({ index: 0, value: answered(request.requests[0]) });
    else turn = run.next(answered(request));
  }
  return turn.value;
}

function answered(request: unknown): null {
  if (request instanceof Yield || request instanceof Sleep) return null;
  throw new DslError(
    'EnvironmentRequired',
    'This method asks clouds or machines. Only methods of objects that are deployed in an environment can do that.',
  );
}
