import { fromPlain, isYaqlError } from '@vetro/yaql';
import { isStop, type ProcessorTime } from '@/lib/conductor/language/processor-time';
import { errors, isVetroError, type VetroError } from '@/lib/errors';
import { STACK_MACHINES, TEMPLATE_PARAMETERS } from '@/lib/formats/hot/application-files';
import type { ClassConfigs } from '@/lib/model/class-configs';
import type { EnvironmentModel } from '@/lib/model/environment';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import type { Operation } from '@/lib/model/runs/operation';
import type { Effects } from '@/lib/ports/conductor';
import { runNow } from '../engine/drive';
import { Program } from '../engine/program';
import { ProgramExecution } from '../engine/program-execution';
import { isDslError, isFinal } from '../errors';
import { DEFAULT_EXECUTION_LIMITS, type ExecutionLimits } from '../execution/limits';
import { type TraceLine, traceOf } from '../execution/stack-trace';
import { failedEffectOf, isThrown, messageOf, namesOf, writeError } from '../execution/thrown';
import type { LogLevel, LogSink } from '../natives/logger';
import type { MuranoObject } from '../objects/murano-object';
import { actionSchemas } from '../schema/action-schemas';
import { type ModelDocument, writeResult } from '../serialization/document';
import { toJson } from '../serialization/json-value';
import type { Waiting } from '../types/waiting';
import { withActions } from './actions';
import { ApplicationForms } from './application-forms';
import { clockAt, deterministicFrom } from './deterministic';
import { drive } from './drive';
import type { ObjectsEngine } from './engine';
import { type MachineOfEntry, objectModelOf, withObjects } from './entries';
import { isA, topOf } from './natives/places';
import { pinTypes } from './pin-types';
import type { Identity } from './requests';

/** An environment with objects, and what is to be done with them. */
export interface ObjectsJob {
  /** `deploy` of the environment, or a public method of one of its objects */
  operation: Operation;
  /** with the core library and the packages of all classes */
  engine: ObjectsEngine;
  model: EnvironmentModel;
  effects: Effects;
  /** what the run may take of the processor, and whether it is to end */
  time: ProcessorTime;
  /** how long a plan may take when the program does not say, in milliseconds */
  planTimeoutMs: number;
  /** entries that one list or map may have; the original's number when left out */
  maxItems?: number;
  /** what operators give to properties of classes */
  classConfigs?: ClassConfigs | undefined;
  /** when it began, an ISO instant */
  startedAt: string;
  /** what ids and chance follow from */
  seed: string;
  identity: Identity;
}

/**
 * Runs an operation on the objects of an environment: loads them with the environment as root, destroys what is gone,
 * calls the method that is asked for, and writes all of it back: properties, machines as units, and what the next
 * deployment compares with. What was reached is saved before anything changes the world, and when the program fails or
 * is stopped because it goes too far.
 *
 * @returns the document as it is afterwards, and what the action returned; `cancelled` when an effect was cut short
 * @throws VetroError (language) `program_failed` with the place in the class file; what the effects throw; (not_found)
 *   `action_not_found` when the environment has no such object
 */
export async function runObjects(
  job: ObjectsJob,
): Promise<{ model: EnvironmentModel; cancelled: boolean; result?: Json }> {
  const { engine, model, effects, time } = job;
  const { newId, chance } = deterministicFrom(job.seed);
  const host: LogSink = { log: (level, name, message) => void effects.report(noteOf(level, name, message, model.id)) };
  const execution = new ProgramExecution(engine.engine, {
    newId,
    chance,
    clock: clockAt(job.startedAt),
    host,
    time,
    limits: limitsOf(job),
    classConfigs: job.classConfigs,
  });
  // static methods are nobody's action: what is listed can be called
  const program = new Program(execution, (method) => method.isPublic && !method.isStatic);
  const forms = new ApplicationForms(engine);
  let isLoaded = false;
  const schemas = new Map();
  function* written() {
    const document = jsonDocument(yield* program.serialize());
    const after = withObjects(model, document, machinesOf(execution), forms);
    return withActions(after, document, yield* actionSchemas(execution, execution.objects.all, schemas));
  }
  const reached = () => time.during(() => runNow(written())) as EnvironmentModel;
  const save = () => effects.saveModel(reached());
  const world = {
    effects,
    planTimeoutMs: job.planTimeoutMs,
    identity: job.identity,
    time,
    beforeActing: async () => {
      if (isLoaded) await save();
    },
  };

  function* run() {
    yield* program.load(pinTypes(objectModelOf(model, forms), engine.packages));
    isLoaded = true;
    yield* program.collect();
    const returned = yield* called(program, job.operation);
    // Objects of the result are written before those that are in no model are destroyed.
    const result = job.operation.kind === 'action' ? toJson(writeResult(execution, returned, true)) : undefined;
    yield* program.finish();
    return result;
  }

  /** What the program has caught is no reason for its end, but for what it has raised again. */
  const reportHandled = async (error?: unknown) => {
    for (const effectId of execution.handledEffects) {
      if (effectId !== failedEffectOf(error)) await effects.failureHandled(effectId);
    }
  };

  try {
    const end = await drive(run(), world);
    await reportHandled();
    const result = end.left || end.value === undefined ? {} : { result: end.value as Json };
    return { model: reached(), cancelled: end.left, ...result };
  } catch (error) {
    // Whatever ceiling the program met, what it has reached is written down.
    if (isFinal(error)) execution.renew();
    await reportHandled(error);
    if (isStop(error)) return { model: isLoaded ? reached() : model, cancelled: true };
    if (isLoaded) await save();
    throw isVetroError(error) ? error : failure(error);
  }
}

