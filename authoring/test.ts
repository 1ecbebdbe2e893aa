import { ProcessorTime } from '@/lib/conductor/language/processor-time';
import {
  type LogSink,
  type MuranoEngine,
  type MuranoType,
  Program,
  ProgramExecution,
  withInPlace,
} from '@/lib/conductor/muranopl';
import { clockAt, deterministicFrom, drive } from '@/lib/conductor/muranopl/world';
import type { Command } from './command';
import { describeError } from './describe-error';
import { engineOf } from './engine';
import { open, openLibraries } from './libraries';
import { ABOUT_WITH, packageArguments } from './package-arguments';
import { IDENTITY, printingEffects } from './printing-effects';

const FIXTURE = 'io.murano.test.TestFixture';

/** `test DIR`: runs the test methods of the fixture classes of a package, each on an object of its own. */
export const testCommand: Command = {
  usage: 'test DIR|ZIP [--with DIR|ZIP …]',
  about: ['Runs the methods test… of the fixtures of a package, each on an object of its own.', ABOUT_WITH],
  async run(args, say) {
    const { source, further } = packageArguments(args, 'which package to test');
    const pack = await open(source);
    const engine = engineOf(withInPlace(await openLibraries(further), pack), true);
    const fixture = engine.classes.find(FIXTURE, pack);
    const types = pack.classNames().map((name) => engine.classes.find(name, pack));
    let passed = 0;
    let failed = 0;
    for (const type of types.filter((one) => one.isSubtypeOf(fixture))) {
      for (const method of testsOf(type)) {
        const lines: string[] = [];
        const failure = await attempt(engine, type, method, (line) => void lines.push(line));
        say(`${failure === undefined ? 'passed' : 'FAILED'}  ${type.name}.${method}`);
        if (failure === undefined) {
          passed++;
          continue;
        }
        failed++;
        for (const line of [...lines, ...failure.split('\n')]) say(`        ${line}`);
      }
    }
    say(
      passed + failed === 0
        ? `The package has no test: no class extends ${FIXTURE}.`
        : `${passed} passed, ${failed} failed.`,
    );
    return failed === 0 && passed > 0 ? 0 : 1;
  },
};

/** Methods that begin with `test`, those of the classes above among them. */
function testsOf(type: MuranoType): string[] {
  return [...type.methodNames].filter((name) => name.startsWith('test'));
}

/** Runs one test; answers why it failed, with the calls that led there. */
async function attempt(
  engine: MuranoEngine,
  type: MuranoType,
  method: string,
  say: (line: string) => void,
): Promise<string | undefined> {
  const host: LogSink = { log: (level, _logger, message) => say(`log ${level}: ${message}`) };
  const time = new ProcessorTime({ now: () => performance.now(), isStopped: () => false });
  const execution = new ProgramExecution(engine, {
    ...deterministicFrom(method),
    clock: clockAt(new Date(0).toISOString()),
    host,
    time,
  });
  const program = new Program(execution, () => true);
  const world = {
    effects: printingEffects({}, (line) => say(line.trim())),
    planTimeoutMs: 0,
    identity: IDENTITY,
    time,
  };
  try {
    await drive(test(program, type, method), world);
    return undefined;
  } catch (error) {
    return describeError(error);
  }
}

function* test(program: Program, type: MuranoType, method: string) {
  yield* program.load({ Objects: { '?': { id: 'fixture', type: type.modelName } } });
  yield* program.call({ method: 'setUp' });
  try {
    yield* program.call({ method });
  } finally {
    yield* program.call({ method: 'tearDown' });
  }
  return null;
}
