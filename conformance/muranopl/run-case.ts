import { type Context, define, type FunctionDefinition, fromPlain, isYaqlError } from '@vetro/yaql';
import { ProcessorTime } from '@/lib/conductor/language/processor-time';
import {
  DslError,
  errorName,
  isDslError,
  isThrown,
  LANGUAGE_NATIVES,
  MuranoEngine,
  type MuranoMethod,
  type MuranoObject,
  MuranoPackage,
  MuranoPlException,
  messageOf,
  namesOf,
  PackageRegistry,
  Program,
  ProgramExecution,
  parseVersion,
  schemasOfType,
  VersionSpec,
  writeResult,
  Yield,
} from '@/lib/conductor/muranopl';
import { drive, RecordedWorld, WORLD_NATIVES } from '@/lib/conductor/muranopl/world';
import { isVetroError } from '@/lib/errors';
import { mergedConfigs } from '@/lib/model/class-configs';
import type { JsonObject } from '@/lib/model/json';
import { readValue } from '@/packages/yaql/corpus/values';
import { coreLibrary, READER } from './core-library';
import type { CaseHostFunction, CasePackage, CaseStep, MuranoCase } from './muranopl-case';
import { writeResultValue, writeValue } from './values';

/** The moment when the cases were recorded. */
const CLOCK = { now: () => Date.UTC(2026, 10, 21, 9, 35), localOffset: () => 0 };

/** Who runs the cases. */
const NOBODY = { project: { id: '', name: '' }, user: { id: '', name: '' } };

const PYTHONS_OWN =
  /^(Arithmetic|Assertion|Attribute|EOF|Import|Index|Key|Lookup|Memory|Name|NotImplemented|OS|Overflow|Permission|Recursion|Reference|Runtime|System|Timeout|Type|UnicodeDecode|UnicodeEncode|Unicode|Value|ZeroDivision)Error$|^(Exception|StopIteration)$/;

/** Runs one case of the suite, step by step. */
export async function runMuranoCase(input: JsonObject): Promise<JsonObject> {
  const testCase = input as unknown as MuranoCase;
  const steps: unknown[] = [];
  let runner: CaseRunner;
  try {
    runner = new CaseRunner(testCase);
  } catch (error) {
    // A package that cannot be made: there is nothing to run a step with.
    const answer = { ok: false, error: answerOf(error, false), trace: [] };
    return { id: testCase.id, steps: testCase.steps.map(() => answer) };
  }
  for (const step of testCase.steps) steps.push(await runner.step(step));
  return { id: testCase.id, steps: steps as JsonObject[] };
}

class CaseRunner {
  private readonly engine: MuranoEngine;
  private readonly programs = new Map<string, Program>();
  private readonly results: unknown[] = [];
  private readonly publicTests: ReadonlySet<string>;
  private trace: unknown[] = [];
  private ids = 0;
  private readonly world = new RecordedWorld();

  constructor(readonly testCase: MuranoCase) {
    const packages = testCase.packages.map(packageOf);
    const finder = new PackageRegistry([coreLibrary(testCase.coreRuntimeVersion ?? '1.0'), ...packages]);
    this.publicTests = new Set(testCase.packages.filter((one) => one.publicTestMethods).map(({ name }) => name));
    const functions = Object.entries(testCase.host ?? {}).map(([name, host]) => this.hostFunction(name, host));
    const trace = (value: unknown) => {
      this.trace.push(writeValue(value));
      return null;
    };
    functions.push(
      define('trace', 'function', 'value:any', (context: Context, value: unknown) =>
        context.runtime?.recall(() => trace(value)),
      ),
    );
    this.engine = new MuranoEngine({
      finder,
      natives: [...LANGUAGE_NATIVES, ...WORLD_NATIVES],
      functions,
      mocking: true,
    });
  }

  async step(step: CaseStep): Promise<unknown> {
    this.trace = [];
    try {
      const result = await this.run(step);
      this.results.push(result);
      return { ok: true, result: step.op === 'load' ? null : writeResultValue(result), trace: this.trace };
    } catch (error) {
      this.results.push(null);
      if (process.env.MURANO_DEBUG) process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      return { ok: false, error: answerOf(error, step.preserveException === true), trace: this.trace };
    }
  }

  private async run(step: CaseStep): Promise<unknown> {
    switch (step.op) {
      case 'load':
        return this.load(step);
      case 'call': {
        const on = this.receiver(step);
        const program = this.program(step);
        const args = (step.args ?? []).map((value) => this.value(value, program));
        const kwargs = Object.fromEntries(
          Object.entries(step.kwargs ?? {}).map(([key, value]) => [key, this.value(value, program)]),
        );
        const result = await this.drive(program.call({ on, method: step.method ?? '', args, kwargs }));
        return result;
      }
      case 'serialize':
        return this.drive(this.program(step).serialize());
      case 'serializeResult':
        return writeResult(this.program(step).execution, this.results[step.step ?? 0], step.allowRefs === true);
      case 'gc':
        return this.drive(this.program(step).collect());
      case 'finalize':
        return this.drive(this.program(step).finish());
      case 'schema': {
        const execution = this.execution();
        const type = execution.engine.classes.find(step.class ?? '', undefined);
        const schema = await this.drive(schemasOfType(execution, type));
        return (step.select ?? []).reduce((value, key) => (value as Record<string, unknown>)[key], schema as unknown);
      }
      case 'fixture':
        return this.fixture(step);
    }
  }

