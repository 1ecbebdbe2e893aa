import { define, type FunctionDefinition, MURANOPL_OPERATORS, YaqlEngine } from '@vetro/yaql';
import type { ClassConfigs } from '@/lib/model/class-configs';
import { describeProblem } from '../diagnostics';
import { runNow } from '../engine/drive';
import { MuranoEngine } from '../engine/engine';
import { Program } from '../engine/program';
import { ProgramExecution } from '../engine/program-execution';
import type { ExecutionLimits } from '../execution/limits';
import { LANGUAGE_NATIVES } from '../natives/index';
import { MuranoPackage } from '../packages/murano-package';
import { PackageRegistry } from '../packages/package-registry';
import { openPackages } from '../world/open-packages';
import { shippedLibrary } from '../world/testing/shipped-library';
import { hostFunction } from './host-function';

/** What a test asks the outside for: `ask(name)` in an expression. */
export class Question {
  constructor(readonly name: string) {}
}

const core = openPackages(shippedLibrary());
const reader = new YaqlEngine({ operators: MURANOPL_OPERATORS });

/** Class files as a program: every method is public; `trace(x)` notes, `ask(name)` waits for an answer. */
export class TestProgram {
  readonly traced: unknown[] = [];
  readonly program: Program;

  constructor(
    yaml: string,
    options: {
      runtimeVersion?: string;
      limits?: Partial<ExecutionLimits>;
      functions?: readonly FunctionDefinition[];
      classConfigs?: ClassConfigs;
    } = {},
  ) {
    const own = new MuranoPackage(
      {
        name: 't',
        version: { major: 0, minor: 0, patch: 0, prerelease: [] },
        runtimeVersion: options.runtimeVersion ?? '1.4',
        requirements: new Map(),
        classFiles: new Map([['classes.yaml', yaml]]),
      },
      reader,
    );
    const wrong = own.problems().filter(({ severity }) => severity === 'error');
    if (wrong.length > 0) throw new Error(wrong.map(describeProblem).join('\n'));
    const trace = (value: unknown) => {
      this.traced.push(value);
      return null;
    };
    const engine = new MuranoEngine({
      finder: new PackageRegistry([...core, own]),
      natives: LANGUAGE_NATIVES,
      mocking: true,
      functions: [hostFunction('trace', 'value:any', trace), ASK, ...(options.functions ?? [])],
    });
    let ids = 0;
    const execution = new ProgramExecution(engine, {
      newId: () => `made${ids++}`,
      ...(options.limits ? { limits: options.limits } : {}),
      classConfigs: options.classConfigs,
    });
    this.program = new Program(execution, () => true);
  }

  /** Loads a model; `T` is the class of the root when only properties are given. */
  load(model: Record<string, unknown> = {}): this {
    const isDocument = 'Objects' in model;
    const root = { '?': { id: 'root', type: 'T' }, ...model };
    runNow(this.program.load(isDocument ? model : { Objects: root }));
    return this;
  }

  /** Calls a method of the root that waits for nothing. */
  call(method: string, ...args: readonly unknown[]): unknown {
    return runNow(this.program.call({ method, args }));
  }

  /** A call that may wait, to be driven by the test. */
  start(method: string, ...args: readonly unknown[]): Generator<unknown, unknown, unknown> {
    return this.program.call({ method, args });
  }

  /** What a call throws. */
  failure(method: string, ...args: readonly unknown[]): unknown {
    try {
      this.call(method, ...args);
    } catch (error) {
      return error;
    }
    throw new Error(`${method} ends well.`);
  }
}

const ASK = define('ask', 'function', 'name:text', (context, name: string) =>
  context.runtime?.attempt(function* ask() {
    return yield new Question(name);
  }),
);
