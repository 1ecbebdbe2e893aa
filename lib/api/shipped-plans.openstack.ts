import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DebianAgent, firstStartOfDebianAgent } from '@/lib/cloud/agents/testing/debian-agent';
import { buildPlan } from '@/lib/conductor/muranopl/world';
import { muranoPlan } from '@/lib/formats/execution-plan/murano';
import type { Program } from '@/lib/formats/execution-plan/plan';
import { readYaml } from '@/lib/formats/yaml/read-yaml';
import type { Json, JsonObject } from '@/lib/model/json';

/** Where packages with plans of version 2 are: the library, the examples, those of the tests. */
const FOLDERS = [
  'lib/conductor/muranopl/library',
  'lib/conductor/runtime/testing/packages',
  'agent/testing/packages',
  'catalog',
  'examples',
];

let agent: DebianAgent;
beforeAll(() => {
  agent = firstStartOfDebianAgent(
    fs.readFileSync('lib/conductor/muranopl/library/io.murano/Resources/linux-init.sh', 'utf8'),
  );
});
afterAll(() => agent.remove());

/** What Debian's agent has against plans, by its own reading. */
function problemsOf(plans: readonly (JsonObject | null)[]): (string | null)[] {
  const program = path.resolve('lib/cloud/agents/testing/read_plans.py');
  const text = execFileSync('/usr/bin/python3', [program], {
    env: agent.env,
    input: JSON.stringify(plans),
    encoding: 'utf8',
  });
  return JSON.parse(text) as (string | null)[];
}

/** Plans as the packages write them, with the files that they name. */
function shippedPlans(): { file: string; plan: JsonObject | null }[] {
  const files = FOLDERS.flatMap((folder) =>
    fs
      .readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\/Resources\/.*\.template$/.test(name))
      .map((name) => path.join(folder, name))
      .filter((file) => /^FormatVersion: 2/m.test(fs.readFileSync(file, 'utf8'))),
  );
  return files.map((file, index) => {
    const resources = path.join(file.slice(0, file.lastIndexOf('/Resources/')), 'Resources');
    const read = (name: string, isBinary: boolean) =>
      fs.readFileSync(path.join(resources, name), isBinary ? 'base64' : 'utf8');
    const template = readYaml(file, fs.readFileSync(file, 'utf8')).value as JsonObject;
    return { file, plan: wirePlan(buildPlan(template, read).program, index) };
  });
}

const wirePlan = (program: Program | undefined, index: number) =>
  program
    ? muranoPlan({ Scripts: [], Commands: [], RebootOnCompletion: 0, program }, 2, {
        id: `plan-${index}`,
        stamp: index + 1,
      })
    : null;

describe('plans of version 2, as Debian’s agent of Murano reads them', () => {
  test('those of all packages are accepted, with every file that they name', () => {
    const plans = shippedPlans();
    expect(plans.length).toBeGreaterThan(3);
    const problems = problemsOf(plans.map(({ plan }) => plan));
    expect(plans.map(({ file }, index) => ({ file, problem: problems[index] }))).toEqual(
      plans.map(({ file }) => ({ file, problem: null })),
    );
  });

  test('what is wrong is found: a script without its file, a body that is no Python, a version of tomorrow', () => {
    const script = { Type: 'Application', Version: '1.0.0', EntryPoint: 'run.sh', Files: [], Options: {} };
    const run = { Name: 'run.sh', BodyType: 'Text' as const, Body: 'true' };
    const program = { FormatVersion: '2.0.0', Version: '1.0.0', Name: 'Run', Body: 'return run()', Parameters: {} };
    const wrong: Program[] = [
      { ...program, Scripts: { run: script }, Files: {} },
      { ...program, Body: 'return run(', Scripts: { run: script }, Files: { 'run.sh': run } },
      { ...program, FormatVersion: '2.9.0', Scripts: { run: script }, Files: { 'run.sh': run } },
    ];
    const asked: (JsonObject | null)[] = wrong.map(wirePlan);
    expect(problemsOf(asked) as Json).toEqual([
      expect.stringContaining('misses entry point'),
      expect.stringContaining('SyntaxError'),
      expect.stringContaining('Unsupported format version'),
    ]);
  });
});