  private async load(step: CaseStep): Promise<null> {
    const program = new Program(this.execution(), (method) => this.isPublic(method));
    this.programs.set(step.runner ?? '', program);
    await this.drive(program.load(step.model));
    if ((step.model as { ObjectsCopy?: unknown }).ObjectsCopy !== undefined) await this.drive(program.collect());
    return null;
  }

  private async fixture(step: CaseStep): Promise<null> {
    const program = new Program(this.execution(), () => true);
    await this.drive(program.load({ Objects: { '?': { id: 'fixture', type: step.class } } }));
    for (const method of ['setUp', step.method ?? '', 'tearDown']) await this.drive(program.call({ method }));
    return null;
  }

  private execution(): ProgramExecution {
    let seed = 1;
    const chance = {
      next: () => {
        seed = (seed * 48271) % 2147483647;
        return seed / 2147483647;
      },
    };
    return new ProgramExecution(this.engine, {
      newId: () => `made${String(this.ids++).padStart(8, '0')}`,
      clock: CLOCK,
      chance,
      classConfigs: mergedConfigs(...this.testCase.packages.map((one) => one.classConfigs ?? {})),
    });
  }

  private program(step: CaseStep): Program {
    const program = this.programs.get(step.runner ?? '');
    if (!program) throw new Error(`There is no runner ${step.runner}.`);
    return program;
  }

  private receiver(step: CaseStep) {
    if (!step.on) return undefined;
    if (step.on.class !== undefined) return { className: step.on.class };
    return { object: objectOf(this.program(step), step.on.id) };
  }

  private isPublic(method: MuranoMethod): boolean {
    return method.isPublic || (this.publicTests.has(method.type.package_.name) && method.name.startsWith('test'));
  }

  /** A value of the protocol; `{$result: k}` is what step k answered, `{$object: {id}}` an object of the program. */
  private value(value: unknown, program: Program): unknown {
    if (typeof value !== 'object' || value === null) return fromPlain(value);
    if (Array.isArray(value)) return value.map((item) => this.value(item, program));
    const { $result: step, $object: object } = value as { $result?: number; $object?: { id?: string } };
    if (typeof step === 'number') return this.results[step];
    if (object) return objectOf(program, object.id);
    if (Object.keys(value).some((key) => key.startsWith('$'))) return readValue(value);
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.value(item, program)]));
  }

  private hostFunction(name: string, host: CaseHostFunction): FunctionDefinition {
    return define(name, 'function', '', (context: Context) =>
      context.runtime?.attempt(
        function* run(this: CaseRunner): Generator<unknown, null, unknown> {
          if (host.trace !== undefined) this.trace.push(host.trace);
          if (host.raise) throw new DslError(this.fullName(host.raise.class), host.raise.message);
          if (host.yield) yield new Yield();
          return null;
        }.bind(this),
      ),
    );
  }

  /** A class of exceptions that is not Python's own belongs to the test that threw it. */
  private fullName(exception: string): string {
    const { suite, module } = this.testCase;
    const isFull = PYTHONS_OWN.test(exception) || exception.includes('.') || suite !== 'dsl';
    return isFull ? exception : `murano.tests.unit.dsl.${module}.${exception}`;
  }

  private async drive(work: Generator<unknown, unknown, unknown>): Promise<unknown> {
    const end = await drive(work, {
      effects: this.world.effects,
      planTimeoutMs: 1000,
      identity: NOBODY,
      time: new ProcessorTime(),
    });
    return end.left ? undefined : end.value;
  }
}

function objectOf(program: Program, id: string | undefined): MuranoObject {
  const object = program.execution.objects.find(id ?? '');
  if (!object) throw new Error(`There is no object ${id}.`);
  return object;
}

function packageOf(one: CasePackage): MuranoPackage {
  const version = parseVersion(one.version);
  if (!version) throw new Error(`${one.version} is no version.`);
  const requirements = Object.entries(one.requires ?? {}).map(([name, spec]) => {
    const parsed = VersionSpec.parse(String(spec ?? ''));
    if (!parsed) throw new DslError('ValueError', `${spec} is no range of versions.`);
    return [name, parsed] as const;
  });
  return new MuranoPackage(
    {
      name: one.name,
      version,
      runtimeVersion: one.runtimeVersion,
      requirements: new Map(requirements),
      classFiles: new Map(one.classes.map(({ file, yaml }) => [file, yaml])),
    },
    READER,
  );
}

/** `isWrapped`: as a MuranoPlException, which every error is on its way through a program. */
function answerOf(error: unknown, isWrapped: boolean): JsonObject {
  if (isThrown(error))
    return { class: MuranoPlException.name, names: [...error.names], message: error.payload as JsonObject[string] };
  if (isDslError(error) || isYaqlError(error))
    return {
      class: isWrapped ? MuranoPlException.name : (error.kind.split('.').at(-1) ?? ''),
      names: [...namesOf(error)],
      message: messageOf(error),
    };
  if (isVetroError(error)) return { class: error.code, message: error.message };
  return {
    class: `unknown ${errorName(error)}`,
    message: error instanceof Error ? (error.stack ?? '') : String(error),
  };
}
