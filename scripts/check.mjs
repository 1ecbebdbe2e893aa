// npm run check [-- revision]: what a change touches, within a minute: format, types, dependency law, dead code, then the
// tests beside its files and those that import them, rules first. The change is what is not committed yet, or what
// differs from the revision. The last line names what was not run.
import fs from 'node:fs';
import path from 'node:path';
import { changedFiles, testsOf } from './changes.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { timeTable, together, unitTests } from './outcome.mjs';
import { ensureClient, root, run, say } from './setup.mjs';

const LIMIT_MS = 60_000;
/** What stopping takes, a database included. */
const STOP_MS = 3_000;
/** In less than this no database is started and no test of it ends. */
const DATABASE_MS = 8_000;

const begun = performance.now();
const restMs = () => LIMIT_MS - STOP_MS - (performance.now() - begun);
const bin = (...names) => path.join('node_modules', ...names);
const done = [];
const TESTS = [
  { title: 'Rules', project: 'pure', through: [], leastMs: 0 },
  {
    title: 'Other tests',
    project: 'rest',
    through: ['scripts/with-postgres.mjs', process.execPath],
    leastMs: DATABASE_MS,
  },
];

await ensureDependencies();
await ensureClient();
const changed = changedFiles(root, process.argv[2]);
const tests = testsOf(root, changed);
say(`${changed.length} changed files, ${tests.length} files of tests beside them or importing them`);
if (changed.length > 0) await checkTogether();
const { failures, over } = await runTests();
const notRun = [
  ...done.filter(({ isCut, outcome }) => isCut && !outcome).map(({ title }) => title),
  ...tests.filter((file) => !over.has(file)),
  ...changed.filter((file) => file.startsWith('e2e/') && file.endsWith('.spec.ts')),
];

say(`\n${timeTable(done)}`);
const failed = [
  ...done.filter(({ ok, isCut, outcome }) => !ok && !isCut && !outcome).map(({ title }) => title),
  ...failures,
];
if (failed.length > 0) say(`\nFailed:${failed.map((name) => `\n  ${name}`).join('')}`);
const verdict = failed.length > 0 ? 'Not all is well' : notRun.length > 0 ? 'All that was run is well' : 'All is well';
say(`\n${verdict}, after ${((performance.now() - begun) / 1000).toFixed(0)} s`);
say(notRun.length === 0 ? 'Nothing was left out.' : `Not run: ${notRun.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;

/** What looks at the whole project, side by side: each of them is busy with one processor most of the time. */
async function checkTogether() {
  const there = changed.filter((file) => fs.existsSync(path.join(root, file)));
  const flags = ['--no-errors-on-unmatched', '--files-ignore-unknown=true'];
  await step('Format and lint', [bin('@biomejs', 'biome', 'bin', 'biome'), 'check', ...flags, ...there]);
  await Promise.all([
    step('Types', ['scripts/types.mjs', '--incremental']),
    step('Dependency law', ['scripts/laws.mjs']).then(() => step('Dead code', [bin('knip', 'bin', 'knip.js')])),
  ]);
}

/** Rules first: they need no database, and most of them are over in a moment. */
async function runTests() {
  const over = new Set();
  const failures = [];
  const log = path.join(root, '.cache', 'check.jsonl');
  for (const { title, project, through, leastMs } of TESTS) {
    if (tests.every((file) => over.has(file)) || restMs() < leastMs) continue;
    const vitest = [bin('vitest', 'vitest.mjs'), 'run', ...tests, '--passWithNoTests', `--project=${project}`];
    const reporters = ['--reporter=dot', '--reporter=./scripts/vitest-log.mjs'];
    const env = { VETRO_TEST_LOG: log };
    const result = await step(title, [...through, ...vitest, ...reporters], env);
    result.outcome = fs.existsSync(log) ? unitTests(fs.readFileSync(log, 'utf8')) : together([]);
    for (const { title: file } of result.outcome.durations) over.add(file);
    failures.push(...result.outcome.failures);
    if (!result.ok && !result.isCut && result.outcome.failures.length === 0) failures.push(title);
  }
  return { failures, over };
}

/** Runs a part of the check until the minute is over (it is cut then, not failed) and notes how long it took. */
async function step(title, command, env) {
  const from = performance.now();
  const ok = restMs() > 0 && (await run(process.execPath, command, { env, limit: restMs() })) === 0;
  const isCut = !ok && restMs() <= 0;
  const result = { title, ok, isCut, seconds: (performance.now() - from) / 1000, unit: 'files' };
  done.push(result);
  return result;
}
