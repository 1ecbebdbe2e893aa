import { MURANOPL_OPERATORS, YaqlEngine } from '@vetro/yaql';
import { describe, expect, it } from 'vitest';
import { runNow } from './engine/drive';
import { MuranoEngine } from './engine/engine';
import { Program } from './engine/program';
import { ProgramExecution } from './engine/program-execution';
import { errorName } from './errors';
import { LANGUAGE_NATIVES } from './natives/index';
import { MuranoPackage } from './packages/murano-package';
import { PackageRegistry } from './packages/package-registry';
import { writeResult } from './serialization/document';
import { openPackages } from './world/open-packages';
import { shippedLibrary } from './world/testing/shipped-library';

const syntax = new YaqlEngine({ operators: MURANOPL_OPERATORS });
const library = openPackages(shippedLibrary());

/** Runs a method body and writes its result; answers the name of the error, or `ended`. */
function run(body: string): string {
  const text = `Name: T
Properties: {t: {Contract: $.class(T)}, p: {Contract: $, Usage: InOut}}
Methods:
  go: {Scope: Public, Body: [$.again()]}
  again:
    Body:
${body.replace(/^/gm, '      ')}
`;
  const pack = new MuranoPackage(
    {
      name: 't',
      version: { major: 0, minor: 0, patch: 0, prerelease: [] },
      runtimeVersion: '1.4',
      requirements: new Map(),
      classFiles: new Map([['T.yaml', text]]),
    },
    syntax,
  );
  const engine = new MuranoEngine({ finder: new PackageRegistry([...library, pack]), natives: LANGUAGE_NATIVES });
  let ids = 0;
  const limits = { steps: 300_000, objects: 2_000 };
  const program = new Program(new ProgramExecution(engine, { newId: () => `made${ids++}`, limits }));
  try {
    runNow(program.load({ Objects: { '?': { id: 'root', type: 'T' } } }));
    const value = runNow(program.call({ method: 'go' }));
    writeResult(program.execution, value, true);
    runNow(program.serialize());
    return 'ended';
  } catch (error) {
    return errorName(error);
  }
}

const STOPPED =
  /(StepLimitExceeded|MemoryQuotaExceeded|CollectionTooLarge|DepthExceeded|ObjectLimitExceeded|RecursionError)/;

describe('a hostile program is stopped', () => {
  it.each([
    ['that loops for ever', '- While: 1 = 1\n  Do: {$x: 1}'],
    ['that counts too far', '- Repeat: 1000000000\n  Do: {$x: 1}'],
    ['that calls itself', '- $.again()'],
    ['that calls itself from a lambda', '- list(1, 2, 3).select($this.again())'],
    ['that doubles a text', '- $x: abcdefgh\n- While: true = true\n  Do: {$x: $x + $x}'],
    ['that grows a list', '- $x: [1]\n- While: true = true\n  Do: [{$x: $x + $x}]'],
    ['that puts a list into itself', '- $x: [1]\n- Repeat: 90\n  Do: {$x: [$x, $x]}\n- Return: $x'],
    ['that puts a dict into itself', '- $x: {a: 1}\n- Repeat: 90\n  Do: {$x: {a: $x, b: $x}}\n- $.p: $x'],
    ['that calls for a list of itself', '- $x: 1\n- Repeat: 90\n  Do: [{$x: !yaql "list($x, $x)"}]\n- Return: $x'],
    ['that puts a dict into its own key', '- $x: {a: 1}\n- Repeat: 90\n  Do: [{$x.a: $x}, {$x.b: $x}]\n- Return: $x'],
    ['that doubles in one expression', '- Return: range(90).aggregate(list($1, $1), 1)'],
    ['that nests for ever', '- $x: 1\n- Repeat: 100000\n  Do: {$x: [$x]}\n- Return: $x'],
    ['that makes objects', '- $l: []\n- While: true = true\n  Do: {$o: new(T)}'],
    ['that makes objects of objects', '- $o: new(T)\n- $o.again()'],
    ['that walks an endless sequence', '- $x: sequence().select($ + 1).sum()'],
    [
      'that catches its own stop',
      '- While: true = true\n  Do:\n    - Try: [{While: true = true, Do: {$x: 1}}]\n      Catch: {Do: []}',
    ],
    [
      'that goes on in Finally',
      '- Try: [{While: true = true, Do: {$x: 1}}]\n  Finally: [{While: true = true, Do: {$x: 1}}]',
    ],
    ['whose branches loop', '- Parallel: [{While: true = true, Do: {$x: 1}}, {While: true = true, Do: {$y: 1}}]'],
    ['that sorts too much', '- $x: range(2000).selectMany(range(2000)).orderBy($)'],
  ])('%s', (_what, body) => {
    const start = process.cpuUsage().user;
    expect(run(body)).toMatch(STOPPED);
    expect(process.cpuUsage().user - start).toBeLessThan(10_000_000);
  });

  it('and one that is not hostile ends', () => {
    expect(run('- $x: 0\n- Repeat: 1000\n  Do: {$x: $x + 1}\n- Return: $x')).toBe('ended');
  });
});
