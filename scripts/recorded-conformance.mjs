// Runs the conformance suites whose cases do not live in this repository, where they are at hand:
// in CONFORMANCE_DIR, or in ../shared/conformance beside the checkout.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { root, say } from './setup.mjs';

const directory = process.env.CONFORMANCE_DIR ?? path.join(root, '..', 'shared', 'conformance');
const suites = [
  { name: 'xmldsl', cases: 'xmldsl/micro-open.jsonl', compare: 'xmldsl/compare', answers: ['--got'] },
  { name: 'yaql', cases: 'yaql/yaql-open.jsonl', compare: 'yaql/compare', answers: [], flags: ['--strict', '-v'] },
  {
    name: 'muranopl',
    cases: 'muranopl/muranopl-open.jsonl',
    compare: 'muranopl/compare',
    answers: [],
    flags: ['--strict', '-v'],
  },
  {
    name: 'yaql',
    cases: 'yaql/yaql-parse-open.jsonl',
    compare: 'yaql/compare',
    answers: [],
    flags: ['--strict', '-v'],
  },
  ...['decompose', 'datalog', 'policy-check'].map((name) => ({
    name,
    cases: `policy/${name}-open.jsonl`,
    // what a case expects stays with the judge
    given: 'policy/cases',
    compare: 'policy/compare',
    answers: ['--got'],
  })),
  {
    name: 'software',
    cases: 'software/scenarios-open.json',
    given: 'software/cases',
    compare: 'software/compare',
    answers: ['--got'],
  },
  {
    name: 'lifecycle',
    cases: 'lifecycle/scenarios-open.json',
    // each scenario several times, with other delays
    given: 'lifecycle/cases',
    givenFlags: ['--runs', '5'],
    compare: 'lifecycle/compare',
    answers: ['--got'],
    flags: ['--runs', '5'],
    // its judge says only in its last line whether all have passed
    last: /^lifecycle: (\d+)\/\1$/m,
  },
];

if (!fs.existsSync(directory)) {
  say('Skipped: the recorded cases are not here (CONFORMANCE_DIR names their folder).');
  process.exit(0);
}
let failed = false;
for (const suite of suites) {
  const cases = path.join(directory, suite.cases);
  const made = spawnSync(process.execPath, ['--import', 'tsx', path.join(root, 'conformance', 'run.ts'), suite.name], {
    cwd: root,
    input: suite.given
      ? spawnSync('python3', [path.join(directory, suite.given), cases, ...(suite.givenFlags ?? [])], {
          maxBuffer: 1 << 28,
        }).stdout
      : fs.readFileSync(cases),
    maxBuffer: 1 << 28,
  });
  process.stderr.write(made.stderr);
  const results = path.join(root, '.cache', path.basename(suite.cases));
  fs.mkdirSync(path.dirname(results), { recursive: true });
  fs.writeFileSync(results, made.stdout);
  const judged = spawnSync(
    'python3',
    [path.join(directory, suite.compare), cases, ...suite.answers, results, ...(suite.flags ?? [])],
    {
      encoding: 'utf8',
    },
  );
  if (judged.error) {
    say(`${suite.name}: Python 3 is not here to judge; the copy in conformance/ was judged by the unit tests.`);
    continue;
  }
  say(suite.cases);
  process.stdout.write(judged.stdout + judged.stderr);
  if (made.status !== 0 || judged.status !== 0) failed = true;
  if (suite.last && !suite.last.test(judged.stdout)) failed = true;
}
process.exit(failed ? 1 : 0);
