import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { ProcessorTime } from '@/lib/conductor/language/processor-time';
import {
  isDslError,
  type LogSink,
  type MuranoEngine,
  type MuranoPackage,
  type MuranoType,
  nearest,
  Program,
  ProgramExecution,
  withInPlace,
  writeResult,
} from '@/lib/conductor/muranopl';
import { clockAt, deterministicFrom, drive, pinTypes, type World } from '@/lib/conductor/muranopl/world';
import { errors } from '@/lib/errors';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { changesBetween } from './changes';
import type { Command, Print } from './command';
import { describeError } from './describe-error';
import { engineOf } from './engine';
import { open, openLibraries } from './libraries';
import { ABOUT_WITH, WITH } from './package-arguments';
import { type CannedResponses, IDENTITY, printingEffects } from './printing-effects';
import { textOf } from './read-files';
import { required } from './required';

const OPTIONS = {
  model: { type: 'string' },
  arguments: { type: 'string', default: '{}' },
  answers: { type: 'string' },
  save: { type: 'string' },
  with: WITH,
} as const;

const LONGEST = 100;
const PLAN_TIMEOUT_MS = 30 * 60 * 1000;

/** `run DIR CLASS METHOD --model FILE`: runs a method, and tells what it asks of the world. */
export const runCommand: Command = {
  usage: 'run DIR|ZIP CLASS METHOD [--model FILE] [--save FILE] [--arguments JSON] [--answers FILE] [--with DIR|ZIP …]',
  about: [
    'Runs a method on the object of a class in a model, and tells what it asks of the world: nothing is touched.',
    '--model      the objects, as JSON or YAML; without it there is one object without properties',
    '--save       where the model goes as it is afterwards',
    '--arguments  what the method gets, for example {"size": 3}',
    '--answers    what machines answer, by the name of the plan: {"Install": "done", "Start": {"fails": "disk full"}}',
    ABOUT_WITH.replace('--with  ', '--with    '),
  ],
  async run(args, say) {
    const { positionals, values } = parseArgs({ args, allowPositionals: true, options: OPTIONS });
    const pack = await open(required(positionals[0], 'in which package the class is'));
    const className = required(positionals[1], 'of which class the method is');
    const method = required(positionals[2], 'which method to run');
    const engine = engineOf(withInPlace(await openLibraries(values.with), pack));
    const type = typeIn(engine, className, pack);
    if (type.methods(method).length === 0) {
      throw errors.invalidInput(
        unknown(`The class ${className} has no method ${method}.`, method, type.methodNames),
        [],
      );
    }
    const answers = values.answers === undefined ? {} : await readObject(values.answers);
    // As in an environment: a class without a version is the newest at hand.
    const model =
      values.model === undefined
        ? lone(className, pack)
        : (pinTypes(await readObject(values.model), engine.classes.finder.searched(undefined)) as JsonObject);
    // Ids follow from the model, so that they are the same in a repetition, and new beside those that were saved.
    const time = new ProcessorTime({ now: () => performance.now(), isStopped: () => false });
    const execution = new ProgramExecution(engine, { ...executionOptions(JSON.stringify(model), say), time });
    const program = new Program(execution, () => true);
    const call = { type, method, kwargs: parseArguments(values.arguments), hasModel: values.model !== undefined };
    const end = await drive(carryOut(program, model, call, say), worldOf(answers, time, say)).catch(
      (error: unknown) => {
        if (!call.hasModel && describeError(error).includes(`[${className}.`))
          say('  note    without --model the object has no properties');
        throw error;
      },
    );
    if (values.save !== undefined && !end.left) await writeFile(values.save, `${JSON.stringify(end.value, null, 2)}\n`);
    return 0;
  },
};

function typeIn(engine: MuranoEngine, name: string, pack: MuranoPackage): MuranoType {
  try {
    return engine.classes.find(name, pack);
  } catch (error) {
    if (!isDslError(error) || error.kind !== 'NoClassFound' || !error.message.includes(`"${name}"`)) throw error;
    throw errors.invalidInput(unknown(`There is no class ${name}.`, name, pack.classNames()), []);
  }
}

function unknown(sentence: string, name: string, known: Iterable<string>): string {
  const hint = nearest(name, known);
  return hint === undefined ? sentence : `${sentence} ${hint}`;
}

interface Call {
  readonly type: MuranoType;
  readonly method: string;
  readonly kwargs: JsonObject;
  readonly hasModel: boolean;
}

/** Loads the model, calls the method, tells what changed, and ends with the document as it is then. */
function* carryOut(program: Program, model: JsonObject, { type, method, kwargs, hasModel }: Call, say: Print) {
  const [found] = type.methods(method);
  const isStatic = found?.isStatic === true;
  if (hasModel || !isStatic) {
    yield* program.load('Objects' in model ? model : { Objects: model });
    yield* program.collect();
  }
  const before = hasModel ? yield* objectsOf(program) : null;
  const on = isStatic ? { type } : { object: objectOf(program, type) };
  const value = yield* program.call({ on, method, kwargs });
  say(`  result  ${JSON.stringify(writeResult(program.execution, value, false))}`);
  const now = hasModel ? yield* objectsOf(program) : null;
  for (const change of changesBetween(before, now)) {
    say(`  model   ${change.path}: ${shown(change.before)} → ${shown(change.now)}`);
  }
  const document = yield* program.serialize();
  yield* program.finish();
  return document;
}

/** The model without the list of actions, which every object has. */
function* objectsOf(program: Program) {
  const { ObjectsCopy: objects } = yield* program.serialize();
  return objects as Json;
}

/** A value on one line; a large one only in part. */
function shown(value: Json | undefined): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`;
}

function objectOf({ execution }: Program, type: MuranoType) {
  for (const object of execution.objects.all) if (object.type.isSubtypeOf(type)) return object;
  throw errors.invalidInput(`The model has no object of the class ${type.name}.`, []);
}

/** The model of one object without properties. */
function lone(className: string, { name, version }: MuranoPackage): JsonObject {
  return { '?': { id: 'main', type: `${className}/${version}@${name}` } };
}

function executionOptions(seed: string, say: Print) {
  const host: LogSink = {
    log: (level, logger, message) => say(`  log     ${level} ${logger === '' ? '' : `${logger}: `}${message}`),
  };
  return { ...deterministicFrom(seed), clock: clockAt(new Date().toISOString()), host };
}

function worldOf(answers: JsonObject, time: ProcessorTime, say: Print): World {
  return {
    effects: printingEffects(answers as CannedResponses, say),
    planTimeoutMs: PLAN_TIMEOUT_MS,
    identity: IDENTITY,
    time,
  };
}

async function readObject(file: string): Promise<JsonObject> {
  const value = readValue(await textOf(file), file);
  if (isObject(value)) return value;
  throw errors.invalidInput(`${file} must hold an object.`, []);
}

function readValue(text: string, where: string): Json {
  try {
    return parse(text) as Json;
  } catch (error) {
    throw errors.invalidInput(`${where} cannot be read: ${error instanceof Error ? error.message : error}`, []);
  }
}

function parseArguments(text: string): JsonObject {
  const value = readValue(text, '--arguments');
  if (isObject(value)) return value;
  throw errors.invalidInput('--arguments must be a JSON object, for example {"size": 3}.', []);
}
