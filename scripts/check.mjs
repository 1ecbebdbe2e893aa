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

/** What machines run, and the cases that carry it out under PowerShell. */
const WINDOWS_SCRIPTS = /^catalog\/.*\/Resources\/(plans|scripts)\/|^testing\/windows\//;

const begun = performance.now();
const restMs = () => LIMIT_MS - STOP_MS - (performance.now() - begun);
const bin = (...names) => path.join('node_modules', ...names);
const done = [];
/** files of tests that are over */
const over = new Set();
const failures = [];

await ensureDependencies();
await ensureClient();
const changed = changedFiles(root, process.argv[2]);
const tests = testsOf(root, changed);
say(`${changed.length} changed files, ${tests.length} files of tests beside them or importing them`);
if (changed.length > 0) await checkChange();
const notRun = [
  ...done.filter(({ isCut, outcome }) => isCut && !outcome).map(({ title }) => title),
  ...tests.filter((file) => !over.has(file)),
  ...changed.filter((file) => file.startsWith('e2e/') && file.endsWith('.spec.ts')),
  ...(changed.some((file) => WINDOWS_SCRIPTS.test(file)) ? ['npm test -- windows'] : []),
];

say(`\n${timeTable(done, (performance.now() - begun) / 1000)}`);
const failed = [
  ...done.filter(({ ok, isCut, outcome }) => !ok && !isCut && !outcome).map(({ title }) => title),
  ...failures,
];
if (failed.length > 0) say(`\nFailed:${failed.map((name) => `\n  ${name}`).join('')}`);
const verdict = failed.length > 0 ? 'Not all is well' : notRun.length > 0 ? 'All that was run is well' : 'All is well';
say(`\n${verdict}, after ${((performance.now() - begun) / 1000).toFixed(0)} s`);
say(notRun.length === 0 ? 'Nothing was left out.' : `Not run: ${notRun.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;

/** Two at a time, of which each is busy with one processor most of the time; last what needs a database. */
async function checkChange() {
  const there = changed.filter((file) => fs.existsSync(path.join(root, file)));
  const flags = ['--no-errors-on-unmatched', '--files-ignore-unknown=true'];
  await step('Format and lint', [bin('@biomejs', 'biome', 'bin', 'biome'), 'check', ...flags, ...there]);
  await Promise.all([
    step('Types', ['scripts/types.mjs', '--incremental']).then(() => runTests('Rules', 'pure')),
    step('Dependency law', ['scripts/laws.mjs'])
      .then(() => step('Dead code', ['scripts/dead-code.mjs']))
      .then(() => step('Unused files, exports and packages', [bin('knip', 'bin', 'knip.js')])),
  ]);
  if (restMs() > DATABASE_MS) await runTests('Other tests', 'rest', ['scripts/with-postgres.mjs', process.execPath]);
}

/** Runs those of the tests that are in a project of `vitest.config.ts`. */
async function runTests(title, project, through = []) {
  if (tests.every((file) => over.has(file))) return;
  const log = path.join(root, '.cache', `check-${project}.jsonl`);
  fs.rmSync(log, { force: true });
  const vitest = [bin('vitest', 'vitest.mjs'), 'run', ...tests, '--passWithNoTests', `--project=${project}`];
  const reporters = ['--reporter=dot', '--reporter=./scripts/vitest-log.mjs'];
  const result = await step(title, [...through, ...vitest, ...reporters], {
    VETRO_TEST_LOG: log,
    VETRO_TEST_ORDER: tests.join(','),
  });
  result.outcome = fs.existsSync(log) ? unitTests(fs.readFileSync(log, 'utf8')) : together([]);
  for (const { title: file } of result.outcome.durations) over.add(file);
  failures.push(...result.outcome.failures);
  if (!result.ok && !result.isCut && result.outcome.failures.length === 0) failures.push(title);
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
