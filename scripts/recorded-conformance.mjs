// Runs the conformance suites whose cases do not live in this repository, where they are at hand:
// in CONFORMANCE_DIR, or in ../shared/conformance beside the checkout.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { together } from './outcome.mjs';
import { remember, root, say } from './setup.mjs';

const MAX_BYTES = 1 << 28;
const directory = process.env.CONFORMANCE_DIR ?? path.join(root, '..', 'shared', 'conformance');
/** What the judges of YAQL's and MuranoPL's cases take. */
const strict = ['--strict', '-v'];
/** `score`: how each judge says how many cases have passed, of how many. */
const suites = [
  {
    name: 'xmldsl',
    cases: 'xmldsl/micro-open.jsonl',
    compare: 'xmldsl/compare',
    answers: ['--got'],
    score: /^(\d+) of (\d+) pass$/m,
  },
  ...['yaql-open', 'yaql-parse-open'].map((file) => ({
    name: 'yaql',
    cases: `yaql/${file}.jsonl`,
    compare: 'yaql/compare',
    flags: strict,
    score: /^all +(\d+) \/ +(\d+) /m,
  })),
  {
    name: 'muranopl',
    cases: 'muranopl/muranopl-open.jsonl',
    compare: 'muranopl/compare',
    flags: strict,
    score: /^cases +(\d+) \/ +(\d+) /m,
  },
  ...['decompose', 'datalog', 'policy-check'].map((name) => ({
    name,
    cases: `policy/${name}-open.jsonl`,
    // what a case expects stays with the judge
    given: 'policy/cases',
    compare: 'policy/compare',
    answers: ['--got'],
    score: /^policy: (\d+)\/(\d+) /m,
  })),
  {
    name: 'software',
    cases: 'software/scenarios-open.json',
    given: 'software/cases',
    compare: 'software/compare',
    answers: ['--got'],
    score: /^software-component: (\d+)\/(\d+)$/m,
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
    score: /^lifecycle: (\d+)\/(\d+)$/m,
  },
];

const outcome = together(
  suites.map((suite) => {
    const begun = performance.now();
    const judgement = judged(suite);
    const durations = [{ title: suite.cases, seconds: (performance.now() - begun) / 1000 }];
    return { passed: 0, failures: [], skipped: [], durations, ...judgement };
  }),
);
remember('recorded-conformance.json', JSON.stringify(outcome));
process.exitCode = outcome.failures.length === 0 ? 0 : 1;

/** Has one suite answered by the product and judged; each case that did not pass counts as a failure. */
function judged(suite) {
  const cases = path.join(directory, suite.cases);
  if (!fs.existsSync(cases))
    return skipped(suite, 'the recorded cases are not here (CONFORMANCE_DIR names their folder)');
  if (spawnSync('python3', ['--version']).error) return skipped(suite, 'Python 3 is not here to judge');
  const input = suite.given
    ? python(suite.given, [cases, ...(suite.givenFlags ?? [])]).stdout
    : fs.readFileSync(cases, 'utf8');
  const run = ['--import', 'tsx', path.join(root, 'conformance', 'run.ts'), suite.name];
  const made = spawnSync(process.execPath, run, { cwd: root, input, maxBuffer: MAX_BYTES });
  process.stderr.write(made.stderr);
  remember(path.basename(suite.cases), made.stdout);
  const results = path.join(root, '.cache', path.basename(suite.cases));
  const judge = python(suite.compare, [cases, ...(suite.answers ?? []), results, ...(suite.flags ?? [])]);
  say(suite.cases);
  process.stdout.write(judge.stdout + judge.stderr);
  const [, passed = 0, all = 0] = suite.score.exec(judge.stdout)?.map(Number) ?? [];
  const failures = failuresOf(judge.stdout, all - passed).map((name) => `${suite.cases}: ${name}`);
  const isSound = made.status === 0 && all > 0 && (judge.status === 0 || failures.length > 0);
  return { passed, failures: isSound ? failures : [...failures, `${suite.cases}: it broke down`] };
}

function skipped(suite, why) {
  say(`${suite.cases}: skipped, ${why}.`);
  return { skipped: [suite.cases] };
}

/** The cases that a judge names as failed; some name only the first of them. */
function failuresOf(text, count) {
  const named = [...text.matchAll(/^FAIL ([^\s:]+)/gm)].map(([, name]) => name).slice(0, count);
  return [...named, ...Array.from({ length: count - named.length }, (_, at) => `unnamed case ${at + 1}`)];
}

function python(program, args) {
  const file = path.join(directory, program);
  return spawnSync('python3', [file, ...args], { encoding: 'utf8', maxBuffer: MAX_BYTES });
}
