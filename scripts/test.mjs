// npm test: everything that must hold, from a bare clone: lint, types, unit and conformance tests,
// browser stories. Ends with the names of all that failed and one line of counts.
import fs from 'node:fs';
import path from 'node:path';
import { ensureDependencies } from './dependencies.mjs';
import { addUp, filesToTryAgain, stories, unitTests } from './outcome.mjs';
import { packageCommand } from './platform.mjs';
import { ensureChromium, ensureClient, root, say, run as unbound } from './setup.mjs';

const node = process.execPath;
const started = Date.now();
const steps = [];
// Several times what a step takes on two busy cores: what hangs must say so, and the steps after it still run.
const minutes = 60_000;
const run = (command, args, options) => unbound(command, args, { limit: 20 * minutes, ...options });

await ensureDependencies();
await ensureClient();
process.env.VETRO_CHROMIUM = await ensureChromium();

await step('Format and lint', () => run(node, [packageCommand(root, 'biome', '@biomejs/biome'), 'check', '.']));
await step('Dependency law', () => run(node, ['scripts/laws.mjs']));
await step('Dead code', () => run(node, [packageCommand(root, 'knip')]));
await step('Types of routes', () =>
  run(node, [path.join(root, 'node_modules/next/dist/bin/next'), 'typegen'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  }),
);
await step('Types', () => run(node, [packageCommand(root, 'tsc', 'typescript'), '--noEmit']));
await step('Unit and conformance tests', unitTestsTriedTwice, () => {
  const report = readReport('unit.json');
  return report && unitTests(report, readReport('unit-again.json'), root);
});
await step('Recorded conformance cases', () => run(node, ['scripts/recorded-conformance.mjs']));
const built = await step('Build', () => run(node, ['scripts/ensure-build.mjs']));
if (built) await step('First-load JavaScript', () => run(node, ['scripts/page-weight.mjs']));
await step(
  'Browser stories',
  () => {
    forget('e2e.json');
    return run(node, ['scripts/e2e.mjs'], { limit: 60 * minutes });
  },
  () => {
    const report = readReport('e2e.json');
    return report && stories(report);
  },
);

const { passed, failures } = addUp(steps);
const unsteady = steps.flatMap(({ tests }) => tests?.unsteady ?? []);
if (unsteady.length > 0) say(`\nOnly at the second try:${unsteady.map((name) => `\n  ${name}`).join('')}`);
if (failures.length > 0) say(`\nFailed:${failures.map((name) => `\n  ${name}`).join('')}`);
say(`\n${failures.length === 0 ? 'All is well' : 'Not all is well'}, after ${seconds(started)} s`);
say(`${passed} passed, ${failures.length} failed`);
process.exit(failures.length === 0 ? 0 : 1);

/** Runs one step and says whether it went well; `outcome` reads what its tests have left, null where they left nothing. */
async function step(title, work, outcome) {
  const begun = Date.now();
  say(`\n── ${title}`);
  const ok = (await work()) === 0;
  say(`── ${title}: ${ok ? 'ok' : 'FAILED'} (${seconds(begun, 1)} s)`);
  steps.push({ title, ok, tests: outcome?.() });
  return ok;
}

/** All unit tests; the files of the few that fail once more, each by itself, as stories are. Decision 64. */
async function unitTestsTriedTwice() {
  forget('unit.json');
  forget('unit-again.json');
  const code = await vitest([], 'unit.json');
  const report = code === 0 ? null : readReport('unit.json');
  const files = report ? filesToTryAgain(report) : [];
  if (files.length === 0) return code;
  say(`\nOnce more, by themselves:${files.map((file) => `\n  ${path.relative(root, file)}`).join('')}`);
  return vitest([...files, '--no-file-parallelism'], 'unit-again.json');
}

function vitest(args, report) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=.cache/${report}`];
  return run(node, ['scripts/with-postgres.mjs', 'vitest', 'run', ...args, ...reporters], { limit: 60 * minutes });
}

/** What an earlier run has left tells nothing about this one. */
function forget(report) {
  fs.rmSync(path.join(root, '.cache', report), { force: true });
}

function readReport(name) {
  try {
    return JSON.parse(fs.readFileSync(path.join(root, '.cache', name), 'utf8'));
  } catch {
    return null;
  }
}

function seconds(since, digits = 0) {
  return ((Date.now() - since) / 1000).toFixed(digits);
}