/** What a value may weigh grows with how many entries it may have. */
function limitsOf({ maxItems }: Pick<ObjectsJob, 'maxItems'>): Partial<ExecutionLimits> {
  const { iterators, memory } = DEFAULT_EXECUTION_LIMITS;
  return maxItems === undefined
    ? {}
    : { iterators: maxItems, memory: Math.ceil(memory * Math.max(1, maxItems / iterators)) };
}

/** A model as it is stored. */
function jsonDocument({ Objects: objects, ObjectsCopy: copy, Attributes: rows }: ModelDocument): ModelDocument {
  const attributes = toJson(rows) as unknown as ModelDocument['Attributes'];
  return { Objects: toJson(objects), ObjectsCopy: toJson(copy), Attributes: attributes };
}

/** Calls what the operation asks for. */
function* called(program: Program, operation: Operation): Waiting {
  if (operation.kind === 'deploy') return program.root ? yield* program.call({ method: 'deploy' }) : null;
  if (operation.kind !== 'action') return null;
  const { objectId, method, arguments: kwargs } = operation;
  const object = program.execution.objects.find(objectId);
  if (!object) throw errors.notFound('action_not_found', 'The environment has no such object any more.');
  const named = Object.entries(kwargs).map(([name, value]) => [name, fromPlain(value)]);
  return yield* program.call({ on: { object }, method, kwargs: Object.fromEntries(named) });
}

/** A program's error for people: what it says, and where the innermost of its code stood. */
function failure(error: unknown): unknown {
  if (!isThrown(error) && !isDslError(error) && !isYaqlError(error)) return error;
  const place = traceOf(error).at(-1);
  const said = isThrown(error) ? `[${namesOf(error).join(', ')}]: ${messageOf(error)}` : stopped(error, place);
  const effectId = failedEffectOf(error);
  const details = {
    exception: [...namesOf(error)],
    trace: writeError(error),
    ...(effectId !== undefined && { effectId }),
  };
  return programFailed(place ? `${place.file}, line ${place.line}: ${said}` : said, place, details);
}

/** What people read of an error whose own words name an object by an id that nobody knows: the trace keeps those. */
const SENTENCES: Partial<Record<string, string>> = {
  NoObjectFoundError: 'Something refers to an object that the environment does not have.',
};

/** What an error of the language says; of a ceiling that was met also in which method: often the line alone is no help. */
function stopped(error: unknown, place: TraceLine | undefined): string {
  const sentence = namesOf(error)
    .map((name) => SENTENCES[name.split('.').at(-1) ?? ''])
    .find((known) => known !== undefined);
  if (sentence !== undefined) return sentence;
  const message = messageOf(error);
  return place && isFinal(error) ? `${message} It was in method ${place.method} of class ${place.type}.` : message;
}

function programFailed(
  sentence: string,
  place: { file: string; line: number; column: number } | undefined,
  details: Record<string, unknown>,
): VetroError {
  return errors.language('program_failed', sentence, { ...(place ? { span: place } : {}), details });
}

/** The machines that exist among the objects, each with the entry that it belongs to. */
function machinesOf(execution: ProgramExecution): MachineOfEntry[] {
  const machines: MachineOfEntry[] = [];
  for (const object of execution.objects.all) {
    if (object.life === 'destroyed') continue;
    if (isA(object, 'io.murano.resources.Instance'))
      machines.push({ entryId: topOf(object).id, id: object.id, name: nameOf(object), state: stateOf(object) });
    else if (object.values.has(TEMPLATE_PARAMETERS)) machines.push(...stackMachinesOf(object, execution));
  }
  return machines;
}

/** A hostname is no longer (RFC 1123); the cloud makes up longer names for servers whose template gives none. */
const MAX_HOSTNAME_LENGTH = 63;

/** The machines of an application that is a Heat template, as its stack has made them. */
function stackMachinesOf(application: MuranoObject, execution: ProgramExecution): MachineOfEntry[] {
  const known = toJson(writeResult(execution, application.values.get(STACK_MACHINES) ?? [], true));
  return (Array.isArray(known) ? known : []).flatMap((one): MachineOfEntry[] => {
    if (!isObject(one) || !isObject(one.made)) return [];
    const { id, name, made } = one;
    if (typeof id !== 'string' || typeof name !== 'string' || typeof made.id !== 'string') return [];
    const hostname = typeof made.name === 'string' && made.name.length <= MAX_HOSTNAME_LENGTH ? made.name : name;
    const state: JsonObject = { hostname, openstackId: made.id };
    if (typeof made.address === 'string') state.address = made.address;
    return [{ entryId: topOf(application).id, id, name, state }];
  });
}

/** What the graph knows a machine by; empty until the cloud has made it. */
function stateOf(machine: MuranoObject): JsonObject {
  const { values } = machine;
  const openstackId = values.get('openstackId');
  if (typeof openstackId !== 'string') return {};
  const addresses = values.get('ipAddresses');
  const [address] = Array.isArray(addresses) ? addresses : [];
  return {
    hostname: nameOf(machine),
    openstackId,
    ...(typeof address === 'string' ? { address } : {}),
  };
}

function nameOf(machine: MuranoObject): string {
  const name = machine.values.get('name');
  return typeof name === 'string' ? name : (machine.displayName ?? machine.id);
}

function noteOf(level: LogLevel, name: string, message: string, environmentId: string) {
  const isLoud = level === 'warning' || level === 'error' || level === 'critical';
  const text = name === '' ? message : `${name}: ${message}`;
  return { entity: 'environment', id: environmentId, level: isLoud ? 'warning' : 'debug', text } as const;
}
